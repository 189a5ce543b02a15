import type { Snapshot } from "../../registry/file/snapshot.ts";
import { Budget } from "../index/budget.ts";
import { streetIndexOf } from "../index/index-store.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { type Interpretation, parseLine, withoutNoise } from "../line/parse-line.ts";
import { placeIndexOf } from "../places/place-index.ts";
import { Lookups } from "./lookups.ts";
import { WordSplitter } from "./split-words.ts";

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
}

interface QueryOptions {
  readonly isTyping?: boolean;
  readonly budget?: Budget | undefined;
}

const MAX_INTERPRETATIONS_UNCACHED = 8;

export function createQuery(
  snapshot: Snapshot,
  line: string,
  { isTyping = false, budget = new Budget() }: QueryOptions = {},
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
  };
}
