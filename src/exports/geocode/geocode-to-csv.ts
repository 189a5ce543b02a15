/** Geocodes a file of at most some thousand rows while the answer is sent and the thread serves other requests. */
import { logError } from "../../base/log.ts";
import { geocodeTable } from "../../batch/run/geocode-table.ts";
import type { OpenedInput } from "../../batch/run/open-input.ts";
import { writeResult } from "../../batch/run/write-result.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";

export interface StreamOptions {
  readonly snapshot: Snapshot;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
  /** Called once, when the last piece was read or the reader has gone. */
  onEnd(): void;
}

/** Other requests of the thread have their turn after 4 ms of geocoding; 50 rows are written in about a millisecond. */
const IN_SMALL_STEPS = { sliceMs: 4, batchRows: 50 };

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
  const batches = geocodeTable(source, { snapshot, plan, known, threads: 0, ...IN_SMALL_STEPS, signal });
  try {
    await writeResult({ source, plan, batches }, { name: "geocoded", format: "csv", write });
  } finally {
    await source.close();
  }
}
