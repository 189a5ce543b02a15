/**
 * Publishes a registry for other machines. Writes its objects first, under names of their own, then the manifest that
 * names them. Does not write the manifest when another publish has replaced it since this one has read it. So two
 * publishers never touch each other's objects, and the manifest names only whole objects at any time.
 */
import type { KeyObject } from "node:crypto";
import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { DraftFile } from "../base/draft-file.ts";
import { AppError } from "../base/errors.ts";
import { readFully } from "../base/read-fully.ts";
import { sha256Of } from "../base/sha256.ts";
import type { Progress } from "../import/progress.ts";
import { refuseImport } from "../import/refuse.ts";
import { listRegistryFiles } from "../registry/file/registry-files.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { describeTestData } from "../registry/file/test-data.ts";
import { SCHEMA_VERSION } from "../registry/schema/schema.ts";
import type { ObjectStore, ReadableStore } from "../storage/object-store.ts";
import {
  type Attached,
  MANIFEST_NAME,
  MAX_CHAIN,
  type Manifest,
  newAttachedObjectName,
  newObjectNames,
  type ObjectNames,
  objectsOf,
  PART_BYTES,
  type Part,
  type Patch,
  readManifest,
  renderManifest,
  type StoredManifest,
  wholeBytes,
} from "./manifest.ts";
import { makePatch, openBlockFile } from "./page-patch.ts";
import { readAllManifests, tidyPlace } from "./published-schemas.ts";
import { registrySum } from "./registry-sums.ts";
import { publicHalfOf } from "./signature.ts";

export interface PublishOptions {
  readonly snapshot: Snapshot;
  readonly store: ObjectStore;
  /** True when the user gave --yes: a sample, test data, or far fewer addresses, may replace the published registry. */
  readonly isConfirmed: boolean;
  /**
   * True when the user gave --force: publishes the same registry again, or replaces a manifest that cannot be trusted
   * or read.
   */
  readonly isForced?: boolean;
  /** Private key that signs the manifest. */
  readonly signKey?: KeyObject | undefined;
  readonly partBytes?: number;
}

export interface PublishResult {
  readonly manifest: Manifest;
  /** Manifest published before; undefined without a readable one. */
  readonly previous?: Manifest | undefined;
  /** False when it was published already. */
  readonly isNew: boolean;
}

/** Publishes a registry. Throws `import_refused` when it may not replace the published one. */
export async function publishRegistry(options: PublishOptions, progress: Progress): Promise<PublishResult> {
  const { snapshot, store, isConfirmed, isForced = false, signKey } = options;
  const found = await findPublished(options);
  const replaced = found.previous ?? (await newestOfOtherSchemas(store));
  if (replaced !== undefined && !isConfirmed) {
    assertMayReplace(replaced, snapshot);
  }
  const { path } = snapshot;
  const sha256 = await progress.stage("hash the registry", () => registrySum(dirname(path), basename(path)));
  const same = found.trusted?.sha256 === sha256 ? found.trusted : undefined;
  if (same !== undefined && !isForced && (await findIncomplete(store, same)) === undefined) {
    return { manifest: same, isNew: false };
  }
  const names = newObjectNames(snapshot.meta.referenceDate, sha256);
  const manifest = await writeObjects({ ...options, names, sha256, trusted: found.trusted }, progress);
  const rendered = renderManifest(manifest, signKey);
  const isWritten = await progress.stage("write the manifest", () =>
    store.replaceSmall(MANIFEST_NAME, rendered, found.bytes),
  );
  if (!isWritten) {
    return refuseImport(
      "another registry was published meanwhile, and this one was not: check the published registry, and repeat " +
        "if you still want to publish this one",
    );
  }
  await progress.stage("remove what is no longer used", () => tidyPlace(store, found.previous, signKey));
  return { manifest, previous: found.previous, isNew: true };
}

interface Found {
  /** Content of the object with the manifest; undefined where nothing was published. */
  readonly bytes: Uint8Array | undefined;
  readonly previous?: Manifest;
  /** The previous manifest if the new one may build on it; undefined when another key may have signed it. */
  readonly trusted?: Manifest | undefined;
}

/** Reads the published manifest. Throws `import_refused`, unless forced, when an object is missing or unreadable. */
async function findPublished({ store, signKey, isForced }: PublishOptions): Promise<Found> {
  let stored: StoredManifest | undefined;
  try {
    stored = await readManifest(store);
  } catch (error) {
    if (error instanceof AppError && error.code === "import_refused") {
      return isForced
        ? { bytes: await store.readSmall(MANIFEST_NAME) }
        : refuseImport(`${error.message}. To publish in its place, repeat with --force`, error);
    }
    throw error;
  }
  if (stored === undefined) {
    return { bytes: undefined };
  }
  const { bytes, manifest: previous, isSignedBy } = stored;
  const isOurs = signKey === undefined ? previous.signature === undefined : isSignedBy(publicHalfOf(signKey));
  if (!isOurs && previous.signature !== undefined && !isForced) {
    return refuseImport(
      `${store.describe(MANIFEST_NAME)} is signed with another key, and servers with that --registry-key would ` +
        "refuse this publish: give its --sign-key, or repeat with --force",
    );
  }
  return { bytes, previous, trusted: isOurs ? previous : undefined };
}

/** Returns the registry published last for programs of other schemas: the first publish of a schema continues it. */
async function newestOfOtherSchemas(store: ObjectStore): Promise<Manifest | undefined> {
  const manifests = (await readAllManifests(store))?.map(({ manifest }) => manifest) ?? [];
  return manifests.toSorted((a, b) => a.publishedAt - b.publishedAt).at(-1);
}

interface ObjectsOptions extends PublishOptions {
  readonly names: ObjectNames;
  readonly sha256: string;
  readonly trusted: Manifest | undefined;
}

/** Writes all objects, and returns the manifest that names them, once they are there. */
async function writeObjects(options: ObjectsOptions, progress: Progress): Promise<Manifest> {
  const { snapshot, store, names, sha256, trusted, partBytes = PART_BYTES } = options;
  const { path, meta } = snapshot;
  const { size } = await Bun.file(path).stat();
  const parts = await progress.stage(
    "compress and write parts",
    (advance) => writeObjectOfParts({ path, store, name: names.whole, partBytes }, advance),
    size,
  );
  const target = { path, sha256, size, names, wholeBytes: wholeBytes({ parts }) };
  const manifest: Manifest = {
    format: 1,
    name: names.whole,
    size,
    sha256,
    schema: SCHEMA_VERSION,
    date: meta.referenceDate,
    isDemo: meta.isDemo,
    adressen: meta.counts.adressen,
    parts,
    patches: await publishPatch(store, trusted, target, progress),
    attached: await writeAttached(options, progress),
    publishedAt: Math.max(Date.now(), (trusted?.publishedAt ?? 0) + 1),
  };
  const incomplete = await findIncomplete(store, manifest);
  return incomplete === undefined
    ? manifest
    : refuseImport(`${incomplete}, though it was written: somebody else changes objects there`);
}

/** Writes the files attached to the registry, unless they are published; returns their entries of the manifest. */
async function writeAttached(
  { snapshot, store, trusted, partBytes = PART_BYTES }: ObjectsOptions,
  progress: Progress,
): Promise<Attached[]> {
  const { path, meta } = snapshot;
  const written: Attached[] = [];
  for (const file of meta.attached) {
    const sha256 = await progress.stage(`hash ${file.name}`, () => registrySum(dirname(path), file.name));
    const published = trusted?.attached.find((one) => one.file === file.name && one.sha256 === sha256);
    if (published !== undefined && (await store.sizeOf(published.name)) === wholeBytes(published)) {
      written.push(published);
      continue;
    }
    const source = join(dirname(path), file.name);
    const { size } = await Bun.file(source).stat();
    const name = newAttachedObjectName(file, meta.referenceDate, sha256);
    const parts = await progress.stage(
      `compress and write ${file.name}`,
      (advance) => writeObjectOfParts({ path: source, store, name, partBytes }, advance),
      size,
    );
    written.push({ file: file.name, name, size, sha256, parts });
  }
  return written;
}

/** Returns the fault of the sizes of the objects that a manifest names; undefined when all are there. */
async function findIncomplete(store: ReadableStore, manifest: Manifest): Promise<string | undefined> {
  for (const { name, size } of objectsOf(manifest)) {
    const stored = await store.sizeOf(name);
    if (stored !== size) {
      return `${store.describe(name)} ${stored === undefined ? "does not exist" : `has ${stored} of ${size} bytes`}`;
    }
  }
  return undefined;
}

/** Throws `import_refused` for test data in place of real data, and for less than half as many addresses. */
function assertMayReplace(previous: Manifest, { meta }: Snapshot): void {
  const { adressen } = meta.counts;
  const isFewer = !previous.isDemo && adressen * 2 < previous.adressen;
  if ((meta.isDemo && !previous.isDemo) || isFewer) {
    const kind = describeTestData(meta) ?? `${adressen}`;
    throw new AppError(
      "import_refused",
      `this would replace the published ${previous.adressen} addresses of ${previous.date} by ${kind}; repeat ` +
        "with --yes if that is intended",
    );
  }
}

interface ObjectOfParts {
  readonly path: string;
  readonly store: ObjectStore;
  readonly name: string;
  readonly partBytes: number;
}

/** Writes the file as zstd frames that can be decompressed one by one. */
async function writeObjectOfParts(
  { path, store, name, partBytes }: ObjectOfParts,
  advance: (bytes: number) => void,
): Promise<Part[]> {
  const draft = await store.createDraft(name);
  const file = await open(path);
  try {
    const parts: Part[] = [];
    const buffer = new Uint8Array(partBytes);
    for (let offset = 0, position = 0; ; ) {
      const content = await readFully(file, buffer, position);
      if (content.length === 0) {
        break;
      }
      const packed = await Bun.zstdCompress(content, { level: 3 });
      await writeInPieces(draft, packed);
      parts.push({
        offset,
        length: packed.length,
        sha256: sha256Of(packed),
        size: content.length,
        contentSha256: sha256Of(content),
      });
      offset += packed.length;
      position += content.length;
      advance(content.length);
    }
    await draft.publish();
    return parts;
  } finally {
    await file.close();
    await draft.close();
  }
}

const PIECE_BYTES = 1024 * 1024;

/** Writes piece by piece, so that a slow store shows progress for each. */
async function writeInPieces(draft: DraftFile, packed: Uint8Array): Promise<void> {
  for (let from = 0; from < packed.length; from += PIECE_BYTES) {
    await draft.write(packed.slice(from, from + PIECE_BYTES));
  }
}

/** Share of the whole object from which a patch is not worth it. */
const MAX_SHARE = 1 / 5;

interface PatchTarget {
  /** Registry file in its data folder, where the previously published registry may still be. */
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  readonly names: ObjectNames;
  /** Bytes of the whole compressed registry. */
  readonly wholeBytes: number;
}

/**
 * Writes a patch from the previously published registry to the new one, when it is much smaller than the whole. Returns
 * the chain of patches that leads to the new registry, maybe empty.
 */
async function publishPatch(
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
    "compare with the previously published registry",
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

/** Returns the patches of a manifest that follow the last missing or incomplete one. */
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
