/** Aligns the words of a query with the words of a name. */
import type { StreetIndex } from "../index/street-index.ts";
import type { PositionRange } from "../index/vocabulary.ts";

/** Word of a query, with the words of the index that it may be; it may also match as an initial. */
export interface WordSet {
  readonly text: string;
  /** Positions of words in the index, with the edits of each. */
  readonly ids: ReadonlyMap<number, number>;
  /** Range of further words that it may be. */
  readonly range?: PositionRange;
}

export interface Alignment {
  /** `all`: every word of the name is given, some perhaps as initials. */
  readonly kind: "all" | "words";
  readonly edits: number;
  /** Part of the name's letters that was typed. */
  readonly coverage: number;
}

/** Assigns each word of the query a word of the name; returns `undefined` when one fits none. Hot: no allocation. */
export function alignWords(
  index: StreetIndex,
  name: number,
  sets: readonly WordSet[],
): Alignment | undefined {
  const { nameWordStarts, nameWords, wordStarts } = index.arrays;
  const from = nameWordStarts[name]!;
  const to = nameWordStarts[name + 1]!;
  if (to - from < sets.length) {
    return undefined;
  }
  let used = 0;
  let typed = 0;
  let edits = 0;
  let isAll = to - from === sets.length;
  for (const set of sets) {
    let at = from;
    while (at < to && ((used & (1 << (at - from))) !== 0 || !fits(index, set, nameWords[at]!))) {
      at++;
    }
    if (at === to) {
      return undefined;
    }
    const id = nameWords[at]!;
    used |= 1 << (at - from);
    isAll &&= set.ids.has(id) || (at < to - 1 && isInitial(index, set, id));
    edits += set.ids.get(id) ?? 0;
    typed += Math.min(set.text.length, wordStarts[id + 1]! - wordStarts[id]!);
  }
  let total = 0;
  for (let at = from; at < to; at++) {
    total += wordStarts[nameWords[at]! + 1]! - wordStarts[nameWords[at]!]!;
  }
  return { kind: isAll ? "all" : "words", edits, coverage: total === 0 ? 0 : Math.min(1, typed / total) };
}

function fits(index: StreetIndex, { text, ids, range }: WordSet, id: number): boolean {
  if (ids.has(id) || (range !== undefined && id >= range.from && id < range.to)) {
    return true;
  }
  const { bytes, starts } = index.words;
  const start = starts[id]!;
  if (bytes[start] !== text.charCodeAt(0)) {
    return false;
  }
  const isInitial = text.length === 1 || starts[id + 1]! - start === 1;
  return isInitial && /^[a-z]/.test(text);
}

/**
 * Returns true when one word is an initial of the other, as of a first name. The canonical forms of de, het and 's
 * (d, t, s) are no initials. The caller excludes the last word.
 */
function isInitial({ words }: StreetIndex, { text }: WordSet, id: number): boolean {
  const start = words.starts[id]!;
  const isShort = words.starts[id + 1]! - start === 1;
  const letter = isShort ? String.fromCharCode(words.bytes[start]!) : text;
  return /^[a-ce-ru-z]$/.test(letter);
}
