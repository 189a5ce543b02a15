import type { AdresFilter } from "../registry/adres-filter.ts";
import { readAdressenInOrder } from "../registry/adressen-in-order.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { type ExportFormat, FORMATS } from "./formats.ts";

/** Filter and file format of an export. */
export interface ExportRequest {
  readonly filter: AdresFilter;
  readonly format: ExportFormat;
}

export interface ExportOutput {
  /** Writes a piece of the file; the next piece follows when the promise resolves. */
  write(bytes: Uint8Array): Promise<unknown>;
  /** Called with the number of addresses written so far. */
  onProgress?(records: number): void;
  /** Aborts the writing with an exception, within some 20 ms. */
  readonly signal?: AbortSignal;
}

/** Characters of a piece: enough to make the cost of a write negligible, few enough to keep memory small. */
const PIECE_LENGTH = 256 * 1024;
/** Maximum milliseconds of reading before yielding to the event loop. */
const MAX_BLOCKING_MS = 20;

/** Writes the addresses as one file, in list order, in constant memory; returns their number. */
export async function writeAddresses(
  snapshot: Snapshot,
  { filter, format }: ExportRequest,
  { write, onProgress, signal }: ExportOutput,
): Promise<number> {
  const { begin, write: writeRecord, end } = FORMATS[format];
  let records = 0;
  let piece = begin;
  let yieldAtMs = performance.now() + MAX_BLOCKING_MS;
  for (const list of readAdressenInOrder(snapshot, filter)) {
    for (const record of list) {
      piece += writeRecord(record, records++ === 0);
    }
    if (piece.length < PIECE_LENGTH && performance.now() < yieldAtMs) {
      continue;
    }
    await (piece === "" ? new Promise(setImmediate) : write(Buffer.from(piece)));
    piece = "";
    onProgress?.(records);
    signal?.throwIfAborted();
    yieldAtMs = performance.now() + MAX_BLOCKING_MS;
  }
  await write(Buffer.from(piece + end));
  onProgress?.(records);
  signal?.throwIfAborted();
  return records;
}
