/** Files that users upload to be geocoded: received on this machine, then handed to where job files are stored. */
import { rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { AppError } from "../../base/errors.ts";
import { openInput } from "../../batch/run/open-input.ts";
import type { ExportFiles } from "../export-files.ts";
import { inputNameOf } from "../job.ts";
import type { GeocodeFileOptions } from "./geocode-request.ts";
import type { WorkFolder } from "./work-folder.ts";

/** File that was received whole. */
export interface Upload {
  /** UUID of the job that it is for. */
  readonly id: string;
  readonly sizeBytes: number;
  /**
   * Reads the file whole and returns its number of rows. Throws AppError `usage` for what cannot be read or geocoded.
   * Waits for its turn: a thread reads one at a time.
   */
  countRows(options: GeocodeFileOptions): Promise<number>;
  /** Hands the file to the storage of job files, where any node reads it. */
  store(): Promise<void>;
  /** Removes what is left of it on this machine. */
  remove(): void;
}

export interface Uploads {
  /** Writes a file as it comes in. Throws `unavailable` when the disk has too little space left. */
  receive(pieces: AsyncIterable<Uint8Array>): Promise<Upload>;
}

const OWNER_ONLY = 0o600;
/** Bytes that stay free on the disk for accounts.db and other files. */
const RESERVED_BYTES = 512 * 1024 * 1024;
/** Bytes between two looks at the free space. */
const BETWEEN_LOOKS = 16 * 1024 * 1024;
/** Space that a job needs for each byte of its file: its journal, its result and that compressed. */
const SPACE_PER_BYTE = 4;

export function openUploads(folder: WorkFolder, files: ExportFiles): Uploads {
  let lastTurn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = lastTurn.then(work, work);
    lastTurn = turn.catch(() => {});
    return turn;
  };
  return {
    async receive(pieces) {
      const id = crypto.randomUUID();
      const path = folder.pathOf(`${id}.upload`);
      const remove = () => rmSync(path, { force: true });
      try {
        const sizeBytes = await writePieces(path, pieces, folder);
        assertSpace(folder, SPACE_PER_BYTE * sizeBytes);
        return {
          id,
          sizeBytes,
          countRows: (options) => inTurn(() => countRows(path, options)),
          store: () => files.storeInput(inputNameOf(id), path),
          remove,
        };
      } catch (error) {
        remove();
        throw error;
      }
    },
  };
}

async function writePieces(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  folder: WorkFolder,
): Promise<number> {
  const file = await open(path, "wx", OWNER_ONLY);
  try {
    let sizeBytes = 0;
    let nextLookAt = 0;
    for await (const piece of pieces) {
      if (sizeBytes >= nextLookAt) {
        assertSpace(folder, BETWEEN_LOOKS);
        nextLookAt = sizeBytes + BETWEEN_LOOKS;
      }
      await file.writeFile(piece);
      sizeBytes += piece.length;
    }
    await file.datasync();
    return sizeBytes;
  } finally {
    await file.close();
  }
}

function assertSpace(folder: WorkFolder, neededBytes: number): void {
  if (folder.freeBytes() < neededBytes + RESERVED_BYTES) {
    throw new AppError("unavailable", "The server has too little disk space for this file; try again later.");
  }
}

async function countRows(path: string, options: GeocodeFileOptions): Promise<number> {
  const { source } = await openInput({ name: "The file", path }, options);
  await source.close();
  return source.rowCount;
}
