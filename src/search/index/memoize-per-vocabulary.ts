import type { VocabularyArrays } from "./vocabulary.ts";

/** Returns a function that computes a value at the first call with a vocabulary and keeps it as long as that. */
export function memoizePerVocabulary<T extends object>(
  compute: (vocabulary: VocabularyArrays) => T,
): (vocabulary: VocabularyArrays) => T {
  const values = new WeakMap<VocabularyArrays, T>();
  return (vocabulary) => {
    let value = values.get(vocabulary);
    if (value === undefined) {
      value = compute(vocabulary);
      values.set(vocabulary, value);
    }
    return value;
  };
}
