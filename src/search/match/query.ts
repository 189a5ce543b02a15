import type { Snapshot } from "../../registry/snapshot.ts";
import type { NumberRow } from "../index/address-rows.ts";
import { type Budget, startBudget } from "../index/edit-distance.ts";
import type { NumberBlock } from "../index/house-numbers.ts";
import { streetIndexOf } from "../index/index-store.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { TypedDesignation } from "../line/designation.ts";
import { type Interpretation, type ParsedLine, parseLine, withoutNoise } from "../line/parse-line.ts";
import { placeIndexOf } from "../places/place-index.ts";
import type { NameHits } from "./find-names.ts";
import { WordSplitter } from "./split-words.ts";

/** A line with its interpretations, the index and the caches that the collectors share. */
export interface Query {
  readonly snapshot: Snapshot;
  readonly index: StreetIndex;
  readonly splitter: WordSplitter;
  readonly line: string;
  readonly interpretations: readonly Interpretation[];
  /** Each interpretation without words that only announce or close an address; `undefined` when it has none. */
  readonly stripped: readonly (Interpretation | undefined)[];
  readonly isPoBox: boolean;
  /** True while the line is being typed: its last word or number may be a prefix. */
  readonly isTyping: boolean;
  /** Budget of distance-table cells, so that no line is slow, whatever it holds. */
  readonly budget: Budget;
  /** Cache of name lookups; many interpretations share their words. */
  readonly nameHits: Map<string, NameHits>;
  /** Cache of addresses at a number with the postcode typed or one edit from it, by openbare ruimte. */
  readonly rowsByNearPostcode: Map<string, ReadonlyMap<number, readonly NumberRow[]>>;
  /** Cache of addresses of a postcode or its four digits, at the interpretation's number if it has one. */
  readonly rowsByPostcode: Map<string, readonly NumberRow[]>;
  /** Cache of number blocks, by number and street; see blockAt. */
  readonly blocks: Map<number, Map<number, NumberBlock | undefined>>;
  /** Cache of typed designations with their fits; see typedDesignationOf. */
  readonly designations: Map<string, TypedDesignation>;
}

export function createQuery(snapshot: Snapshot, line: string, { isTyping = false } = {}): Query {
  const index = streetIndexOf(snapshot);
  const { interpretations, isPoBox }: ParsedLine = parseLine(line, { isTyping });
  return {
    snapshot,
    index,
    splitter: new WordSplitter(placeIndexOf(snapshot, index), index),
    line,
    interpretations,
    stripped: interpretations.map(withoutNoise),
    isPoBox,
    isTyping,
    budget: startBudget(),
    nameHits: new Map(),
    rowsByNearPostcode: new Map(),
    rowsByPostcode: new Map(),
    blocks: new Map(),
    designations: new Map(),
  };
}

/** Returns the interpretation's designation, cached. A prefix at the line's end: if typing, or with `allowsPrefix`. */
export function typedDesignationOf(
  query: Query,
  interpretation: Interpretation,
  allowsPrefix = false,
): TypedDesignation {
  const isPrefix = interpretation.endsWith === "designation" && (query.isTyping || allowsPrefix);
  const key = `${interpretation.designation} ${isPrefix}`;
  const ordinal = query.designations.size;
  const designation =
    query.designations.get(key) ??
    new TypedDesignation(interpretation.designation, { isBegun: isPrefix, ordinal });
  query.designations.set(key, designation);
  return designation;
}
