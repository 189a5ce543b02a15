/**
 * Rows that a person decided in a session: an address, or that there is none. The last decision of a row is in force.
 */
import { type FileHandle, open, readFile } from "node:fs/promises";
import { assertSpace } from "../../base/disk-space.ts";
import { freeName } from "../../batch/result-columns.ts";
import type { GeocodedBatch } from "../../batch/run/geocode-table.ts";
import { parseJournalLine } from "../../batch/run/geocoded-row.ts";
import type { PlannedTable } from "../../batch/run/open-input.ts";
import type { Column } from "../../tables/table.ts";
import { DecisionTail, type Place } from "./decision-tail.ts";
import { LineTails } from "./line-tail.ts";
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

/** Reads all decisions. */
export async function readDecisions(session: SessionFolder): Promise<Decisions> {
  const { rows, revision } = await lookAt(session);
  return { byRow: await readEntries(session, [...rows]), revision };
}

/** Reads the decisions about some rows. */
export async function readDecisionsOf(
  session: SessionFolder,
  indexes: readonly number[],
): Promise<ReadonlyMap<number, KeptDecision>> {
  const { rows } = await lookAt(session);
  const wanted = indexes.flatMap((index) => {
    const place = rows.get(index);
    return place === undefined ? [] : [[index, place] as const];
  });
  return await readEntries(session, wanted);
}

/** Counts the rows decided to have an address, those decided to have none, and all entries. Reads only new entries. */
export async function countDecisions(
  session: SessionFolder,
): Promise<{ readonly decided: { address: number; none: number }; readonly revision: number }> {
  const { rows, none, revision } = await lookAt(session);
  return { decided: { address: rows.size - none, none }, revision };
}

export async function addDecision(session: SessionFolder, entry: Entry): Promise<void> {
  const path = session.pathOf(NAME);
  const line = `${JSON.stringify(entry)}\n`;
  assertSpace(path, line.length);
  const file = await open(path, "a+", OWNER_ONLY);
  try {
    // A process that was killed may have left a torn line.
    await file.appendFile((await endsInLine(file)) ? line : `\n${line}`);
  } finally {
    await file.close();
  }
}

const NEWLINE = 10;

async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
  return size === 0 || buffer[0] === NEWLINE;
}

/** Each has some megabytes for a hundred thousand decisions. */
const MAX_TAILS = 20;
const tails = new LineTails(() => new DecisionTail(), MAX_TAILS);

async function lookAt(session: SessionFolder): Promise<DecisionTail> {
  return await tails.readOn(session.pathOf(NAME));
}

async function readEntries(
  session: SessionFolder,
  places: readonly (readonly [index: number, place: Place])[],
): Promise<ReadonlyMap<number, KeptDecision>> {
  const entries = new Map<number, KeptDecision>();
  const decisionOf = (line: Buffer) => (JSON.parse(line.toString("utf8")) as Entry).decision!;
  if (places.length > FEW) {
    const content = await readFile(session.pathOf(NAME));
    for (const [index, { at, length }] of places) {
      entries.set(index, decisionOf(content.subarray(at, at + length)));
    }
  } else if (places.length > 0) {
    const file = await open(session.pathOf(NAME));
    try {
      for (const [index, { at, length }] of places) {
        entries.set(index, decisionOf((await file.read(Buffer.alloc(length), 0, length, at)).buffer));
      }
    } finally {
      await file.close();
    }
  }
  return entries;
}

/** Up to this many entries are read one by one; for more, the whole file is read. */
const FEW = 1_000;

const BY_HAND = "hand";

/** Returns the column that marks rows decided by hand. */
export function decidedColumn({ source, plan }: PlannedTable): Column {
  const column = `${plan.kind === "recheck" ? "recheck" : "result"}_decided_by`;
  return { name: freeName(column, [...source.header, ...plan.added.map(({ name }) => name)]), kind: "text" };
}

/** Replaces found addresses by the decisions, and adds to every row the column that marks decided rows. */
export async function* withDecisions(
  batches: AsyncIterable<GeocodedBatch>,
  { byRow }: Decisions,
): AsyncGenerator<GeocodedBatch> {
  let index = 0;
  for await (const batch of batches) {
    const outcomes = batch.outcomes.map((outcome) => {
      const line = byRow.get(index++)?.line;
      const { values, ...decided } = line === undefined ? outcome : parseJournalLine(line);
      return { ...decided, values: [...values, line === undefined ? null : BY_HAND] };
    });
    yield { ...batch, outcomes };
  }
}
