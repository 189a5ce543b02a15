/** Objects as files of a folder, for example one on shared storage. */
import { constants, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { createDraft, DRAFT_SUFFIX, type DraftFile, writeWhole } from "../base/draft-file.ts";
import { codeOf, messageOf } from "../base/errors.ts";
import { FileLock } from "../base/file-lock.ts";
import { readFully } from "../base/read-fully.ts";
import {
  type ByteRange,
  isSameContent,
  MAX_SMALL_BYTES,
  type ObjectStore,
  StorageFault,
} from "./object-store.ts";

/** Milliseconds for which another process may be replacing an object. */
const LOCK_WAIT_MS = 10_000;

/** Opens a folder, which is made when something is written. */
export function openFolderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, name);
  return {
    describe: pathOf,
    sizeOf: async (name) => sizeOf(pathOf(name)),
    read: (name, range) => streamOf(pathOf(name), range),
    readSmall: (name) => readSmall(pathOf(name)),
    createDraft: (name) => createFile(folder, name),
    async replaceSmall(name, bytes, before) {
      mkdirSync(folder, { recursive: true });
      using _lock = lockFile(`${pathOf(name)}.lock`);
      if (!isSameContent(await readSmall(pathOf(name)), before)) {
        return false;
      }
      await writeWhole(await createFile(folder, name), [bytes]);
      return true;
    },
    async remove(name) {
      rmSync(pathOf(name), { force: true });
    },
    async list() {
      return listNames(folder).flatMap((name) => {
        const stats = statSync(pathOf(name), { throwIfNoEntry: false });
        return stats?.isFile() ? [{ name, sizeBytes: stats.size, modifiedAtMs: stats.mtimeMs }] : [];
      });
    },
  };
}

async function createFile(folder: string, name: string): Promise<DraftFile> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  // Left by a process that was killed: names are used once, or by one writer after the other.
  rmSync(path + DRAFT_SUFFIX, { force: true });
  return await createDraft(path);
}

/** Locks a file that stays in the folder, against processes of all machines that share it. */
function lockFile(path: string): FileLock {
  let lock: FileLock | undefined;
  try {
    lock = FileLock.acquire(path, { create: true, waitMs: LOCK_WAIT_MS });
  } catch (error) {
    throw new StorageFault(`${path} cannot be locked: ${messageOf(error)}`, error);
  }
  if (lock === undefined) {
    throw new StorageFault(`${path} has been locked by another process for ${LOCK_WAIT_MS / 1000} s`);
  }
  return lock;
}

/** Opens a file for reading. Whoever may write to the folder may have put a pipe there, which would never open. */
async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) {
    return file;
  }
  await file.close();
  throw new Error("it is not a file");
}

async function readSmall(path: string): Promise<Uint8Array | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await openFile(path);
    const content = await readFully(file, new Uint8Array(MAX_SMALL_BYTES + 1), 0);
    if (content.length > MAX_SMALL_BYTES) {
      throw new Error(`it has more than ${MAX_SMALL_BYTES} bytes`);
    }
    return content;
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return undefined;
    }
    throw new StorageFault(`${path} cannot be read: ${messageOf(error)}`, error);
  } finally {
    await file?.close();
  }
}

function sizeOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size;
  } catch (error) {
    throw new StorageFault(`${path} cannot be read: ${messageOf(error)}`, error);
  }
}

/** Streams a part of a file; errors when the file is shorter. */
function streamOf(path: string, { first, last }: ByteRange): ReadableStream<Uint8Array> {
  let file: FileHandle | undefined;
  let position = first;
  const readNext = async (): Promise<Uint8Array | undefined> => {
    if (position > last) {
      return undefined;
    }
    file ??= await openFile(path);
    const buffer = new Uint8Array(Math.min(READ_BYTES, last + 1 - position));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) {
      throw new Error(`it lacks ${last + 1 - position} bytes`);
    }
    position += bytesRead;
    return buffer.subarray(0, bytesRead);
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const bytes = await readNext();
          if (bytes !== undefined) {
            return controller.enqueue(bytes);
          }
          controller.close();
        } catch (error) {
          controller.error(new StorageFault(`${path} cannot be read: ${messageOf(error)}`, error));
        }
        await file?.close();
      },
      cancel: () => file?.close(),
    },
    { highWaterMark: 0 },
  );
}

const READ_BYTES = 1024 * 1024;

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return [];
    }
    throw new StorageFault(`${folder} cannot be listed: ${messageOf(error)}`, error);
  }
}
