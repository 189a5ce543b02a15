/** Publishes a registry for other machines: its parts first, the manifest that names them last. */
import { open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { DraftFile } from "../base/draft-file.ts";
import { AppError } from "../base/errors.ts";
import type { Progress } from "../import/progress.ts";
import { SCHEMA_VERSION } from "../registry/schema.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import {
  isRegistryObject,
  type Manifest,
  objectNameOf,
  type Part,
  readManifest,
  writeManifest,
} from "./manifest.ts";
import { publishPatch } from "./publish-patch.ts";
import { registrySum } from "./registry-sums.ts";

/** Bytes of the registry in one part: what a node asks for again when it was killed. */
const PART_BYTES = 64 * 1024 * 1024;

export interface PublishOptions {
  readonly snapshot: Snapshot;
  readonly store: ObjectStore;
  /** True when the user gave --yes: a demo, or far fewer addresses, may replace what is published. */
  readonly isConfirmed: boolean;
  readonly partBytes?: number;
}

export interface PublishResult {
  readonly manifest: Manifest;
  /** False when it was published already. */
  readonly isNew: boolean;
}

/** Publishes a registry. Throws `import_refused` when it may not replace what is published. */
export async function publishRegistry(options: PublishOptions, progress: Progress): Promise<PublishResult> {
  const { snapshot, store, isConfirmed, partBytes = PART_BYTES } = options;
  const { path, meta } = snapshot;
  const previous = await readManifest(store);
  if (previous !== undefined && !isConfirmed) {
    assertMayReplace(previous, snapshot);
  }
  const size = (await Bun.file(path).stat()).size;
  const sha256 = await progress.stage("hash the registry", () => registrySum(dirname(path), basename(path)));
  if (previous?.sha256 === sha256) {
    return { manifest: previous, isNew: false };
  }
  const name = objectNameOf(meta.referenceDate, sha256);
  const parts = await progress.stage(
    "compress and write parts",
    (advance) => writeObjectOfParts({ path, store, name, partBytes }, advance),
    size,
  );
  const wholeBytes = parts.reduce((sum, { length }) => sum + length, 0);
  const patchTarget = { path, sha256, date: meta.referenceDate, size, wholeBytes };
  const patches = await publishPatch(store, previous, patchTarget, progress);
  const manifest: Manifest = {
    format: 1,
    name,
    size,
    sha256,
    schema: SCHEMA_VERSION,
    date: meta.referenceDate,
    isDemo: meta.isDemo,
    adressen: meta.counts.adressen,
    publishedAt: Math.max(Date.now(), (previous?.publishedAt ?? 0) + 1),
    parts,
    patches,
  };
  await progress.stage("write the manifest", () => writeManifest(store, manifest));
  await progress.stage("remove what is no longer used", () => removeUnused(store, [manifest, previous]));
  return { manifest, isNew: true };
}

/** Throws `import_refused` for a demo in place of real data, and for less than half as many addresses. */
function assertMayReplace(previous: Manifest, { meta }: Snapshot): void {
  const { adressen } = meta.counts;
  const isFewer = !previous.isDemo && adressen * 2 < previous.adressen;
  if ((meta.isDemo && !previous.isDemo) || isFewer) {
    const kind = meta.isDemo ? "a fictitious country" : `${adressen}`;
    throw new AppError(
      "import_refused",
      `this would replace the published ${previous.adressen} addresses of ${previous.date} by ${kind}; repeat with --yes if that is meant`,
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
    for (let offset = 0; ; ) {
      const content = await readFully(file, buffer);
      if (content.length === 0) {
        break;
      }
      const packed = await Bun.zstdCompress(content, { level: 3 });
      await writeInPieces(draft, packed);
      parts.push({
        offset,
        length: packed.length,
        sha256: digest(packed),
        size: content.length,
        contentSha256: digest(content),
      });
      offset += packed.length;
      advance(content.length);
    }
    await draft.publish();
    return parts;
  } finally {
    await file.close();
    await draft.close();
  }
}

/** Fills the buffer unless the file ends before. */
async function readFully(
  file: { read(buffer: Uint8Array, offset: number, length: number): Promise<{ bytesRead: number }> },
  buffer: Uint8Array,
): Promise<Uint8Array> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length);
    if (bytesRead === 0) {
      break;
    }
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

const PIECE_BYTES = 1024 * 1024;

/** Writes piece by piece, so that a slow store shows progress for each. */
async function writeInPieces(draft: DraftFile, packed: Uint8Array): Promise<void> {
  for (let from = 0; from < packed.length; from += PIECE_BYTES) {
    await draft.write(packed.slice(from, from + PIECE_BYTES));
  }
}

export function digest(content: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(content).digest("hex");
}

/** Removes objects of `publish` that neither manifest names: a node may still fetch the previous registry. */
async function removeUnused(store: ObjectStore, manifests: readonly (Manifest | undefined)[]): Promise<void> {
  const used = new Set(
    manifests.flatMap((one) => (one === undefined ? [] : [one.name, ...one.patches.map(({ name }) => name)])),
  );
  for (const { name } of await store.list()) {
    if (isRegistryObject(name) && !used.has(name)) {
      await store.remove(name);
    }
  }
}
