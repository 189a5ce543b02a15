/**
 * Where one download lies: unfinished as `name.part`, whole as `name`, each beside a receipt that says which version of
 * the file it is. A kill at any moment leaves a file that is resumed, or one whose receipt does not fit and that is
 * fetched again; never a torn file under the whole one's name.
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
import { Database } from "../base/sqlite.ts";
import { refuse } from "./refuse.ts";

const receiptSchema = z.object({
  address: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  /** Of the whole file; absent while the server has not told. */
  sizeBytes: z.number().optional(),
});

/** Which version of a file was fetched from where. */
export type Receipt = z.output<typeof receiptSchema>;

export class DownloadPlace {
  readonly path: string;
  readonly partPath: string;

  constructor(folder: string, name: string) {
    mkdirSync(folder, { recursive: true });
    this.path = join(folder, name);
    this.partPath = `${this.path}.part`;
  }

  /** The receipt of the whole file, if it is there and as long as it was. */
  whole(): Receipt | undefined {
    const receipt = readReceipt(this.path);
    return receipt !== undefined && sizeOf(this.path) === receipt.sizeBytes ? receipt : undefined;
  }

  /** What there is of an unfinished file. */
  part(): { receipt: Receipt; arrivedBytes: number } | undefined {
    const receipt = readReceipt(this.partPath);
    const arrivedBytes = sizeOf(this.partPath);
    return receipt && arrivedBytes ? { receipt, arrivedBytes } : undefined;
  }

  /** Makes room for a version of which nothing has arrived yet. */
  begin(receipt: Receipt): void {
    this.discard();
    writeFileSync(receiptPath(this.partPath), JSON.stringify(receipt));
  }

  /** Drops what is unfinished. */
  discard(): void {
    for (const path of [this.partPath, receiptPath(this.partPath)]) rmSync(path, { force: true });
  }

  /** Makes the unfinished file the whole one, in place of an older version. */
  finish(receipt: Receipt): void {
    writeFileSync(receiptPath(this.partPath), JSON.stringify(receipt));
    syncFile(this.partPath);
    renameSync(this.partPath, this.path);
    renameSync(receiptPath(this.partPath), receiptPath(this.path));
  }
}

/** Keeps other downloads out of a folder until closed; goes with its process, as the import's lock does. */
export function lockDownloads(folder: string): Database {
  mkdirSync(folder, { recursive: true });
  const lock = new Database(join(folder, "download.lock"), { create: true, readwrite: true });
  try {
    lock.run("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    const isBusy = error instanceof Error && "code" in error && error.code === "SQLITE_BUSY";
    if (!isBusy) throw error;
    return refuse(`another download is running in ${folder}; wait until it is done`, error);
  }
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
