/** Files that users upload to be geocoded: received on this machine, then handed to where job files are stored. */
import { rmSync } from "node:fs";
import { open } from "node:fs/promises";
import type { Awaitable } from "../../base/awaitable.ts";
import { assertSpace, DiskShortage, watchGrowth } from "../../base/disk-space.ts";
import { AppError } from "../../base/errors.ts";
import type { InputOptions } from "../../batch/run/open-input.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { ExportFiles } from "../export-files.ts";
import { inputNameOf } from "../job.ts";
import { TOO_LITTLE_SPACE } from "../job-space.ts";
import { surveyFile } from "./survey-file.ts";
import type { Survey } from "./survey-thread.ts";
import { isUnderWay, uploadName } from "./upload-names.ts";
import type { WorkFolder } from "./work-folder.ts";

/** File that was received whole. */
export interface Upload {
  /** UUID of the job that it is for. */
  readonly id: string;
  readonly sizeBytes: number;
  /**
   * Reads the file whole, in a thread of its own, and returns its number of rows and the plan for them. Throws AppError
   * `usage` for what cannot be read or geocoded. Waits for its turn: each serving thread has one file read at a time.
   */
  survey(options: InputOptions, snapshot: Snapshot): Promise<Survey>;
  /** Hands the file to the storage of job files, where any node reads it. */
  store(): Promise<void>;
  /** Removes the file from this machine. */
  remove(): void;
}

/** Sender of a file, and its size; 0 when not declared. */
interface Sender {
  readonly keyId: number;
  readonly declaredBytes: number;
}

export interface Uploads {
  /**
   * Writes a file as it comes in. Throws `unavailable` when the disk has too little space left, `export_queue_full`
   * when the key has too many uploads under way.
   */
  receive(pieces: AsyncIterable<Uint8Array>, sender: Sender): Promise<Upload>;
}

const OWNER_ONLY = 0o600;
/** Bytes between two looks at the other uploads of the key. */
const BETWEEN_LOOKS = 16 * 1024 * 1024;
/** Bytes of disk space that geocoding needs for each byte of a file: journal, result and compressed result. */
export const SPACE_PER_BYTE = 4;

export function openUploads(folder: WorkFolder, files: ExportFiles): Uploads {
  return {
    async receive(pieces, { keyId, declaredBytes }) {
      const id = crypto.randomUUID();
      const path = folder.pathOf(uploadName(id, keyId));
      const remove = () => rmSync(path, { force: true });
      try {
        const assertWithinLimits = () => assertFewUploads(folder, keyId);
        const sizeBytes = await writePieces(path, pieces, { declaredBytes, assertWithinLimits });
        assertSpace(path, SPACE_PER_BYTE * sizeBytes);
        return {
          id,
          sizeBytes,
          survey: (options, snapshot) => surveyFile({ path, sizeBytes, options, snapshot }),
          store: () => files.storeInput(inputNameOf(id), path),
          remove,
        };
      } catch (error) {
        remove();
        throw error instanceof DiskShortage ? new AppError("unavailable", TOO_LITTLE_SPACE) : error;
      }
    },
  };
}

interface WriteOptions {
  readonly declaredBytes: number;
  assertWithinLimits(): Awaitable<void>;
}

/**
 * Writes a file as it comes in; returns its size in bytes. Throws a DiskShortage. Calls `assertWithinLimits` now and
 * then, and throws what it throws.
 */
export async function writePieces(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  { declaredBytes, assertWithinLimits }: WriteOptions,
): Promise<number> {
  assertSpace(path, declaredBytes);
  const file = await open(path, "wx", OWNER_ONLY);
  try {
    // Takes no space, and shows other uploads of the key how large this one will be.
    await file.truncate(declaredBytes);
    const onGrowth = watchGrowth(path);
    let sizeBytes = 0;
    let nextLookAt = 0;
    for await (const piece of pieces) {
      if (sizeBytes >= nextLookAt) {
        await assertWithinLimits();
        nextLookAt = sizeBytes + BETWEEN_LOOKS;
      }
      const isSyncDue = onGrowth(piece.length);
      await file.writeFile(piece);
      if (isSyncDue) {
        await file.datasync();
      }
      sizeBytes += piece.length;
    }
    await file.truncate(sizeBytes);
    await file.datasync();
    return sizeBytes;
  } finally {
    await file.close();
  }
}

export const UPLOADS_AT_ONCE = 4;
export const MAX_BYTES_AT_ONCE = 2 * 1024 ** 3;
const RETRY_AFTER_S = 10;
/**
 * Throws `export_queue_full` when the key has too many or too large uploads under way, counted over all threads and
 * processes. An unfinished upload counts with its declared size, which its file has from the start.
 */
function assertFewUploads(folder: WorkFolder, keyId: number): void {
  const own = folder.list().filter(({ name }) => isUnderWay(name, keyId));
  if (own.length > UPLOADS_AT_ONCE) {
    throw refusal(`This API key already has ${UPLOADS_AT_ONCE} uploads under way.`);
  }
  if (own.length > 1 && own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > MAX_BYTES_AT_ONCE) {
    throw refusal(
      "The uploads of this API key that are under way are more than 2 GiB: send them one by one.",
    );
  }
}

function refusal(message: string): AppError {
  return new AppError("export_queue_full", message, { headers: { "Retry-After": `${RETRY_AFTER_S}` } });
}
