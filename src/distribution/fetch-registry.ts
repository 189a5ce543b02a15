/**
 * Fetches the published registry into the data folder: part by part, resumed where it was cut off, verified as after
 * an import. What serves is not touched before the last step.
 */
import {
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { copyFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError, messageOf } from "../base/errors.ts";
import { FileLock } from "../base/file-lock.ts";
import { logOperatorError } from "../base/log.ts";
import { sha256OfFile } from "../base/sha256.ts";
import { verifyIntegrity } from "../import/integrity-checks.ts";
import type { Progress } from "../import/progress.ts";
import { openImportFolder } from "../import/publish.ts";
import { asDiskFault, assertFreeSpace, refuseImport } from "../import/refuse.ts";
import { attachedFileOf, isAttachedName } from "../registry/file/attached-files.ts";
import { FETCH_FOLDER } from "../registry/file/import-state.ts";
import { inspectRegistry } from "../registry/file/inspect-registry.ts";
import { readPointedName } from "../registry/file/pointer.ts";
import { SCHEMA_VERSION } from "../registry/schema/schema.ts";
import type { ReadableStore } from "../storage/object-store.ts";
import { type FetchTarget, fetchParts } from "./fetch-parts.ts";
import type { Manifest, Patch } from "./manifest.ts";
import { applyPatch, openBlockFile } from "./page-patch.ts";
import {
  describeUnpublished,
  type RegistrySource,
  readTrustedManifest,
  rememberManifest,
} from "./registry-source.ts";
import { registrySum, storeSum } from "./registry-sums.ts";

/** `current` when the published registry serves already; `ready` when it is in the fetch folder. */
export interface Fetched {
  readonly state: "current" | "ready";
  readonly manifest: Manifest;
}

/**
 * Fetches and verifies the published registry. Throws `import_refused` with the fault and its place: nothing was
 * published, nothing that the source's key trusts, damage, another schema, no space; and `StorageFault` when the source
 * cannot be reached.
 */
export async function fetchRegistry(source: RegistrySource, progress: Progress): Promise<Fetched> {
  const { store } = source;
  const manifest = await readTrustedManifest(source);
  if (manifest === undefined) {
    return refuseImport(describeUnpublished(store));
  }
  if (manifest.schema !== SCHEMA_VERSION) {
    return refuseImport(
      `${store.describe(manifest.name)} has registry schema ${manifest.schema}; this baken reads schema ${SCHEMA_VERSION}: import again with this version and publish that registry`,
    );
  }
  const state = await fetchManifest(source, manifest, progress);
  rememberManifest(source, manifest);
  return { state, manifest };
}

/** File in the fetch folder that stays there. */
const LOCK_FILE = "lock";

/** Returns true when this data folder has fetched a registry; a publisher's folder never has. */
export function hasFetched(dataDir: string): boolean {
  return existsSync(join(dataDir, FETCH_FOLDER, LOCK_FILE));
}

async function fetchManifest(
  { dataDir, store }: RegistrySource,
  manifest: Manifest,
  progress: Progress,
): Promise<Fetched["state"]> {
  const folder = join(dataDir, FETCH_FOLDER);
  try {
    mkdirSync(folder, { recursive: true });
    using lock = FileLock.acquire(join(folder, LOCK_FILE), { create: true });
    if (lock === undefined) {
      return refuseImport(`another process fetches a registry into ${dataDir}; wait until it is done`);
    }
    const base = await findBase(dataDir, progress);
    if (base?.baseSum === manifest.sha256) {
      return "current";
    }
    removeOthers(folder, manifest);
    await fetchAttached({ dataDir, store, manifest }, progress);
    if (!existsSync(readyPathOf(dataDir, manifest.sha256))) {
      const target: RegistryTarget = { manifest, store, path: join(folder, `${manifest.sha256}.part`) };
      if (!(await tryPatches(target, base, progress))) {
        await fetchParts(target, progress);
        await verify(target, progress);
        renameSync(target.path, readyPathOf(dataDir, manifest.sha256));
      }
    }
    return "ready";
  } catch (error) {
    throw asDiskFault(error, dataDir);
  }
}

interface RegistryTarget extends FetchTarget {
  readonly manifest: Manifest;
}

/**
 * Brings all files attached to the registry into the fetch folder, each verified. Takes a file from the data folder
 * when it is there: the data folder may lose a file that no registry in it names. Otherwise fetches it from the source.
 */
async function fetchAttached(
  { dataDir, store, manifest }: Pick<RegistrySource, "dataDir" | "store"> & { manifest: Manifest },
  progress: Progress,
): Promise<void> {
  const folder = join(dataDir, FETCH_FOLDER);
  for (const one of manifest.attached) {
    const [present, ready] = [dataDir, folder].map((place) => join(place, one.file)) as [string, string];
    if (existsSync(ready)) {
      continue;
    }
    const part = join(folder, `${one.sha256}.part`);
    if (existsSync(present) && (await registrySum(dataDir, one.file)) === one.sha256) {
      await linkOrCopy(present, ready, part);
      continue;
    }
    const target: FetchTarget = { manifest: { ...one, date: manifest.date }, store, path: part };
    await fetchParts(target, progress);
    await verifySum(target, progress);
    renameSync(part, ready);
  }
}

/** Gives a file that never changes a second name. Where the disk has no links, copies it by way of a draft. */
async function linkOrCopy(path: string, target: string, draft: string): Promise<void> {
  try {
    linkSync(path, target);
  } catch {
    await copyFile(path, draft, constants.COPYFILE_FICLONE);
    renameSync(draft, target);
  }
}

type Base = Pick<PatchedTarget, "base" | "baseSum">;

/** Returns the current registry with its hash; undefined when there is none that can serve. */
async function findBase(dataDir: string, progress: Progress): Promise<Base | undefined> {
  const name = readPointedName(dataDir);
  if (name === undefined || inspectRegistry(join(dataDir, name)).state !== "valid") {
    return undefined;
  }
  const baseSum = await progress.stage("hash the current registry", () => registrySum(dataDir, name));
  return { base: join(dataDir, name), baseSum };
}

/**
 * Makes the registry from `base` by patches, unless parts of it have been fetched already. Returns false when no chain
 * of patches leads there or the patches cannot be used; the registry is then fetched whole.
 */
async function tryPatches(
  { manifest, store, path }: RegistryTarget,
  base: Base | undefined,
  progress: Progress,
): Promise<boolean> {
  const chain = base && findChain(manifest, base.baseSum);
  if (base === undefined || chain === undefined || existsSync(path)) {
    return false;
  }
  const patched = path.replace(/\.part$/, ".patched");
  try {
    await applyChain({ manifest, store, ...base, path: patched }, chain, progress);
    await verify({ manifest, store, path: patched }, progress);
    renameSync(patched, path.replace(/\.part$/, ".gpkg"));
    return true;
  } catch (error) {
    rmSync(patched, { force: true });
    if (!(error instanceof AppError)) {
      throw error;
    }
    logOperatorError("the registry is fetched whole: its patches cannot be used", { reason: error.message });
    return false;
  }
}

/** Returns the path of a registry that was fetched and verified, until it is made current. */
function readyPathOf(dataDir: string, sha256: string): string {
  return join(dataDir, FETCH_FOLDER, `${sha256}.gpkg`);
}

/** Makes a fetched registry the current one, as an import does; returns its file name. */
export function makeCurrent(dataDir: string, manifest: Manifest, keepRegistries: number): string {
  const folder = openImportFolder(dataDir, { keepRegistries });
  try {
    renameSync(readyPathOf(dataDir, manifest.sha256), folder.draft);
    const attached = manifest.attached.map(({ file }) => ({
      draft: join(dataDir, FETCH_FOLDER, file),
      file: attachedFileOf(file),
    }));
    const name = folder.publish(manifest.date, { attached });
    for (const { file, sha256 } of manifest.attached) {
      storeSum(dataDir, file, sha256);
    }
    storeSum(dataDir, name, manifest.sha256);
    return name;
  } finally {
    folder.close();
  }
}

/** Removes the fetched parts of other registries. */
function removeOthers(folder: string, { sha256, attached }: Manifest): void {
  const sums = [sha256, ...attached.map((one) => one.sha256)];
  for (const name of readdirSync(folder)) {
    const isPart = /^[0-9a-f]{64}\.(part|patched|gpkg)$/.test(name) && !sums.includes(name.slice(0, 64));
    const isOther = isAttachedName(name) && !attached.some(({ file }) => file === name);
    if (isPart || isOther) {
      rmSync(join(folder, name), { force: true });
    }
  }
}

/** Throws `import_refused`, and removes the file, when it is not the registry that the manifest describes. */
async function verify({ manifest, store, path }: FetchTarget, progress: Progress): Promise<void> {
  await verifySum({ manifest, store, path }, progress);
  try {
    const folder = dirname(path);
    const { state, reason } = inspectRegistry(path, [folder, dirname(folder)]);
    if (state !== "valid") {
      refuseImport(`${store.describe(manifest.name)} cannot serve: it ${reason}`);
    }
    await progress.stage("verify", () => verifyIntegrity(path, 1, Number.POSITIVE_INFINITY));
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

/** Throws `import_refused`, and removes the file, when it has another hash. */
async function verifySum({ manifest, store, path }: FetchTarget, progress: Progress): Promise<void> {
  const sum = await progress.stage("hash the file", (advance) => sha256OfFile(path, advance), manifest.size);
  if (sum !== manifest.sha256) {
    rmSync(path, { force: true });
    refuseImport(
      `${store.describe(manifest.name)} is damaged: the file has sha256 ${sum}, expected ${manifest.sha256}`,
    );
  }
}

interface PatchedTarget {
  readonly manifest: Manifest;
  readonly store: ReadableStore;
  /** Registry to start from, and its hash. */
  readonly base: string;
  readonly baseSum: string;
  /** File to make. */
  readonly path: string;
}

/** Returns the fewest patches that lead from a registry to the published one; undefined when there is no such way. */
function findChain({ patches, sha256 }: Manifest, baseSum: string): readonly Patch[] | undefined {
  const chain = patches.slice(patches.findLastIndex(({ base }) => base === baseSum));
  const isWay =
    chain[0]?.base === baseSum &&
    chain.at(-1)!.target === sha256 &&
    chain.every(({ base }, i) => i === 0 || chain[i - 1]!.target === base);
  return isWay ? chain : undefined;
}

/**
 * Makes the published registry from a copy of the base by patches. Throws `import_refused` for a damaged patch, which
 * it names.
 */
async function applyChain(target: PatchedTarget, chain: readonly Patch[], progress: Progress): Promise<void> {
  const { base, path, store, manifest } = target;
  rmSync(path, { force: true });
  // A patch may write anywhere below the size of its target.
  const sizes = chain.map(({ targetSize }) => targetSize);
  const neededBytes = Math.max(statSync(base).size, manifest.size, ...sizes);
  assertFreeSpace(
    dirname(path),
    neededBytes,
    (freeBytes) => `a copy of the registry needs ${neededBytes} bytes; ${freeBytes} are free`,
  );
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
    refuseImport(`${store.describe(patch.name)} is damaged: ${messageOf(error)}`, error);
  }
  const sum = hasher.digest("hex");
  if (sum !== patch.sha256) {
    refuseImport(`${store.describe(patch.name)} is damaged: it has sha256 ${sum}, expected ${patch.sha256}`);
  }
}
