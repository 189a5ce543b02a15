/** First phase of a run: geocodes the rows that the journal does not hold yet. */
import type { RowBatch, TableSource } from "../../tables/table.ts";
import { type GeocodeOptions, geocodeBatches } from "./geocode-batches.ts";
import type { Journal } from "./journal.ts";

/** Told the number of rows that were dealt with, after each batch. */
export type OnRows = (rows: number) => void;

interface FillOptions extends GeocodeOptions {
  /** Most rows to take from the file. */
  readonly limit?: number | undefined;
  readonly onRows?: OnRows | undefined;
}

/** Appends a line for each row to the journal, from the first row that it lacks; returns when all are on disk. */
export async function fillJournal(
  source: TableSource,
  journal: Journal,
  options: FillOptions,
): Promise<void> {
  const { onRows, limit } = options;
  const missing = rowsBetween(source, journal.rows, limit);
  for await (const { lines } of geocodeBatches(missing, options)) {
    await journal.append(lines);
    onRows?.(lines.length);
  }
  await journal.sync();
}

/** Rows of a batch, at most: what a thread does before it looks at anything else, some tenths of a second. */
const MAX_BATCH = 500;

/** Reads the rows of a table from the row at `first`, counted from 0, up to the row before `end`. */
export async function* rowsBetween(
  source: TableSource,
  first: number,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<RowBatch> {
  let read = 0;
  for await (const { rows, progress } of source.batches()) {
    const last = Math.min(rows.length, end - read);
    for (let from = Math.max(0, first - read); from < last; from += MAX_BATCH) {
      yield { rows: rows.slice(from, Math.min(from + MAX_BATCH, last)), progress };
    }
    read += rows.length;
    if (read >= end) {
      return;
    }
  }
}
