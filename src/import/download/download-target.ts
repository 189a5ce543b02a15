/**
 * Stores one download: unfinished as `name.part`, whole as `name`, each beside a receipt that identifies the version
 * of the file. A kill at any moment leaves a file that is resumed, or one whose receipt does not match and that is
 * fetched again; never a torn file under the name of the whole one.
 */

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { FileLock } from "../../base/file-lock.ts";
import { refuseImport } from "../refuse.ts";

const receiptSchema = z.object({
  address: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  /** Size of the whole file; absent until the server announces it. */
  sizeBytes: z.number().optional(),
});

/** Version of a fetched file and the address it came from. */
export type Receipt = z.output<typeof receiptSchema>;

export class DownloadTarget {
  readonly path: string;
  readonly partPath: string;

  constructor(folder: string, name: string) {
    mkdirSync(folder, { recursive: true });
    this.path = join(folder, name);
    this.partPath = `${this.path}.part`;
  }

  /** Returns the receipt of the whole file if it exists and has the size in the receipt. */
  findComplete(): Receipt | undefined {
    const receipt = readReceipt(this.path);
    return receipt !== undefined && sizeOf(this.path) === receipt.sizeBytes ? receipt : undefined;
  }

  /** Returns the receipt and the size of an unfinished file, if there is one. */
  findPart(): { receipt: Receipt; receivedBytes: number } | undefined {
    const receipt = readReceipt(this.partPath);
    const receivedBytes = sizeOf(this.partPath);
    return receipt && receivedBytes ? { receipt, receivedBytes } : undefined;
  }

  /** Starts a new version: discards the unfinished file and writes the receipt. */
  start(receipt: Receipt): void {
    this.discard();
    writeFileSync(receiptPath(this.partPath), JSON.stringify(receipt));
  }

  /** Removes the unfinished file and its receipt. */
  discard(): void {
    for (const path of [this.partPath, receiptPath(this.partPath)]) {
      rmSync(path, { force: true });
    }
  }

  /** Makes the unfinished file the whole one, replacing an older version; syncs it to disk before the rename. */
  finish(receipt: Receipt): void {
    writeFileSync(receiptPath(this.partPath), JSON.stringify(receipt));
    syncFile(this.partPath);
    renameSync(this.partPath, this.path);
    renameSync(receiptPath(this.partPath), receiptPath(this.path));
  }
}

/**
 * Locks a folder for downloads, as imports lock the data folder. Refuses when another download holds it.
 */
export function lockDownloads(folder: string): FileLock {
  mkdirSync(folder, { recursive: true });
  const lock = FileLock.acquire(join(folder, "download.lock"), { create: true });
  return lock ?? refuseImport(`another download is running in ${folder}; wait until it is done`);
}

function receiptPath(path: string): string {
  return `${path}.json`;
}

function readReceipt(path: string): Receipt | undefined {
  try {
    return receiptSchema.safeParse(JSON.parse(readFileSync(receiptPath(path), "utf8"))).data;
  } catch {
    // Absent, or torn by a kill: then the version is unknown and the file is fetched again.
    return undefined;
  }
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

function syncFile(path: string): void {
  const fd = openSync(path, "r+");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
