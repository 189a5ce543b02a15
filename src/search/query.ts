import type { Snapshot } from "../registry/snapshot.ts";
import { type Budget, startBudget } from "./edit-distance.ts";
import type { NameHits } from "./find-names.ts";
import { indexOf } from "./index-store.ts";
import { type PlaceIndex, placesOf } from "./places.ts";
import { type LineReadings, type Reading, readLine } from "./read-line.ts";
import type { StreetIndex } from "./street-index.ts";

/** A line and what it is looked up in: what the collectors work with. */
export interface Query {
  readonly snapshot: Snapshot;
  readonly index: StreetIndex;
  readonly places: PlaceIndex;
  readonly line: string;
  readonly readings: readonly Reading[];
  readonly isPoBox: boolean;
  /** Whether the line is still being typed: its last word or number may go on. */
  readonly isTyping: boolean;
  /** Cells of distance tables this query may still fill: no line is slow, whatever it holds. */
  readonly budget: Budget;
  /** Names already looked up: many readings share their words. */
  readonly memo: Map<string, NameHits>;
}

export function queryOf(snapshot: Snapshot, line: string, { isTyping = false } = {}): Query {
  const index = indexOf(snapshot);
  const { readings, isPoBox }: LineReadings = readLine(line);
  return {
    snapshot,
    index,
    places: placesOf(snapshot, index),
    line,
    readings,
    isPoBox,
    isTyping,
    budget: startBudget(),
    memo: new Map(),
  };
}
