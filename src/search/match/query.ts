import { memoize } from "../../base/memoize.ts";
import type { PlanarPoint } from "../../geo/geometry.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import {
  listNumberRowsOfPostcode,
  listNumberRowsOfPostcodegebied,
  listNumberRowsOfPostcodes,
  listNumberRowsOfStreet,
  type NumberRow,
  type StreetKey,
} from "../index/address-rows.ts";
import { Budget, editDistance } from "../index/edit-distance.ts";
import type { HouseNumberBlock } from "../index/house-numbers.ts";
import { streetIndexOf } from "../index/index-store.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { TypedDesignation } from "../line/designation.ts";
import { type Interpretation, parseLine, withoutNoise } from "../line/parse-line.ts";
import { placeIndexOf } from "../places/place-index.ts";
import type { AddressSource } from "./candidate-addresses.ts";
import { findNames, type NameLookup } from "./find-names.ts";
import type { NameHits } from "./name-hits.ts";
import { postcodesNear } from "./near-misses.ts";
import { type PlaceWeights, weighByNearness, weighBySize } from "./place-weights.ts";
import { WordSplitter } from "./split-words.ts";
import { findUnknownDigits, type UnknownDigits } from "./unknown-digits.ts";

/** A line with its interpretations, the index and the lookups that the collectors share. */
export interface Query {
  readonly snapshot: Snapshot;
  readonly index: StreetIndex;
  readonly splitter: WordSplitter;
  readonly line: string;
  readonly interpretations: readonly Interpretation[];
  /** Each interpretation without noise (see withoutNoise); `undefined` when it has none. */
  readonly noiseless: readonly (Interpretation | undefined)[];
  readonly isPoBox: boolean;
  /** True while the line is being typed: its last word or number may be a prefix. */
  readonly isTyping: boolean;
  /** Pays for everything that is found by edit distance. */
  readonly budget: Budget;
  readonly lookups: Lookups;
  readonly places: PlaceWeights;
}

interface QueryOptions {
  readonly isTyping?: boolean;
  readonly budget?: Budget | undefined;
  /** Position in RD whose surroundings are preferred. */
  readonly near?: PlanarPoint | undefined;
}

const MAX_INTERPRETATIONS_UNCACHED = 8;

export function createQuery(
  snapshot: Snapshot,
  line: string,
  { isTyping = false, budget = new Budget(), near }: QueryOptions = {},
): Query {
  const index = streetIndexOf(snapshot);
  const { interpretations, isPoBox } = parseLine(line, { isTyping });
  const cachesBlocks = interpretations.length > MAX_INTERPRETATIONS_UNCACHED;
  return {
    snapshot,
    index,
    splitter: new WordSplitter(placeIndexOf(snapshot), index, budget),
    line,
    interpretations,
    noiseless: interpretations.map(withoutNoise),
    isPoBox,
    isTyping,
    budget,
    lookups: new Lookups({ snapshot, index }, { cachesBlocks }),
    places: near === undefined ? weighBySize(index) : weighByNearness(snapshot, index, near),
  };
}

/** Rows by key of the openbare ruimte. */
type RowsByStreet = ReadonlyMap<number, readonly NumberRow[]>;

/** Maximum streets of a query that are read for a postcode near the one typed. */
const MAX_STREETS_READ = 20;

/** Lookups in index and registry that the interpretations and collectors of one query share: each is made once. */
class Lookups {
  readonly #source: AddressSource;
  readonly #cachesBlocks: boolean;
  readonly #names = new Map<string, NameHits>();
  readonly #rowsOfPostcode = new Map<string, readonly NumberRow[]>();
  readonly #rowsNearPostcode = new Map<string, RowsByStreet>();
  #streetsRead = 0;
  /** By number, then by street. */
  readonly #blocks = new Map<number, Map<number, HouseNumberBlock | undefined>>();
  readonly #unknownDigits = new Map<Interpretation, UnknownDigits | undefined>();
  readonly #designations = new Map<string, TypedDesignation>();

  /** `cachesBlocks`: for lines of many interpretations, which share numbers and most streets. */
  constructor(source: AddressSource, { cachesBlocks }: { cachesBlocks: boolean }) {
    this.#source = source;
    this.#cachesBlocks = cachesBlocks;
  }

  findNames(lookup: NameLookup): NameHits {
    const { tokens, isPrefix, edits, maxPrefixMatches } = lookup;
    const key = `${edits}${isPrefix}${maxPrefixMatches}${tokens.join(" ")}`;
    return memoize(this.#names, key, () => findNames(this.#source.index, lookup));
  }

  /** Returns where the words have digits that no name has. */
  unknownDigitsOf(interpretation: Interpretation): UnknownDigits | undefined {
    return memoize(this.#unknownDigits, interpretation, () =>
      findUnknownDigits(interpretation, this.#source),
    );
  }

  /** Returns the addresses of a postcode, only those at the number if there is one. */
  rowsOfPostcode(postcode: string, number: number | undefined): readonly NumberRow[] {
    const list = () => listNumberRowsOfPostcode(this.#source.snapshot, postcode, number);
    return memoize(this.#rowsOfPostcode, `${postcode} ${number}`, list);
  }

  /** Returns the addresses at a number of all postcodes with these four digits. */
  rowsOfPostcodeArea(digits: string, number: number): readonly NumberRow[] {
    const list = () => listNumberRowsOfPostcodegebied(this.#source.snapshot, digits, number);
    return memoize(this.#rowsOfPostcode, `${digits} ${number}`, list);
  }

  /**
   * Returns the addresses of a street at a number with that postcode or one edit from it. Reads the first streets one
   * by one, because reading all near postcodes takes as long as some fifty streets.
   */
  rowsNearPostcode(street: StreetKey, postcode: string, number: number): readonly NumberRow[] {
    if (this.#streetsRead < MAX_STREETS_READ) {
      this.#streetsRead++;
      const rows = listNumberRowsOfStreet(this.#source.snapshot, street, number);
      return rows.filter((row) => row.postcode !== null && editDistance(postcode, row.postcode, 1) <= 1);
    }
    const rows = this.#rowsNearPostcodeByStreet(postcode, number).get(street.openbareRuimteId) ?? [];
    return rows.filter(({ woonplaats_id }) => woonplaats_id === street.woonplaatsId);
  }

  #rowsNearPostcodeByStreet(postcode: string, number: number): RowsByStreet {
    return memoize(this.#rowsNearPostcode, `${postcode} ${number}`, () => {
      const postcodes = [postcode, ...postcodesNear(postcode)];
      const rows = listNumberRowsOfPostcodes(this.#source.snapshot, postcodes, number);
      return Map.groupBy(rows, ({ openbare_ruimte_id }) => openbare_ruimte_id);
    });
  }

  /**
   * Returns the counts at a number; `undefined` when the street does not have it. Hot: allocates nothing when cached.
   */
  blockAt(street: number, number: number): HouseNumberBlock | undefined {
    const { index } = this.#source;
    if (!this.#cachesBlocks) {
      return index.findNumber(street, number);
    }
    let blocks = this.#blocks.get(number);
    if (blocks === undefined) {
      blocks = new Map();
      this.#blocks.set(number, blocks);
    }
    if (blocks.has(street)) {
      return blocks.get(street);
    }
    const block = index.findNumber(street, number);
    blocks.set(street, block);
    return block;
  }

  /** Returns the interpretation's designation, which caches its fits; `isPrefix`: it may be a prefix. */
  designationOf({ designation: typed }: Interpretation, isPrefix: boolean): TypedDesignation {
    const ordinal = this.#designations.size;
    const make = () => new TypedDesignation(typed, { isPrefix, ordinal });
    return memoize(this.#designations, `${typed} ${isPrefix}`, make);
  }
}
