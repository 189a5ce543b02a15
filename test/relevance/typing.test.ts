/** Verifies that the typing errors in generated lines are all that exist. */
import { expect, test } from "bun:test";
import { referenceEditDistance } from "./addresses.ts";
import { randomOf } from "./random.ts";
import { mistype } from "./typing.ts";

/** Returns every text at edit distance one, enumerated position by position. */
function oneErrorIn(text: string, alphabet: string): Set<string> {
  const texts = new Set<string>();
  for (let at = 1; at <= text.length; at++) {
    const [before, after] = [text.slice(0, at), text.slice(at)];
    for (const letter of alphabet) {
      texts.add(before + letter + after);
      if (after !== "") {
        texts.add(before + letter + after.slice(1));
      }
    }
    texts.add(before + after.slice(1));
    if (after.length > 1) {
      texts.add(before + after[1] + after[0] + after.slice(2));
    }
  }
  texts.delete(text);
  return texts;
}

test.each(["2e jan pad", "a", "ee", "plein 1813"])("%p is mistyped in every way there is", (text) => {
  const random = randomOf(5);
  const made = new Set<string>();
  for (let i = 0; i < 20_000; i++) {
    made.add(mistype(random, text, { alphabet: "abe1" }));
  }
  expect(made).toEqual(oneErrorIn(text, "abe1"));
});

test("two errors are never one or none", () => {
  const random = randomOf(6);
  for (let i = 0; i < 5_000; i++) {
    expect(referenceEditDistance("nieuwstad", mistype(random, "nieuwstad", { errors: 2 }))).toBeGreaterThan(
      1,
    );
  }
});
