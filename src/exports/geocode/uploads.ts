/** Files that users upload to be geocoded: received on this machine, then handed to where job files are stored. */
import { rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { assertSpace, DiskShortage, watchSpace } from "../../base/disk-space.ts";
import { AppError } from "../../base/errors.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { ExportFiles } from "../export-files.ts";
import { inputNameOf } from "../job.ts";
import { TOO_LITTLE_SPACE } from "../space-for-file.ts";
import type { GeocodeFileOptions } from "./geocode-request.ts";
import { SurveyThread } from "./survey-files.ts";
import type { Survey } from "./survey-thread.ts";
import { assertFewUploads, uploadName } from "./upload-limits.ts";
import type { WorkFolder } from "./work-folder.ts";

/** File that was received whole. */
export interface Upload {
  /** UUID of the job that it is for. */
  readonly id: string;
  readonly sizeBytes: number;
  /**
   * Reads the file whole, in a thread of its own, and returns its number of rows and the plan for them. Throws AppError
   * `usage` for what cannot be read or geocoded. Waits for its turn: for each thread that serves one file is read at a
   * time.
   */
  survey(options: GeocodeFileOptions, snapshot: Snapshot): Promise<Survey>;
  /** Hands the file to the storage of job files, where any node reads it. */
  store(): Promise<void>;
  /** Removes what is left of it on this machine. */
  remove(): void;
}

/** Who sends a file, and of what size; 0 where that is not declared. */
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
/** Space that a job needs for each byte of its file: its journal, its result and that compressed. */
const SPACE_PER_BYTE = 4;

export function openUploads(folder: WorkFolder, files: ExportFiles): Uploads {
  const thread = new SurveyThread();
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
          survey: (options, snapshot) => thread.survey({ name: "The file", path }, { options, snapshot }),
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
  assertWithinLimits(): void;
}

async function writePieces(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  { declaredBytes, assertWithinLimits }: WriteOptions,
): Promise<number> {
  assertSpace(path, declaredBytes);
  const file = await open(path, "wx", OWNER_ONLY);
  try {
    // Takes no space, and tells other uploads of the key how large this one will be.
    await file.truncate(declaredBytes);
    const onGrowth = watchSpace(path);
    let sizeBytes = 0;
    let nextLookAt = 0;
    for await (const piece of pieces) {
      if (sizeBytes >= nextLookAt) {
        assertWithinLimits();
        nextLookAt = sizeBytes + BETWEEN_LOOKS;
      }
      onGrowth(piece.length);
      await file.writeFile(piece);
      sizeBytes += piece.length;
    }
    await file.truncate(sizeBytes);
    await file.datasync();
    return sizeBytes;
  } finally {
    await file.close();
  }
}
