import { expect, test } from "bun:test";
import { digitsOf } from "./digits.ts";
import { vocabularyOf } from "./vocabulary.ts";

test("digits of words are known in runs and as one", () => {
  const digits = digitsOf(vocabularyOf(["1eweg", "2e3edijk", "kerkstraat", "plein1945"]));
  expect([...digits].sort()).toEqual(["1", "1945", "2", "23", "3"]);
});
