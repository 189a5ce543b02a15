/** Makes the published registry of the one that serves, by patches; verified like one that was fetched whole. */
import { constants, rmSync, statfsSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError, messageOf } from "../base/errors.ts";
import type { Progress } from "../import/progress.ts";
import { refuse } from "../import/refuse.ts";
import type { ReadableStore } from "../storage/object-store.ts";
import { openBlockFile } from "./block-file.ts";
import type { Manifest, Patch } from "./manifest.ts";
import { applyPatch } from "./page-patch.ts";

export interface PatchedTarget {
  readonly manifest: Manifest;
  readonly store: ReadableStore;
  /** Registry to start from, and its hash. */
  readonly base: string;
  readonly baseSum: string;
  /** File to make. */
  readonly path: string;
}

/** Returns the fewest patches that lead from a registry to the published one; undefined when there is no such way. */
export function findChain({ patches, sha256 }: Manifest, baseSum: string): readonly Patch[] | undefined {
  const chain = patches.slice(patches.findLastIndex(({ base }) => base === baseSum));
  const isWay =
    chain[0]?.base === baseSum &&
    chain.at(-1)!.target === sha256 &&
    chain.every(({ base }, i) => i === 0 || chain[i - 1]!.target === base);
  return isWay ? chain : undefined;
}

/** Copies the base and applies the patches. Throws `import_refused` for a damaged patch, which it names. */
export async function applyChain(
  target: PatchedTarget,
  chain: readonly Patch[],
  progress: Progress,
): Promise<void> {
  const { base, path, store, manifest } = target;
  rmSync(path, { force: true });
  // A patch may write anywhere below the size of its target.
  const sizes = chain.map(({ targetSize }) => targetSize);
  assertFreeSpace(dirname(path), Math.max(statSync(base).size, manifest.size, ...sizes));
  await progress.stage("copy the current registry", () => copyFile(base, path, constants.COPYFILE_FICLONE));
  await using file = await openBlockFile(path, "r+");
  for (const patch of chain) {
    await progress.stage(
      `apply ${patch.name}`,
      (advance) => applyOne({ store, file, patch }, advance),
      patch.size,
    );
  }
  await file.finish(manifest.size);
}

interface PatchStep {
  readonly store: ReadableStore;
  readonly file: Awaited<ReturnType<typeof openBlockFile>>;
  readonly patch: Patch;
}

async function applyOne({ store, file, patch }: PatchStep, advance: (bytes: number) => void): Promise<void> {
  const hasher = new Bun.CryptoHasher("sha256");
  const checked = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      hasher.update(chunk);
      advance(chunk.length);
      controller.enqueue(chunk);
    },
  });
  try {
    if (patch.size > 0) {
      const content = store.read(patch.name, { first: 0, last: patch.size - 1 });
      await applyPatch(file, content.pipeThrough(checked), patch.targetSize);
    }
  } catch (error) {
    if (error instanceof AppError) {
      throw error;
    }
    refuse(`${store.describe(patch.name)} is damaged: ${messageOf(error)}`, error);
  }
  const sum = hasher.digest("hex");
  if (sum !== patch.sha256) {
    refuse(`${store.describe(patch.name)} is damaged: it has sha256 ${sum}, expected ${patch.sha256}`);
  }
}

function assertFreeSpace(folder: string, neededBytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < neededBytes) {
    refuse(
      `no space left in ${folder}: a copy of the registry needs ${neededBytes} bytes; ${bavail * bsize} are free`,
    );
  }
}
