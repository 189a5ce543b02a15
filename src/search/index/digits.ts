/** Digits in the words of a vocabulary: they are never taken for a typing error. */
import { memoizePerObject } from "../../base/memoize.ts";
import { type VocabularyArrays, wordAt, wordCount } from "./vocabulary.ts";

/** Returns each run of digits that a word has, and all digits of a word as one. */
export const digitsOf = memoizePerObject((vocabulary: VocabularyArrays): ReadonlySet<string> => {
  const { bytes, starts } = vocabulary;
  const digits = new Set<string>();
  for (let position = 0; position < wordCount(vocabulary); position++) {
    let at = starts[position]!;
    while (at < starts[position + 1]! && !isDigit(bytes[at]!)) {
      at++;
    }
    if (at < starts[position + 1]!) {
      addDigitsOf(wordAt(vocabulary, position), digits);
    }
  }
  return digits;
});

/** Adds each run of digits that a text has, and all its digits as one. */
export function addDigitsOf(text: string, digits: Set<string>): void {
  const runs = text.match(/\d+/g) ?? [];
  for (const run of runs) {
    digits.add(run);
  }
  if (runs.length > 1) {
    digits.add(runs.join(""));
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
