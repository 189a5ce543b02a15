import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { StreetNames } from "../names/street-names.ts";
import { verkorteNaam } from "../names/verkorte-naam.ts";
import { apportion } from "./apportion.ts";
import { planCountry } from "./country.ts";
import { countPostcodes, LETTER_PAIRS } from "./street-postcodes.ts";

/** Longer than the default, because the two processors are often shared. */
setDefaultTimeout(60_000);

describe("verkorteNaam", () => {
  test.each([
    ["Fanny Blankers-Koenstraat", "Fanny Blankers-Koenstr"],
    ["Burgemeester van Walsumlaan", "Burg van Walsumlaan"],
    ["Keurstraat", undefined],
  ])("%s", (naam, expected) => expect(verkorteNaam(naam)).toBe(expected!));

  test("never exceeds 24 characters", () => {
    const names = new StreetNames("28");
    for (let i = 0; i < 5000; i += 1) {
      expect(verkorteNaam(names.next(i))?.length ?? 0).toBeLessThanOrEqual(24);
    }
  });
});

test("street names are unique within a woonplaats, and many", () => {
  const names = new StreetNames("21");
  const made = Array.from({ length: 9000 }, (_, i) => names.next(i));
  expect(new Set(made).size).toBe(9000);
  expect(Math.max(...made.map((name) => name.length))).toBeLessThanOrEqual(80);
});

test("letter pairs are valid and in order; large streets get several postcodes", () => {
  expect(LETTER_PAIRS).toEqual(LETTER_PAIRS.toSorted());
  for (const withheld of ["SA", "SD", "SS"]) {
    expect(LETTER_PAIRS).not.toContain(withheld);
  }
  expect([10, 40, 100].map(countPostcodes)).toEqual([
    [1, 0],
    [1, 1],
    [3, 3],
  ]);
});

test("apportion gives away everything, at least the minimum each", () => {
  expect(apportion(10, [1, 1, 1])).toEqual([4, 3, 3]);
  const parts = apportion(1000, [100, 1, 0], 5);
  expect(parts.reduce((a, b) => a + b, 0)).toBe(1000);
  expect(Math.min(...parts)).toBeGreaterThanOrEqual(5);
});

describe.each([100, 5_000, 200_000, 10_000_000])("a country of %d addresses", (addresses) => {
  const country = planCountry(addresses, 3);

  test("divides them over woonplaatsen of all twelve provincies", () => {
    expect(country.woonplaatsen.reduce((sum, w) => sum + w.addresses, 0)).toBe(addresses);
    expect(new Set(country.gemeenten.map(({ provincie }) => provincie.code)).size).toBe(12);
    expect(Math.min(...country.woonplaatsen.map((w) => w.addresses))).toBeGreaterThan(0);
  });

  test("has unique codes and gemeente names, PC4 numbers of one woonplaats each, and duplicate names", () => {
    const codes = country.gemeenten.flatMap(({ code, former }) => (former ? [code, former.code] : [code]));
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes).toEqual(codes.toSorted());
    expect(new Set(country.gemeenten.map(({ naam }) => naam)).size).toBe(country.gemeenten.length);
    const pc4s = country.woonplaatsen.flatMap(({ pc4Areas }) => pc4Areas.map(({ pc4 }) => pc4));
    expect(new Set(pc4s).size).toBe(pc4s.length);
    const inProvincie = country.woonplaatsen.map(
      ({ naam, gemeente }) => `${gemeente.provincie.code} ${naam}`,
    );
    expect(new Set(inProvincie).size).toBe(inProvincie.length);
    if (addresses >= 5_000) {
      expect(new Set(country.woonplaatsen.map(({ naam }) => naam)).size).toBeLessThan(pc4s.length);
    }
  });
});
