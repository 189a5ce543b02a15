/**
 * The search index: streets, their names and their house numbers. Addresses themselves are read from the registry by
 * street and number, so the index grows with the streets (250,000), not with the addresses (10 million).
 *
 * A **street** is the part of an openbare ruimte that lies in one woonplaats; streets are ordered by woonplaats, the
 * one with most addresses first, then by name. A **name** is a spelling, full or shortened, that any number of
 * streets share; it is stored as its canonical words (normalize.ts). A **key** is a name in one run of letters: as
 * spelled, in canonical words, or its **core** without titles and initials.
 */
import type { StreetKey } from "./address-rows.ts";
import {
  type ByteSpan,
  type Designation,
  designationsIn,
  findNumber,
  type HouseNumberBlock,
  isLonger,
  markNumbers,
  numbersOf,
} from "./house-numbers.ts";
import { type PositionRange, type VocabularyArrays, wordCount } from "./vocabulary.ts";

/** Arrays of the index by name in table `search_index`. `…Starts` are offsets of lists, one longer than the lists. */
export const ARRAYS = {
  wordBytes: Uint8Array,
  wordStarts: Uint32Array,
  wordShared: Uint8Array,
  wordNameStarts: Uint32Array,
  wordNames: Uint32Array,
  keyBytes: Uint8Array,
  keyStarts: Uint32Array,
  keyShared: Uint8Array,
  keyNameStarts: Uint32Array,
  keyNames: Uint32Array,
  /** Key of each name as spelled, and in canonical words (nameWholes); its other keys are cores. */
  nameLiterals: Uint32Array,
  nameWholes: Uint32Array,
  nameWordStarts: Uint32Array,
  nameWords: Uint32Array,
  nameStreetStarts: Uint32Array,
  nameStreets: Uint32Array,
  streetNameStarts: Uint32Array,
  streetNames: Uint32Array,
  /** Key of the openbare ruimte. */
  streetIds: Float64Array,
  /** Position in `placeIds`. */
  streetPlaces: Uint16Array,
  /** Number of addresses of all streets before; one longer than the streets. */
  streetAddressStarts: Uint32Array,
  streetNumberStarts: Uint32Array,
  numberBytes: Uint8Array,
  /** Keys of the woonplaatsen, the one with most addresses first. */
  placeIds: Uint16Array,
  placeStreetStarts: Uint32Array,
} as const;

export type ArrayName = keyof typeof ARRAYS;
export type IndexArrays = { readonly [K in ArrayName]: InstanceType<(typeof ARRAYS)[K]> };

/**
 * `literal`: as the registry spells it. `whole`: all its words in canonical form. `core`: without titles or initials.
 */
export type NumberKeyKind = "literal" | "whole" | "core";

/** House numbers have five digits at most. */
const MAX_NUMBER = 99_999;

export class StreetIndex {
  readonly arrays: IndexArrays;
  readonly words: VocabularyArrays;
  readonly keys: VocabularyArrays;
  /** Position of each woonplaats by its key. */
  readonly placeOfId: ReadonlyMap<number, number>;
  /** Size of each place on a logarithmic scale: 1 for the largest. */
  readonly placeWeights: Float64Array;
  /** 1 for each house number that some street has; made at first use. */
  #isUsedNumber: Uint8Array | undefined;

  constructor(arrays: IndexArrays) {
    this.arrays = arrays;
    this.words = { bytes: arrays.wordBytes, starts: arrays.wordStarts, shared: arrays.wordShared };
    this.keys = { bytes: arrays.keyBytes, starts: arrays.keyStarts, shared: arrays.keyShared };
    this.placeOfId = new Map([...arrays.placeIds].map((id, place) => [id, place]));
    this.placeWeights = Float64Array.from(arrays.placeIds, (_, place) => this.#weigh(place));
  }

  get streetCount(): number {
    return this.arrays.streetIds.length;
  }

  get nameCount(): number {
    return this.arrays.nameLiterals.length;
  }

  get keyCount(): number {
    return wordCount(this.keys);
  }

  get sizeBytes(): number {
    return Object.values(this.arrays).reduce((sum, array) => sum + array.byteLength, 0);
  }

  namesOfKey(key: number): Uint32Array {
    return this.arrays.keyNames.subarray(this.arrays.keyNameStarts[key], this.arrays.keyNameStarts[key + 1]);
  }

  /** Returns the kind that a key is for one of its names. */
  kindOfKey(key: number, name: number): NumberKeyKind {
    if (this.arrays.nameLiterals[name] === key) {
      return "literal";
    }
    return this.arrays.nameWholes[name] === key ? "whole" : "core";
  }

  namesOfWord(word: number): Uint32Array {
    return this.arrays.wordNames.subarray(
      this.arrays.wordNameStarts[word],
      this.arrays.wordNameStarts[word + 1],
    );
  }

  /** Returns the words of a name, in order, as positions in `words`. */
  wordsOfName(name: number): Uint32Array {
    return this.arrays.nameWords.subarray(
      this.arrays.nameWordStarts[name],
      this.arrays.nameWordStarts[name + 1],
    );
  }

  /** Returns streets in ascending order, so those in large places first. */
  streetsOfName(name: number): Uint32Array {
    return this.arrays.nameStreets.subarray(
      this.arrays.nameStreetStarts[name],
      this.arrays.nameStreetStarts[name + 1],
    );
  }

  namesOfStreet(street: number): Uint32Array {
    return this.arrays.streetNames.subarray(
      this.arrays.streetNameStarts[street],
      this.arrays.streetNameStarts[street + 1],
    );
  }

  /** Returns the range of the streets of a place, which are contiguous. */
  streetsOfPlace(place: number): PositionRange {
    return { from: this.arrays.placeStreetStarts[place]!, to: this.arrays.placeStreetStarts[place + 1]! };
  }

  /** Returns the number of addresses in a place. */
  placeSize(place: number): number {
    const { from, to } = this.streetsOfPlace(place);
    return this.arrays.streetAddressStarts[to]! - this.arrays.streetAddressStarts[from]!;
  }

  keyOf(street: number): StreetKey {
    const { streetIds, placeIds, streetPlaces } = this.arrays;
    return { openbareRuimteId: streetIds[street]!, woonplaatsId: placeIds[streetPlaces[street]!]! };
  }

  /** Returns the street with that key; `undefined` when it has no addresses. Scans the streets of one place. */
  findStreet({ openbareRuimteId, woonplaatsId }: StreetKey): number | undefined {
    const place = this.placeOfId.get(woonplaatsId);
    if (place === undefined) {
      return undefined;
    }
    const { from, to } = this.streetsOfPlace(place);
    const street = this.arrays.streetIds.subarray(from, to).indexOf(openbareRuimteId);
    return street < 0 ? undefined : from + street;
  }

  addressCount(street: number): number {
    return this.arrays.streetAddressStarts[street + 1]! - this.arrays.streetAddressStarts[street]!;
  }

  /** Returns the counts at a number; `undefined` when the street does not have it. */
  findNumber(street: number, number: number): HouseNumberBlock | undefined {
    return findNumber(this.arrays.numberBytes, this.#numberRange(street), number);
  }

  /** Returns false for a number that no street has. */
  hasNumber(number: number): boolean {
    this.#isUsedNumber ??= this.#markNumbers();
    return this.#isUsedNumber[number] === 1;
  }

  designationsIn(block: HouseNumberBlock): Designation[] {
    return designationsIn(this.arrays.numberBytes, block);
  }

  /** Returns the number of addresses that the street has at `longerNumbers`. */
  countLonger(street: number, number: number): number {
    let total = 0;
    for (const { number: other, plain, others } of this.#numbersOf(street)) {
      if (isLonger(other, number)) {
        total += plain + others;
      }
    }
    return total;
  }

  /** Returns the house numbers that begin with the digits of `number` and have more, ascending. */
  longerNumbers(street: number, number: number): number[] {
    return [...this.#numbersOf(street)].map((each) => each.number).filter((other) => isLonger(other, number));
  }

  #numbersOf(street: number) {
    return numbersOf(this.arrays.numberBytes, this.#numberRange(street));
  }

  /** Takes some 50 ms for the country. */
  #markNumbers(): Uint8Array {
    const isUsed = new Uint8Array(MAX_NUMBER + 1);
    for (let street = 0; street < this.streetCount; street++) {
      markNumbers(this.arrays.numberBytes, this.#numberRange(street), isUsed);
    }
    return isUsed;
  }

  #weigh(place: number): number {
    return Math.log(1 + this.placeSize(place)) / Math.log(1 + this.placeSize(0));
  }

  #numberRange(street: number): ByteSpan {
    return {
      from: this.arrays.streetNumberStarts[street]!,
      to: this.arrays.streetNumberStarts[street + 1]!,
    };
  }
}
