import type { AdresFilter } from "../registry/adres-filter.ts";
import { readAdressenInOrder } from "../registry/adressen-in-order.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { type ExportFormat, FORMATS } from "./formats.ts";

/** What is exported, and how it is written. */
export interface ExportRequest {
  readonly filter: AdresFilter;
  readonly format: ExportFormat;
}

export interface ExportOutput {
  /** Takes a piece of the file; the next comes when it is done. */
  write(bytes: Uint8Array): Promise<unknown>;
  /** Told how many addresses have been written. */
  onProgress?(records: number): void;
  /** Ends the writing with an exception, within some 20 ms. */
  readonly signal?: AbortSignal;
}

/** Characters of a piece: what keeps the cost of a write out of sight and memory small. */
const PIECE_LENGTH = 256 * 1024;
/** How long reading goes on without letting anything else happen in its thread. */
const PAUSE_MS = 20;

/** Writes the addresses as one file, in list order, in constant memory; returns how many there are. */
export async function writeAddresses(
  snapshot: Snapshot,
  { filter, format }: ExportRequest,
  { write, onProgress, signal }: ExportOutput,
): Promise<number> {
  const { begin, write: writeRecord, end } = FORMATS[format];
  let records = 0;
  let piece = begin;
  let pauseAt = performance.now() + PAUSE_MS;
  for (const list of readAdressenInOrder(snapshot, filter)) {
    for (const record of list) piece += writeRecord(record, records++ === 0);
    if (piece.length < PIECE_LENGTH && performance.now() < pauseAt) continue;
    await (piece === "" ? new Promise(setImmediate) : write(Buffer.from(piece)));
    piece = "";
    onProgress?.(records);
    signal?.throwIfAborted();
    pauseAt = performance.now() + PAUSE_MS;
  }
  await write(Buffer.from(piece + end));
  onProgress?.(records);
  signal?.throwIfAborted();
  return records;
}
