/** Publishes the way from the registry published before to the new one, when it is much shorter than the whole. */
import { dirname, join } from "node:path";
import type { Progress } from "../import/progress.ts";
import { listRegistryFiles } from "../registry/file/registry-files.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { openBlockFile } from "./block-file.ts";
import { MAX_CHAIN, type Manifest, type ObjectNames, type Patch } from "./manifest.ts";
import { makePatch } from "./page-patch.ts";
import { registrySum } from "./registry-sums.ts";

/** Share of the whole object from which a patch is not worth it. */
const MAX_SHARE = 1 / 5;

export interface PatchTarget {
  /** Registry file in its data folder, where the one published before may still be. */
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  readonly names: ObjectNames;
  /** Bytes of the whole compressed registry. */
  readonly wholeBytes: number;
}

/** Writes a patch from the previous registry; returns the chain of patches that leads to the new one, maybe empty. */
export async function publishPatch(
  store: ObjectStore,
  previous: Manifest | undefined,
  target: PatchTarget,
  progress: Progress,
): Promise<Patch[]> {
  if (previous?.sha256 === target.sha256) {
    return [];
  }
  const base = previous && (await findRegistry(dirname(target.path), previous.sha256));
  if (previous === undefined || base === undefined) {
    return [];
  }
  const name = target.names.patchFrom(previous.sha256);
  const written = await progress.stage(
    "compare with the registry published before",
    (advance) => writePatch({ store, name, base, target }, advance),
    target.size,
  );
  if (written === undefined) {
    return [];
  }
  const ends = { base: previous.sha256, target: target.sha256, targetSize: target.size };
  const former = await listWholePatches(store, previous);
  return [...former, { name, ...written, ...ends }].slice(-MAX_CHAIN);
}

/** Returns the patches of a manifest from the last that is missing or cut off onwards. */
async function listWholePatches(store: ObjectStore, { patches }: Manifest): Promise<Patch[]> {
  const sizes = await Promise.all(patches.map(({ name }) => store.sizeOf(name)));
  return patches.slice(patches.findLastIndex(({ size }, i) => sizes[i] !== size) + 1);
}

interface PatchDraft {
  readonly store: ObjectStore;
  readonly name: string;
  readonly base: string;
  readonly target: PatchTarget;
}

/** Returns size and hash of the patch; undefined, without an object, when it becomes too large. */
async function writePatch(
  { store, name, base, target }: PatchDraft,
  advance: (bytes: number) => void,
): Promise<Pick<Patch, "size" | "sha256"> | undefined> {
  await using before = await openBlockFile(base, "r");
  await using after = await openBlockFile(target.path, "r");
  const hasher = new Bun.CryptoHasher("sha256");
  const draft = await store.createDraft(name);
  let size = 0;
  try {
    for await (const piece of makePatch(before, after, advance)) {
      size += piece.length;
      if (size > target.wholeBytes * MAX_SHARE) {
        return undefined;
      }
      hasher.update(piece);
      await draft.write(piece);
    }
    await draft.publish();
    return { size, sha256: hasher.digest("hex") };
  } finally {
    await draft.close();
  }
}

/** Returns the path of the registry with this hash, newest files first. */
async function findRegistry(dataDir: string, sha256: string): Promise<string | undefined> {
  for (const { name } of listRegistryFiles(dataDir).reverse()) {
    if ((await registrySum(dataDir, name)) === sha256) {
      return join(dataDir, name);
    }
  }
  return undefined;
}
