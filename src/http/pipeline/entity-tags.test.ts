import { expect, test } from "bun:test";
import { matchesEtag } from "./entity-tags.ts";

/** Cases of RFC 9110 §13.1.2 and §8.8.3.2. */
test.each<[string | null, string, boolean]>([
  [null, '"a"', false],
  ["*", '"a"', true],
  [" * ", 'W/"a"', true],
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['W/"a"', 'W/"a"', true],
  ['"x","a"', '"a"', true],
  ['"x" , W/"y" ,W/"a"', 'W/"a"', true],
  ['"x,"a",', '"a"', false],
  ['"x, y", "a"', '"a"', true],
  ['"x, y"', '"y"', false],
  ["a", '"a"', false],
  ['"A"', '"a"', false],
  ["", '"a"', false],
  ['""', '"a"', false],
])("If-None-Match %p against %p: %p", (held, etag, isHeld) => {
  expect(matchesEtag(held, etag)).toBe(isHeld);
});
