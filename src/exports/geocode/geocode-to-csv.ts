/** Geocodes a file of at most some thousand rows while its answer is sent, beside the other requests of the thread. */
import { logError } from "../../base/log.ts";
import { geocodeRows } from "../../batch/run/geocode-batches.ts";
import type { OpenedInput } from "../../batch/run/open-input.ts";
import { csvOptionsLike, layoutOf, writeMarkLike, writeResult } from "../../batch/run/write-result.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { RowBatch } from "../../tables/table.ts";
import { CsvWriter } from "../../tables/write/csv-writer.ts";

export interface StreamOptions {
  readonly snapshot: Snapshot;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
  /** Called once, when the last piece was taken or nobody takes them any more. */
  onEnd(): void;
}

/** Milliseconds of geocoding before other requests of the thread have their turn. */
const SLICE_MS = 4;
/** Rows that are written at a time, which takes about a millisecond. */
const ROWS_AT_ONCE = 50;

/** Returns the rows with their results as CSV, made at the pace of its reader. Closes the file at the end. */
export function geocodeToCsv(input: OpenedInput, options: StreamOptions): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const output = writable.getWriter();
  output.closed.catch(() => left.abort());
  const signal = AbortSignal.any([options.signal, left.signal]);
  writeCsv(input, { ...options, signal }, (bytes) => output.write(bytes))
    .then(() => output.close())
    .catch((error: unknown) => {
      if (!signal.aborted) {
        logError("the answer of POST /geocode/csv broke off", error);
      }
      return output.abort(error).catch(() => {});
    })
    .finally(() => options.onEnd());
  return readable;
}

async function writeCsv(
  { source, plan, known }: OpenedInput,
  { snapshot, signal }: StreamOptions,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const layout = layoutOf(source, plan, "geocoded");
  const writer = new CsvWriter(layout, write, csvOptionsLike(source));
  try {
    await writeMarkLike(source, "csv", write);
    const rows = inSmallBatches(source.batches());
    const batches = geocodeRows(rows, { snapshot, plan, known, sliceMs: SLICE_MS, signal });
    await writeResult(source, batches, writer, { plan, signal });
  } finally {
    await writer.close();
    await source.close();
  }
}

async function* inSmallBatches(batches: AsyncIterable<RowBatch>): AsyncGenerator<RowBatch> {
  for await (const { rows, progress } of batches) {
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      yield { rows: rows.slice(at, at + ROWS_AT_ONCE), progress };
    }
  }
}
