/**
 * Files that a run leaves in the folder of its session for the page to show: rows without an exact match and their
 * places, points for a map, and the counts.
 */
import { renameSync, rmSync } from "node:fs";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { createDraft, type DraftFile } from "../../base/draft-file.ts";
import { ROW_STATUSES, type RowOutcome, type RowReason, type RowStatus } from "../../batch/outcome.ts";
import type { GeocodedBatch } from "../../batch/run/geocode-table.ts";
import type { FileSummary } from "../../batch/run/summary.ts";
import { countOutcome, emptySummary } from "../../batch/run/summary.ts";
import { REASON_CODES } from "../../batch/texts/reasons.ts";
import type { Cell, Row, TableSource } from "../../tables/table.ts";
import type { SessionFolder } from "./session-folder.ts";

/** Longitude, latitude, kind of the dot, row as a spreadsheet counts. */
type MapPoint = readonly [longitude: number, latitude: number, kind: number, row: number];

/** Facts about a run that has ended. */
export interface FinishedRun {
  /** Name of the journal. */
  readonly journal: string;
  readonly counts: FileSummary["counts"];
  /** Numbers of the first rows that nobody can decide, as a spreadsheet counts, by the reason. */
  readonly settled: Readonly<Partial<Record<RowReason, readonly number[]>>>;
  readonly rowsWithAddress: number;
  readonly points: readonly MapPoint[];
}

/** Row to review. */
export interface ReviewRow {
  /** Number of the row, from 0. */
  readonly index: number;
  readonly cells: Row;
}

const OWNER_ONLY = 0o600;
const FINISHED = "finished.json";
const ROWS = "review-rows.jsonl";
const INDEX = "review-rows.places";
/** Start of the names of these two while they are written. */
const MAKING = "making-review-";
/** Bytes of an entry of the index: place of the row's line, its length, its match, its reason from 1, its number. */
const ENTRY = 20;
const MAX_POINTS = 5_000;
/** Longer cells are no addresses. They are cut to a character more than the limit, so that they are still too long. */
const MAX_CELL = 2_001;
/** Rows that a person may have to look at. */
const TO_REVIEW: readonly RowStatus[] = ["corrected", "one_of_several", "none", "former", "undecided"];
/** Kinds of dots on the map. */
const DOTS: Partial<Record<RowStatus, number>> = { corrected: 1, one_of_several: 2, changed: 1, replaced: 2 };
/** Reasons of rows that nobody can decide, because the data cannot have their address. */
const SETTLED: readonly RowReason[] = ["empty", "other country", "abroad", "po box", "place not loaded"];
/** First rows that are listed by reason. */
const MAX_LISTED = 20;

interface ReviewedRun {
  readonly source: TableSource;
  readonly batches: AsyncIterable<GeocodedBatch>;
  readonly journalName: string;
}

/** Writes the files while the rows are geocoded. They get their names at the end. */
export async function writeReview(
  session: SessionFolder,
  { source, batches, journalName }: ReviewedRun,
): Promise<void> {
  const counts = emptySummary();
  const points = new ThinnedPoints();
  const settled: Partial<Record<RowReason, number[]>> = {};
  const writer = await ReviewWriter.open(session);
  try {
    for await (const { rows, outcomes } of batches) {
      for (const [i, { match, reason, place }] of outcomes.entries()) {
        const index = counts.rows;
        countOutcome(counts, { match, reason });
        if (place !== null) {
          const [, , longitude, latitude] = place;
          points.add([longitude, latitude, DOTS[match] ?? 0, source.headRows + 1 + index]);
        }
        const why = SETTLED.find((each) => each === reason);
        if (why !== undefined) {
          settled[why] ??= [];
          settled[why].length < MAX_LISTED && settled[why].push(source.headRows + 1 + index);
        } else if (TO_REVIEW.includes(match)) {
          writer.add({ index, cells: rows[i]!.map(shorten) }, { match, reason });
        }
      }
      await writer.flush();
    }
    await writer.publish();
  } finally {
    await writer.close();
  }
  await session.writeJson(FINISHED, {
    journal: journalName,
    counts,
    settled,
    rowsWithAddress: points.count,
    points: points.list,
  } satisfies FinishedRun);
}

export function readFinishedRun(session: SessionFolder): FinishedRun | undefined {
  return session.readJson<FinishedRun>(FINISHED);
}

/** Part of the rows to review: rows with one of these matches and this reason, from position `from` on. */
interface ReviewPage {
  readonly matches: readonly RowStatus[];
  readonly reason?: string | undefined;
  /** Number of the only row. */
  readonly index?: number;
  readonly from: number;
  readonly limit: number;
}

/** Reads a part of the rows to review, in order; and counts all with these matches and this reason. */
export async function readReviewRows(
  session: SessionFolder,
  { matches, reason, index: only, from, limit }: ReviewPage,
): Promise<{ readonly total: number; readonly rows: ReviewRow[] }> {
  const index = await readFile(session.pathOf(INDEX));
  const wanted = new Set(matches.map((match) => ROW_STATUSES.indexOf(match)));
  const file = await open(session.pathOf(ROWS));
  try {
    let total = 0;
    const rows: ReviewRow[] = [];
    for (let at = 0; at + ENTRY <= index.length; at += ENTRY) {
      const hasReason = reason === undefined || REASON_CODES[index.readUInt16LE(at + 14) - 1] === reason;
      const isOnly = only === undefined || index.readUInt32LE(at + 16) === only;
      if (!isOnly || !hasReason || !wanted.has(index.readUInt16LE(at + 12))) {
        continue;
      }
      if (total >= from && rows.length < limit) {
        rows.push(await readRow(file, index, at));
      }
      total++;
    }
    return { total, rows };
  } finally {
    await file.close();
  }
}

/** Finds a row to review by its number in the file; undefined for a row that needs no review. */
export async function findReviewRow(session: SessionFolder, index: number): Promise<ReviewRow | undefined> {
  const page = { matches: ROW_STATUSES, index, from: 0, limit: 1 };
  return (await readReviewRows(session, page)).rows[0];
}

async function readRow(file: FileHandle, entries: Buffer, at: number): Promise<ReviewRow> {
  const line = Buffer.alloc(entries.readUInt32LE(at + 8));
  await file.read(line, 0, line.length, entries.readDoubleLE(at));
  return JSON.parse(line.toString("utf8")) as ReviewRow;
}

function shorten(cell: Cell): Cell {
  return typeof cell === "string" ? cell.slice(0, MAX_CELL) : cell;
}

/**
 * Writes the rows to review and their index under other names until they are whole: an attempt that has lost its job
 * may still write its own.
 */
class ReviewWriter {
  readonly #session: SessionFolder;
  /** Drafts by the final name of their file. */
  readonly #drafts: Readonly<Record<typeof ROWS | typeof INDEX, DraftFile>>;
  readonly #prefix: string;
  #lines: Buffer[] = [];
  #entries: Buffer[] = [];
  #sizeBytes = 0;

  private constructor(session: SessionFolder, prefix: string, rows: DraftFile, index: DraftFile) {
    this.#session = session;
    this.#prefix = prefix;
    this.#drafts = { [ROWS]: rows, [INDEX]: index };
  }

  static async open(session: SessionFolder): Promise<ReviewWriter> {
    for (const name of session.list().filter((each) => each.startsWith(MAKING))) {
      rmSync(session.pathOf(name), { force: true });
    }
    const prefix = `${MAKING}${crypto.randomUUID()}-`;
    const draft = (name: string) => createDraft(session.pathOf(prefix + name), OWNER_ONLY);
    return new ReviewWriter(session, prefix, await draft(ROWS), await draft(INDEX));
  }

  add(row: ReviewRow, { match, reason }: Pick<RowOutcome, "match" | "reason">): void {
    const line = Buffer.from(`${JSON.stringify(row)}\n`);
    const entry = Buffer.alloc(ENTRY);
    entry.writeDoubleLE(this.#sizeBytes, 0);
    entry.writeUInt32LE(line.length, 8);
    entry.writeUInt16LE(ROW_STATUSES.indexOf(match), 12);
    entry.writeUInt16LE(1 + (REASON_CODES as readonly (string | null)[]).indexOf(reason), 14);
    entry.writeUInt32LE(row.index, 16);
    this.#lines.push(line);
    this.#entries.push(entry);
    this.#sizeBytes += line.length;
  }

  async flush(): Promise<void> {
    await this.#drafts[ROWS].write(Buffer.concat(this.#lines));
    await this.#drafts[INDEX].write(Buffer.concat(this.#entries));
    this.#lines = [];
    this.#entries = [];
  }

  /** Renames the drafts to the final files, which replaces the files of an earlier run. */
  async publish(): Promise<void> {
    for (const name of [ROWS, INDEX] as const) {
      await this.#drafts[name].publish();
      renameSync(this.#session.pathOf(this.#prefix + name), this.#session.pathOf(name));
    }
  }

  async close(): Promise<void> {
    await this.#drafts[ROWS].close();
    await this.#drafts[INDEX].close();
  }
}

/** At most some thousand points, spread evenly over the rows: every second one goes when there are too many. */
class ThinnedPoints {
  list: MapPoint[] = [];
  count = 0;
  #step = 1;

  add(point: MapPoint): void {
    if (this.count++ % this.#step === 0) {
      this.list.push(point);
    }
    if (this.list.length > MAX_POINTS) {
      this.list = this.list.filter((_, i) => i % 2 === 0);
      this.#step *= 2;
    }
  }
}
