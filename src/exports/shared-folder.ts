/**
 * Job files in a folder that several machines share. A share that is not mounted looks like an empty or missing folder,
 * as if all files had expired. So the folder gets a marker at its first use, and each machine notes in its data folder
 * that it has used the folder. On a machine with this note, a missing marker is a fault of the storage.
 */
import { accessSync, constants, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isDiskFull } from "../base/disk-fault.ts";
import type { DraftFile } from "../base/draft-file.ts";
import { AppError, codeOf, messageOf } from "../base/errors.ts";
import { givePathToFolderOwner } from "../base/folder-owner.ts";
import { StorageFault } from "../storage/object-store.ts";
import type { ExportFiles } from "./export-files.ts";

/** File in the shared folder. */
const MARKER = ".baken-exports";
/** File of the data folder with the path of the shared folder that this machine has used. */
const NOTE = ".export-store";

/**
 * Guards job files in a shared folder: each operation throws `StorageFault` while the folder is away. This call itself
 * does not read the folder.
 */
export function guardSharedFolder(files: ExportFiles, folder: string, dataDir: string): ExportFiles {
  const assertThere = createMarkerCheck(folder, dataDir);
  const toFault = (error: unknown): unknown => {
    if (error instanceof AppError || isDiskFull(error)) {
      return error;
    }
    if (codeOf(error) === "ENOENT") {
      // One file is missing, or all are.
      try {
        assertThere();
        return error;
      } catch (fault) {
        return fault;
      }
    }
    return new StorageFault(`${folder} cannot be used: ${messageOf(error)}`, error);
  };
  const guard = <T>(operation: () => T): T => {
    try {
      assertThere();
      return operation();
    } catch (error) {
      throw toFault(error);
    }
  };
  const guardAsync = async <T>(operation: () => Promise<T>): Promise<T> => {
    try {
      assertThere();
      return await operation();
    } catch (error) {
      throw toFault(error);
    }
  };
  return {
    async createDraft(name, form) {
      const draft = await guardAsync(() => files.createDraft(name, form));
      return {
        write: (bytes) => guardWrite(draft.write(bytes), toFault),
        publish: () => guardAsync(() => draft.publish()),
        close: () => guardWrite(draft.close(), toFault),
      } satisfies DraftFile;
    },
    storeInput: (name, path) => guardAsync(() => files.storeInput(name, path)),
    fetchInput: (name, copy) => guardAsync(() => files.fetchInput(name, copy)),
    find: (name) => guard(() => files.find(name)),
    remove: (name) => guard(() => files.remove(name)),
    removeUnowned: (listOwned) =>
      guardAsync(async () => {
        // Once a minute: a folder that may be read but not written would show only with the next job.
        accessSync(folder, constants.W_OK | constants.X_OK);
        await files.removeUnowned(listOwned);
      }),
    spaceLeft: () => guard(() => files.spaceLeft()),
  };
}

/** Awaits an operation that was begun in the folder; an open file needs no look at the marker. */
async function guardWrite(written: Promise<void>, toFault: (error: unknown) => unknown): Promise<void> {
  try {
    await written;
  } catch (error) {
    throw toFault(error);
  }
}

/**
 * Returns a function that throws when the marker is missing from a folder that this machine has used before. At the
 * first use it makes folder and marker.
 */
function createMarkerCheck(folder: string, dataDir: string): () => void {
  const marker = join(folder, MARKER);
  let isNoted = false;
  return () => {
    if (statSync(marker, { throwIfNoEntry: false }) === undefined) {
      if (isNoted || isUsedBefore(folder, dataDir)) {
        throw new StorageFault(describeAbsence(folder));
      }
      mkdirSync(folder, { recursive: true });
      writeFileSync(marker, "Files of exports of baken are in this folder.\n");
      givePathToFolderOwner(marker, folder);
    }
    if (!isNoted) {
      writeNote(folder, dataDir);
      isNoted = true;
    }
  };
}

function describeAbsence(folder: string): string {
  return `${folder} is not mounted, or was emptied: it has no ${MARKER}`;
}

function isUsedBefore(folder: string, dataDir: string): boolean {
  try {
    return readFileSync(join(dataDir, NOTE), "utf8").trim() === resolve(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return false;
    }
    throw error;
  }
}

function writeNote(folder: string, dataDir: string): void {
  if (!isUsedBefore(folder, dataDir)) {
    writeFileSync(join(dataDir, NOTE), `${resolve(folder)}\n`);
    givePathToFolderOwner(join(dataDir, NOTE), dataDir);
  }
}

/** State of a shared folder; `fault` says why this machine cannot use it. */
export type SharedFolderState =
  | { readonly kind: "there" | "not made yet" }
  | { readonly kind: "away"; readonly fault: string };

/** Reports whether this machine can use a shared folder, or make one that it has not used before. Changes nothing. */
export function inspectSharedFolder(folder: string, dataDir: string): SharedFolderState {
  try {
    if (statSync(join(folder, MARKER), { throwIfNoEntry: false }) !== undefined) {
      return { kind: "there" };
    }
    if (isUsedBefore(folder, dataDir)) {
      return { kind: "away", fault: describeAbsence(folder) };
    }
    if (statSync(folder, { throwIfNoEntry: false }) !== undefined) {
      return { kind: "there" };
    }
  } catch (error) {
    return { kind: "away", fault: `${folder} cannot be used: ${messageOf(error)}` };
  }
  try {
    // With the slash a file in its place is an error.
    accessSync(`${existingAbove(folder)}/`, constants.W_OK | constants.X_OK);
    return { kind: "not made yet" };
  } catch (error) {
    return { kind: "away", fault: `${folder} does not exist, and cannot be made: ${messageOf(error)}` };
  }
}

function existingAbove(path: string): string {
  const parent = dirname(resolve(path));
  return statSync(parent, { throwIfNoEntry: false }) === undefined ? existingAbove(parent) : parent;
}
