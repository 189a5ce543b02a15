import { expect, test } from "bun:test";
import { ANY, FormerFilter, formerKey, hashText } from "./former-filter.ts";

test("passes all keys that were added, and one in a hundred others at most", () => {
  const filter = new FormerFilter(new Uint8Array(20_000));
  const keyOf = (i: number) =>
    formerKey(hashText(`street${i % 100}`), ANY, Math.floor(i / 100), hashText("a"));
  for (let i = 0; i < 10_000; i++) {
    filter.add(keyOf(i));
  }
  const passed = (from: number) =>
    Array.from({ length: 10_000 }, (_, i) => from + i).filter((i) => filter.has(keyOf(i))).length;
  expect(passed(0)).toBe(10_000);
  expect(passed(10_000)).toBeLessThan(100);
});

test("takes letter and addition of a postcode and number in any form", () => {
  const filter = new FormerFilter(new Uint8Array(64));
  filter.add(formerKey(ANY, hashText("1381AB"), 3, hashText("a2")));
  const has = (huisletter: string | null, huisnummertoevoeging: string | null) =>
    filter.hasPostcode("1381AB", 3, { huisletter, huisnummertoevoeging });
  expect([has("A", "2"), has(null, "a-2"), has("a", "-2")]).toEqual([true, true, true]);
  expect([has(null, null), has("A", null), has("B", "2")]).toEqual([false, false, false]);
});

test("keys tell their parts apart", () => {
  const [a, b] = [hashText("a"), hashText("b")];
  const keys = [
    formerKey(a, b, 1, ANY),
    formerKey(b, a, 1, ANY),
    formerKey(a, ANY, 1, b),
    formerKey(a, ANY, ANY, ANY),
    formerKey(ANY, a, ANY, ANY),
    formerKey(a, b, 2, ANY),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});

test("the hash of a text goes on from that of what is before it", () => {
  expect(hashText("straat", hashText("kerk"))).toBe(hashText("kerkstraat"));
  expect(hashText("kerk", hashText("straat"))).not.toBe(hashText("kerkstraat"));
});
