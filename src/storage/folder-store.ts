/** Objects as files of a folder, for example one on shared storage. */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { createDraft, DRAFT_SUFFIX } from "../base/draft-file.ts";
import { codeOf, messageOf } from "../base/errors.ts";
import { type ByteRange, type ObjectStore, StorageFault } from "./object-store.ts";

/** Opens a folder, which is made when something is written. */
export function openFolderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, name);
  return {
    describe: pathOf,
    sizeOf: async (name) => sizeOf(pathOf(name)),
    read: (name, range) => streamOf(pathOf(name), range),
    async readSmall(name, maxBytes) {
      const size = sizeOf(pathOf(name));
      if (size === undefined) {
        return undefined;
      }
      if (size > maxBytes) {
        throw new StorageFault(`${pathOf(name)} has more than ${maxBytes} bytes`);
      }
      return await Bun.file(pathOf(name)).bytes();
    },
    async createDraft(name) {
      mkdirSync(folder, { recursive: true });
      // Left by a process that was killed: names are used once, or by one writer after the other.
      rmSync(pathOf(name) + DRAFT_SUFFIX, { force: true });
      return await createDraft(pathOf(name));
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
    file ??= await open(path);
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
