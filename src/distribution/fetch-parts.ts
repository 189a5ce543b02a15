/** Fetches the parts of a registry in order into one file, each checked and on disk before the next. */
import { closeSync, fsyncSync, ftruncateSync, openSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { formatMegabytes } from "../base/disk-space.ts";
import { readFullySync } from "../base/read-fully.ts";
import { sha256Of } from "../base/sha256.ts";
import type { Progress } from "../import/progress.ts";
import { assertFreeSpace, refuseImport } from "../import/refuse.ts";
import type { ReadableStore } from "../storage/object-store.ts";
import type { Manifest, Part } from "./manifest.ts";

/** Object of a publish that holds a file in parts; `date` is of the registry. */
type PartedObject = Pick<Manifest, "name" | "size" | "sha256" | "parts" | "date">;

export interface FetchTarget {
  readonly manifest: PartedObject;
  readonly store: ReadableStore;
  /** File that grows by whole parts. */
  readonly path: string;
}

/** Registry in a store. */
export type PublishedParts = Pick<FetchTarget, "manifest" | "store">;

/** Bytes of the pieces in which a part is unpacked. */
const UNPACK_BYTES = 1024 * 1024;
const unpack = promisify(zstdDecompress);

/** Tries for a part that arrives damaged: the connection may have damaged it, not the object. */
const MAX_PART_TRIES = 3;

/** Fetches the parts that the file lacks. Throws `import_refused` without space, and naming a damaged part. */
export async function fetchParts(target: FetchTarget, progress: Progress): Promise<void> {
  const { manifest, path } = target;
  const fd = openSync(path, "a+");
  try {
    const done = countGoodParts(fd, manifest.parts, statSync(path).size);
    const doneBytes = sumSizes(manifest.parts.slice(0, done));
    ftruncateSync(fd, doneBytes);
    const missingBytes = manifest.size - doneBytes;
    assertFreeSpace(
      dirname(path),
      missingBytes,
      (freeBytes) =>
        `the registry of ${manifest.date} needs ${formatMegabytes(missingBytes)} more; ${formatMegabytes(freeBytes)} are free`,
    );
    await progress.stage(
      done === 0 ? "fetch the registry" : `fetch the registry from part ${done + 1}`,
      async (advance) => {
        for (let index = done; index < manifest.parts.length; index++) {
          const content = await fetchPart(target, index);
          writeFully(fd, content);
          fsyncSync(fd);
          advance(content.length);
        }
      },
      missingBytes,
    );
  } finally {
    closeSync(fd);
  }
}

/**
 * Counts the whole parts at the beginning of the file. Each part was synced before the next was written, so that after
 * a crash of the machine only the last part can be damaged.
 */
function countGoodParts(fd: number, parts: readonly Part[], fileBytes: number): number {
  let [count, end] = [0, 0];
  while (count < parts.length && end + parts[count]!.size <= fileBytes) {
    end += parts[count]!.size;
    count++;
  }
  const last = parts[count - 1];
  if (last === undefined) {
    return 0;
  }
  const content = readFullySync(fd, new Uint8Array(last.size), end - last.size);
  return sha256Of(content) === last.contentSha256 ? count : count - 1;
}

/** Returns the content of a part; reads it again when damaged. Throws `import_refused` when it stays damaged. */
export async function fetchPart(target: PublishedParts, index: number): Promise<Uint8Array> {
  for (let tries = 1; ; tries++) {
    const content = await tryPart(target, index);
    if (typeof content !== "string") {
      return content;
    }
    if (tries === MAX_PART_TRIES) {
      const { manifest, store } = target;
      const { offset, length } = manifest.parts[index]!;
      return refuseImport(
        `part ${index + 1} of ${manifest.parts.length} of ${store.describe(manifest.name)} (bytes ${offset}-${offset + length - 1}) is damaged: ${content}`,
      );
    }
  }
}

/** Returns the content of a part, or its fault. */
async function tryPart({ manifest, store }: PublishedParts, index: number): Promise<Uint8Array | string> {
  const { offset, length, sha256, size, contentSha256 } = manifest.parts[index]!;
  const range = { first: offset, last: offset + length - 1 };
  const packed = new Uint8Array(await new Response(store.read(manifest.name, range)).arrayBuffer());
  const sum = sha256Of(packed);
  if (sum !== sha256) {
    return `it has sha256 ${sum}, expected ${sha256}`;
  }
  // Stops at the size in the manifest: a few bytes may unpack to any number.
  const limits = { maxOutputLength: size, chunkSize: UNPACK_BYTES };
  const content = await unpack(packed, limits).catch(() => undefined);
  const isRight = content?.length === size && sha256Of(content) === contentSha256;
  return isRight ? content! : "it does not hold what the manifest says";
}

function writeFully(fd: number, content: Uint8Array): void {
  for (let written = 0; written < content.length; ) {
    written += writeSync(fd, content, written);
  }
}

function sumSizes(parts: readonly Part[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}
