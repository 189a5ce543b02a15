/** Street names by spelling, with the words and keys that find them, before they get positions in the index. */
import { canonicalWords, literalKey } from "../line/normalize.ts";
import { coreKeys } from "./core-names.ts";
import { invertLists, joinArrays, joinLists, type Lists, listsOf } from "./index-lists.ts";
import type { StreetIndex } from "./street-index.ts";
import { compareWords, findWord, type VocabularyArrays, vocabularyOf, wordCount } from "./vocabulary.ts";

interface Name {
  /** Numbers of its words, in order. */
  readonly words: readonly number[];
  /** Numbers of all its keys, each once. */
  readonly keys: readonly number[];
  readonly literal: number;
  readonly whole: number;
}

/** All names by number, including those that no street has any more. */
export interface NameColumns {
  readonly words: Lists;
  readonly keys: Lists;
  readonly literals: Uint32Array;
  readonly wholes: Uint32Array;
}

export interface Vocabularies {
  readonly words: FinishedVocabulary;
  readonly keys: FinishedVocabulary;
}

/** Numbers street names: those in a known index keep their positions as numbers, others get the next ones. */
export class NameTable {
  readonly #known: StreetIndex | undefined;
  readonly #words: GrowingVocabulary;
  readonly #keys: GrowingVocabulary;
  readonly #added: Name[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(known?: StreetIndex) {
    this.#known = known;
    this.#words = new GrowingVocabulary(known?.words);
    this.#keys = new GrowingVocabulary(known?.keys);
  }

  /** Adds the name with these tokens and returns its number; `undefined` for one without any letter or digit. */
  add(tokens: readonly string[]): number | undefined {
    if (tokens.length === 0) {
      return undefined;
    }
    const spelling = tokens.join(" ");
    let number = this.#numbers.get(spelling);
    if (number === undefined) {
      number = this.#numberOf(canonicalWords(tokens), literalKey(tokens));
      this.#numbers.set(spelling, number);
    }
    return number;
  }

  /** Returns the number of a name; names are the same when their words and their literal keys are. */
  #numberOf(words: readonly string[], literal: string): number {
    const identity = `${literal}|${words.join(" ")}`;
    const known = this.#findKnown(words, literal) ?? this.#numbers.get(identity);
    if (known !== undefined) {
      return known;
    }
    const number = this.#knownCount + this.#added.length;
    this.#numbers.set(identity, number);
    const whole = words.join("");
    const keys = new Set([literal, whole, ...coreKeys(words)]);
    this.#added.push({
      words: words.map((word) => this.#words.add(word)),
      keys: [...keys].map((key) => this.#keys.add(key)),
      literal: this.#keys.add(literal),
      whole: this.#keys.add(whole),
    });
    return number;
  }

  #findKnown(words: readonly string[], literal: string): number | undefined {
    const key = this.#keys.find(literal);
    if (this.#known === undefined || key === undefined || key >= this.#known.keyCount) {
      return undefined;
    }
    const numbers = words.map((word) => this.#words.find(word));
    return [...this.#known.namesOfKey(key)].find((name) => {
      const own = this.#known!.wordsOfName(name);
      const isSame = own.length === words.length && numbers.every((number, i) => number === own[i]);
      return isSame && this.#known!.kindOfKey(key, name) === "literal";
    });
  }

  get #knownCount(): number {
    return this.#known?.nameCount ?? 0;
  }

  columns(): NameColumns {
    const added = this.#added;
    const known = knownColumns(this.#known);
    return {
      words: joinLists(known.words, listsOf(added.map(({ words }) => words))),
      keys: joinLists(known.keys, listsOf(added.map(({ keys }) => keys))),
      literals: joinArrays(
        known.literals,
        Uint32Array.from(added, ({ literal }) => literal),
      ),
      wholes: joinArrays(
        known.wholes,
        Uint32Array.from(added, ({ whole }) => whole),
      ),
    };
  }

  /** Returns the words and keys of the names used. */
  finish(columns: NameColumns, isUsed: Uint8Array): Vocabularies {
    return {
      words: this.#words.finish(markUsedItems(columns.words, isUsed, this.#words.size)),
      keys: this.#keys.finish(markUsedItems(columns.keys, isUsed, this.#keys.size)),
    };
  }
}

function knownColumns(index: StreetIndex | undefined): NameColumns {
  if (index === undefined) {
    return { words: listsOf([]), keys: listsOf([]), literals: new Uint32Array(), wholes: new Uint32Array() };
  }
  const { arrays } = index;
  return {
    words: { starts: arrays.nameWordStarts, items: arrays.nameWords },
    keys: invertLists({ starts: arrays.keyNameStarts, items: arrays.keyNames }, index.nameCount),
    literals: arrays.nameLiterals,
    wholes: arrays.nameWholes,
  };
}

/** Returns 1 for each item that one of the used lists contains, else 0. */
export function markUsedItems({ starts, items }: Lists, isUsed: Uint8Array, count: number): Uint8Array {
  const found = new Uint8Array(count);
  for (let list = 0; list < isUsed.length; list++) {
    if (isUsed[list] === 0) {
      continue;
    }
    for (let i = starts[list]!; i < starts[list + 1]!; i++) {
      found[items[i]!] = 1;
    }
  }
  return found;
}

/** Vocabulary in its final form, with the positions of the words that were added by number. */
interface FinishedVocabulary {
  readonly arrays: VocabularyArrays;
  /** Position by the number that `add` returned; meaningless for words left out. */
  readonly positions: Uint32Array;
}

/** Vocabulary that words can be added to; their numbers do not change until it is finished. */
class GrowingVocabulary {
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
