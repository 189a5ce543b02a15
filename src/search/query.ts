import type { Snapshot } from "../registry/snapshot.ts";
import type { NumberRow } from "../registry/street-numbers.ts";
import { TypedDesignation } from "./designation.ts";
import { type Budget, startBudget } from "./edit-distance.ts";
import type { NameHits } from "./find-names.ts";
import type { NumberBlock } from "./house-numbers.ts";
import { indexOf } from "./index-store.ts";
import { placesOf } from "./places.ts";
import { type LineReadings, type Reading, readLine, withoutNoise } from "./read-line.ts";
import { WordSplitter } from "./split-words.ts";
import type { StreetIndex } from "./street-index.ts";

/** A line with its readings, the index and the caches that the collectors share. */
export interface Query {
  readonly snapshot: Snapshot;
  readonly index: StreetIndex;
  readonly splitter: WordSplitter;
  readonly line: string;
  readonly readings: readonly Reading[];
  /** Each reading without words that only announce or close an address; `undefined` when it has none. */
  readonly stripped: readonly (Reading | undefined)[];
  readonly isPoBox: boolean;
  /** True while the line is being typed: its last word or number may be a prefix. */
  readonly isTyping: boolean;
  /** Budget of distance-table cells, so that no line is slow, whatever it holds. */
  readonly budget: Budget;
  /** Cache of name lookups; many readings share their words. */
  readonly memo: Map<string, NameHits>;
  /** Cache of addresses at a number with the postcode typed or one within an edit, by openbare ruimte; see rowsNear. */
  readonly nearPostcodes: Map<string, ReadonlyMap<number, readonly NumberRow[]>>;
  /** Cache of addresses of a postcode or its four digits, at the reading's number if it has one. */
  readonly rowsOf: Map<string, readonly NumberRow[]>;
  /** Cache of number blocks, by number and street; see blockAt. */
  readonly blocks: Map<number, Map<number, NumberBlock | undefined>>;
  /** Cache of typed designations with their fits; see designationIn. */
  readonly designations: Map<string, TypedDesignation>;
}

export function queryOf(snapshot: Snapshot, line: string, { isTyping = false } = {}): Query {
  const index = indexOf(snapshot);
  const { readings, isPoBox }: LineReadings = readLine(line, { isTyping });
  return {
    snapshot,
    index,
    splitter: new WordSplitter(placesOf(snapshot, index), index),
    line,
    readings,
    stripped: readings.map(withoutNoise),
    isPoBox,
    isTyping,
    budget: startBudget(),
    memo: new Map(),
    nearPostcodes: new Map(),
    rowsOf: new Map(),
    blocks: new Map(),
    designations: new Map(),
  };
}

/** Returns the reading's designation, cached; at the line's end it may be a prefix if typing or with `beginnings`. */
export function designationIn(query: Query, reading: Reading, beginnings = false): TypedDesignation {
  const isBegun = reading.endsWith === "designation" && (query.isTyping || beginnings);
  const key = `${reading.designation} ${isBegun}`;
  const ordinal = query.designations.size;
  const designation =
    query.designations.get(key) ?? new TypedDesignation(reading.designation, { isBegun, ordinal });
  query.designations.set(key, designation);
  return designation;
}
