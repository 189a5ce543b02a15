/**
 * The loop that geocodes a table, for the command, jobs, immediate answers and the page for files. Takes the rows of
 * the table, and yields them with their outcomes, in order. With a journal, an ended run continues where it stopped.
 */
import { OrderedWorkers } from "../../base/ordered-workers.ts";
import { threadUrl } from "../../base/program-files.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { sharedIndexOf } from "../../search/index/index-store.ts";
import type { RowBatch, TableSource } from "../../tables/table.ts";
import { createRowGeocoder, type KnownAnswers } from "../geocode-row.ts";
import type { GeocodePlan } from "../plan.ts";
import type { FileToGeocode } from "./geocode-worker.ts";
import { type GeocodedRow, parseJournalLine, toGeocodedRow, toJsonLine } from "./geocoded-row.ts";
import type { Journal, WholeJournal } from "./journal.ts";

export interface GeocodeOptions {
  readonly snapshot: Snapshot;
  readonly plan: GeocodePlan;
  /** Answers to some of the rows; not for other threads. */
  readonly known?: KnownAnswers;
  /** Number of threads to start; 0 geocodes in the calling thread, which goes on with other work in between. */
  readonly threads: number;
  /** Maximum milliseconds for which the calling thread is kept from other work; 20 when absent. */
  readonly sliceMs?: number;
  /** Most rows of a batch; 500 when absent. */
  readonly batchRows?: number;
  /** Most rows to take from the table. */
  readonly limit?: number | undefined;
  /** Rows that it has are not geocoded again; the others are added. All are on disk when the loop ends. */
  readonly journal?: Journal | undefined;
  /** Called with the number of rows of each batch, when the caller asks for the next one. */
  readonly onRows?: ((rows: number) => void) | undefined;
  /** Aborts with an exception: between two batches, in the calling thread within a slice. */
  readonly signal?: AbortSignal | undefined;
}

/** Rows of the table with the outcome of each. */
export interface GeocodedBatch extends RowBatch {
  readonly outcomes: readonly GeocodedRow[];
}

/** A batch of new outcomes; a thread has made their lines for the journal. */
interface NewBatch extends GeocodedBatch {
  readonly lines?: readonly string[];
}

/**
 * Yields the rows of a table with their outcomes, in order. At most `threads` + 1 batches are in memory: the table is
 * read no faster than its rows are geocoded and taken.
 */
export async function* geocodeTable(
  source: TableSource,
  options: GeocodeOptions,
): AsyncGenerator<GeocodedBatch> {
  for await (const batch of geocodeRows(source, options)) {
    yield batch;
    options.signal?.throwIfAborted();
    options.onRows?.(batch.rows.length);
  }
}

async function* geocodeRows(source: TableSource, options: GeocodeOptions): AsyncGenerator<GeocodedBatch> {
  const { journal, limit = source.rowCount, batchRows, threads } = options;
  const first = journal?.rows ?? 0;
  if (journal !== undefined && first > 0) {
    yield* joinJournal(source, journal);
  }
  if (first >= limit) {
    return;
  }
  const missing = rowsBetween(source, first, limit, batchRows);
  for await (const batch of threads === 0
    ? geocodeHere(missing, options)
    : geocodeInThreads(missing, options)) {
    await journal?.append(batch.lines ?? batch.outcomes.map(toJsonLine));
    yield batch;
  }
  await journal?.sync();
}

/**
 * Joins the rows of a table with a journal of their outcomes. Throws an Error when the journal has more rows than the
 * table.
 */
export async function* joinJournal(
  source: TableSource,
  journal: WholeJournal,
): AsyncGenerator<GeocodedBatch> {
  const { path, rows: total } = journal;
  const reader = await journal.read();
  try {
    let read = 0;
    for await (const batch of rowsBetween(source, 0, total)) {
      const lines = await reader.take(batch.rows.length);
      read += lines.length;
      yield { ...batch, outcomes: lines.map(parseJournalLine) };
    }
    if (read !== total) {
      throw new Error(`${path} holds ${total} rows, but the input has ${read}`);
    }
  } finally {
    await reader.close();
  }
}

async function* geocodeInThreads(
  batches: AsyncIterable<RowBatch>,
  { snapshot, plan, threads, signal }: GeocodeOptions,
): AsyncGenerator<NewBatch> {
  const workers = new OrderedWorkers<RowBatch, readonly string[]>(
    threadUrl("batch/run/geocode-worker.ts"),
    threads,
  );
  try {
    const index = plan.kind === "recheck" ? undefined : sharedIndexOf(snapshot, undefined);
    workers.broadcast({ registryPath: snapshot.path, plan, index } satisfies FileToGeocode);
    for await (const { task, response: lines } of workers.runAll(batches)) {
      signal?.throwIfAborted();
      yield { ...task, lines, outcomes: lines.map(parseJournalLine) };
    }
  } finally {
    workers.close();
  }
}

/** Milliseconds of geocoding before yielding to the event loop. */
const SLICE_MS = 20;

async function* geocodeHere(
  batches: AsyncIterable<RowBatch>,
  { snapshot, plan, known, sliceMs = SLICE_MS, signal }: GeocodeOptions,
): AsyncGenerator<NewBatch> {
  const geocodeRow = createRowGeocoder(snapshot, plan, known);
  let yieldAtMs = performance.now() + sliceMs;
  for await (const batch of batches) {
    const outcomes: GeocodedRow[] = [];
    for (const row of batch.rows) {
      outcomes.push(toGeocodedRow(geocodeRow(row)));
      if (performance.now() > yieldAtMs) {
        await new Promise(setImmediate);
        signal?.throwIfAborted();
        yieldAtMs = performance.now() + sliceMs;
      }
    }
    yield { ...batch, outcomes };
  }
}

/** Rows of a batch, at most: what a thread does before it looks at anything else, some tenths of a second. */
const MAX_BATCH = 500;

/** Reads the rows of a table from the row at `first`, counted from 0, up to the row before `end`. */
async function* rowsBetween(
  source: TableSource,
  first: number,
  end: number,
  batchRows = MAX_BATCH,
): AsyncGenerator<RowBatch> {
  let read = 0;
  for await (const { rows, progress } of source.batches()) {
    const last = Math.min(rows.length, end - read);
    for (let from = Math.max(0, first - read); from < last; from += batchRows) {
      yield { rows: rows.slice(from, Math.min(from + batchRows, last)), progress };
    }
    read += rows.length;
    if (read >= end) {
      return;
    }
  }
}
