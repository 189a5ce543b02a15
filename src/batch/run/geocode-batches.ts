/** Geocodes the rows of a table in order, in threads or in the calling thread. */
import { OrderedWorkers } from "../../base/ordered-workers.ts";
import { threadUrl } from "../../base/program-files.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { sharedIndexOf } from "../../search/index/index-store.ts";
import type { RowBatch } from "../../tables/table.ts";
import { createRowGeocoder, type KnownAnswers } from "../geocode-row.ts";
import type { RowOutcome } from "../outcome.ts";
import type { GeocodePlan } from "../plan.ts";
import type { FileToGeocode, GeocodedLines } from "./geocode-worker.ts";
import { toJsonLine } from "./geocoded-row.ts";

export interface BatchOptions {
  readonly snapshot: Snapshot;
  readonly plan: GeocodePlan;
  /** Answers to some of the rows; not for other threads. */
  readonly known?: KnownAnswers;
  /** Number of threads to start; 0 geocodes in the calling thread, which goes on with other work in between. */
  readonly threads: number;
  /** Maximum milliseconds for which the calling thread is kept from other work; 20 when absent. */
  readonly sliceMs?: number;
  /** Aborts with an exception: between two batches, in the calling thread within a slice. */
  readonly signal?: AbortSignal | undefined;
}

/** A batch with a line for each of its rows (geocoded-row.ts). */
export interface GeocodedBatch extends RowBatch {
  readonly lines: readonly string[];
}

/** Geocodes batches in order. At most `threads` + 1 are in memory: it reads no faster than it geocodes. */
export function geocodeBatches(
  batches: AsyncIterable<RowBatch>,
  options: BatchOptions,
): AsyncGenerator<GeocodedBatch> {
  return options.threads === 0 ? geocodeHere(batches, options) : geocodeInThreads(batches, options);
}

async function* geocodeInThreads(
  batches: AsyncIterable<RowBatch>,
  { snapshot, plan, threads, signal }: BatchOptions,
): AsyncGenerator<GeocodedBatch> {
  const workers = new OrderedWorkers<RowBatch, GeocodedLines>(
    threadUrl("batch/run/geocode-worker.ts"),
    threads,
  );
  try {
    const index = plan.kind === "recheck" ? undefined : sharedIndexOf(snapshot, undefined);
    workers.broadcast({ registryPath: snapshot.path, plan, index } satisfies FileToGeocode);
    for await (const { task, response } of workers.runAll(batches)) {
      signal?.throwIfAborted();
      if ("failed" in response) {
        throw new Error(response.failed);
      }
      yield { ...task, lines: response.lines };
    }
  } finally {
    workers.close();
  }
}

/** Milliseconds of geocoding before yielding to the event loop. */
const SLICE_MS = 20;

async function* geocodeHere(
  batches: AsyncIterable<RowBatch>,
  options: BatchOptions,
): AsyncGenerator<GeocodedBatch> {
  for await (const { outcomes, ...batch } of geocodeRows(batches, options)) {
    yield { ...batch, lines: outcomes.map(toJsonLine) };
  }
}

/** A batch with the outcome of each of its rows. */
export interface BatchOfOutcomes extends RowBatch {
  readonly outcomes: readonly RowOutcome[];
}

/** Geocodes batches in the calling thread, which goes on with other work in between. */
export async function* geocodeRows(
  batches: AsyncIterable<RowBatch>,
  { snapshot, plan, known, sliceMs = SLICE_MS, signal }: Omit<BatchOptions, "threads">,
): AsyncGenerator<BatchOfOutcomes> {
  const geocodeRow = createRowGeocoder(snapshot, plan, known);
  let yieldAtMs = performance.now() + sliceMs;
  for await (const batch of batches) {
    const outcomes: RowOutcome[] = [];
    for (const row of batch.rows) {
      outcomes.push(geocodeRow(row));
      if (performance.now() > yieldAtMs) {
        await new Promise(setImmediate);
        signal?.throwIfAborted();
        yieldAtMs = performance.now() + sliceMs;
      }
    }
    yield { ...batch, outcomes };
  }
}
