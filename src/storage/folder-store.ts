/** Objects as files of a folder, for example one on shared storage. */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { createDraft, DRAFT_SUFFIX } from "../base/draft-file.ts";
import { codeOf, messageOf } from "../base/errors.ts";
import { type ObjectStore, StorageFault } from "./object-store.ts";

/** Opens a folder, which is made when something is written. */
export function openFolderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, name);
  return {
    describe: pathOf,
    sizeOf: async (name) => sizeOf(pathOf(name)),
    read: (name, { first, last }) => checkedStream(pathOf(name), first, last),
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
function checkedStream(path: string, first: number, last: number): ReadableStream<Uint8Array> {
  let missingBytes = last + 1 - first;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      missingBytes -= chunk.length;
      controller.enqueue(chunk);
    },
    flush(controller) {
      if (missingBytes > 0) {
        controller.error(new StorageFault(`${path} lacks ${missingBytes} bytes`));
      }
    },
  });
  return Bun.file(path)
    .slice(first, last + 1)
    .stream()
    .pipeThrough(count);
}

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
