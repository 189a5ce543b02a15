import { AppError, messageOf } from "../base/errors.ts";
import { formatStorageLocation, type StorageLocation } from "../base/storage-location.ts";
import { openFolderStore } from "./folder-store.ts";
import { MAX_SMALL_BYTES, type ObjectStore, type ReadableStore, StorageFault } from "./object-store.ts";
import { readRanged } from "./ranged-read.ts";
import { openS3Store } from "./s3-store.ts";
import { requestSmall } from "./web-request.ts";

/** Opens a location for reading. Throws `usage` when credentials are missing. */
export function openReadableStore(location: StorageLocation): ReadableStore {
  return location.kind === "web" ? openWebStore(location.url) : openStore(location);
}

/**
 * Opens a location for reading and writing; `answerMs` is the longest wait for a small answer of S3 storage. Throws
 * `usage` for a web server, and when credentials are missing.
 */
export function openStore(location: StorageLocation, answerMs?: number): ObjectStore {
  if (location.kind === "web") {
    throw new AppError(
      "usage",
      `${formatStorageLocation(location)} can only be read: expected s3://… or a folder.`,
    );
  }
  return location.kind === "s3" ? openS3Store(location, answerMs) : openFolderStore(location.path);
}

function openWebStore(base: string): ReadableStore {
  const describe = (name: string) => base + name;
  const request = async (name: string, method: "GET" | "HEAD", maxBytes?: number) => {
    const answer = await requestSmall(() => describe(name), { method }, { maxBytes }).catch(
      (error: unknown) => {
        throw new StorageFault(`${describe(name)} cannot be reached: ${messageOf(error)}`, error);
      },
    );
    if (answer.status !== 404 && answer.status !== 200) {
      throw new StorageFault(`${describe(name)} answered ${answer.status}: expected 200`);
    }
    return answer.status === 404 ? undefined : answer;
  };
  return {
    describe,
    async sizeOf(name) {
      const answer = await request(name, "HEAD");
      return answer && Number(answer.headers.get("content-length"));
    },
    read: (name, range) => readRanged({ description: describe(name), url: () => describe(name) }, range),
    readSmall: async (name) => (await request(name, "GET", MAX_SMALL_BYTES))?.body,
  };
}
