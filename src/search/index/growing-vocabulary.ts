import { compareWords, findWord, type VocabularyArrays, vocabularyOf, wordCount } from "./vocabulary.ts";

/** Vocabulary in its final form, with the positions of the words that were added by number. */
export interface FinishedVocabulary {
  readonly arrays: VocabularyArrays;
  /** Position by the number that `add` returned; meaningless for words left out. */
  readonly positions: Uint32Array;
}

/** Vocabulary that words can be added to; their numbers do not change until it is finished. */
export class GrowingVocabulary {
  readonly #known: VocabularyArrays;
  readonly #added = new Map<string, number>();

  constructor(known: VocabularyArrays = vocabularyOf([])) {
    this.#known = known;
  }

  get size(): number {
    return wordCount(this.#known) + this.#added.size;
  }

  /** Adds a word and returns its number: the old one of a known word, else the next. */
  add(word: string): number {
    const number = this.find(word) ?? this.size;
    if (number === this.size) {
      this.#added.set(word, number);
    }
    return number;
  }

  find(word: string): number | undefined {
    const position = findWord(this.#known, word);
    return position < 0 ? this.#added.get(word) : position;
  }

  /** Returns all words in order, without known ones that are no longer used. */
  finish(isUsed: Uint8Array): FinishedVocabulary {
    const words = [...this.#added.keys()].sort();
    const added = vocabularyOf(words);
    const numbers = words.map((word) => this.#added.get(word)!);
    const merger = new Merger(this.#known, added, this.size);
    let next = 0;
    for (let known = 0; known < wordCount(this.#known); known++) {
      if (isUsed[known] === 0) {
        continue;
      }
      while (next < words.length && compareWords(added, next, this.#known, known) < 0) {
        merger.append(added, next, numbers[next++]!);
      }
      merger.append(this.#known, known, known);
    }
    while (next < words.length) {
      merger.append(added, next, numbers[next++]!);
    }
    return merger.finished();
  }
}

/** Concatenates words of two vocabularies in the order in which they are taken. */
class Merger {
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #shared: Uint8Array;
  readonly #positions: Uint32Array;
  #count = 0;

  constructor(a: VocabularyArrays, b: VocabularyArrays, words: number) {
    this.#bytes = new Uint8Array(a.bytes.length + b.bytes.length);
    this.#starts = new Uint32Array(words + 1);
    this.#shared = new Uint8Array(words);
    this.#positions = new Uint32Array(words);
  }

  /** Appends a word. Hot: once for each word of the country. */
  append({ bytes, starts }: VocabularyArrays, position: number, number: number): void {
    const from = starts[position]!;
    const size = starts[position + 1]! - from;
    const at = this.#starts[this.#count]!;
    const before = this.#count === 0 ? at : this.#starts[this.#count - 1]!;
    let shared = 0;
    while (shared < size && before + shared < at && this.#bytes[before + shared] === bytes[from + shared]) {
      shared++;
    }
    for (let i = 0; i < size; i++) {
      this.#bytes[at + i] = bytes[from + i]!;
    }
    this.#shared[this.#count] = Math.min(255, shared);
    this.#positions[number] = this.#count++;
    this.#starts[this.#count] = at + size;
  }

  finished(): FinishedVocabulary {
    const starts = this.#starts.slice(0, this.#count + 1);
    const bytes = this.#bytes.slice(0, starts[this.#count]);
    return {
      arrays: { bytes, starts, shared: this.#shared.slice(0, this.#count) },
      positions: this.#positions,
    };
  }
}
