/**
 * Rows that a person decided in a session: an address, or that there is none. The last decision of a row is in force.
 */
import { existsSync, readFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { assertSpace } from "../../base/disk-space.ts";
import type { GeocodePlan } from "../../batch/plan.ts";
import type { GeocodedBatch } from "../../batch/run/geocode-batches.ts";
import type { Column, TableLayout } from "../../tables/table.ts";
import type { SessionFolder } from "./session-folder.ts";

/** Address as the page names it. */
export interface ChosenAddress {
  readonly id: string;
  readonly text: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface KeptDecision {
  /** Null: the row has no address. */
  readonly address: ChosenAddress | null;
  /** The row as the journal would have it. */
  readonly line: string;
}

interface Entry {
  /** Number of the row, from 0. */
  readonly index: number;
  /** Null takes the decision back. */
  readonly decision: KeptDecision | null;
}

const OWNER_ONLY = 0o600;
const NAME = "decisions.jsonl";

/** Decisions by the index of their row, and the number of entries that led to them. */
export interface Decisions {
  readonly byRow: ReadonlyMap<number, KeptDecision>;
  readonly revision: number;
}

export function readDecisions(session: SessionFolder): Decisions {
  const path = session.pathOf(NAME);
  // Text behind the last line end is a line that is being written.
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
  const byRow = new Map<number, KeptDecision>();
  for (const line of lines) {
    const { index, decision } = JSON.parse(line) as Entry;
    decision === null ? byRow.delete(index) : byRow.set(index, decision);
  }
  return { byRow, revision: lines.length };
}

export async function addDecision(session: SessionFolder, entry: Entry): Promise<void> {
  const path = session.pathOf(NAME);
  const line = `${JSON.stringify(entry)}\n`;
  assertSpace(path, line.length);
  await appendFile(path, line, { mode: OWNER_ONLY });
}

/** Counts rows with an address and rows with none. */
export function countDecisions({ byRow }: Decisions): { address: number; none: number } {
  const none = byRow.values().reduce((sum, { address }) => sum + (address === null ? 1 : 0), 0);
  return { address: byRow.size - none, none };
}

const DECIDED_BY = "result_decided_by";
const BY_HAND = "hand";

/** Adds the column that marks rows decided by hand. */
export function withDecidedColumn(layout: TableLayout, plan: GeocodePlan): TableLayout {
  const taken = new Set([...layout.columns, ...plan.added].map(({ name }) => name.toLowerCase()));
  let name = DECIDED_BY;
  for (let number = 2; taken.has(name); number++) {
    name = `${DECIDED_BY}_${number}`;
  }
  const column: Column = { name, kind: "text" };
  return { ...layout, columns: [...layout.columns, column] };
}

/** Replaces found addresses by the decisions, and adds to every row the value of the column that marks these. */
export async function* withDecisions(
  batches: AsyncIterable<GeocodedBatch>,
  { byRow }: Decisions,
): AsyncGenerator<GeocodedBatch> {
  let index = 0;
  for await (const batch of batches) {
    const lines = batch.lines.map((line) => {
      const decision = byRow.get(index++);
      return decision === undefined ? withValue(line, null) : withValue(decision.line, BY_HAND);
    });
    yield { ...batch, lines };
  }
}

/** Adds a value to the last list of a line of the journal, which holds the values of the added columns and ends it. */
function withValue(line: string, value: string | null): string {
  const separator = line.endsWith("[]]") ? "" : ",";
  return `${line.slice(0, -2)}${separator}${JSON.stringify(value)}]]`;
}
