/** Reads published registries as a node would, and more: each part, the whole of them, and each patch. */
import type { KeyObject } from "node:crypto";
import type { Progress } from "../import/progress.ts";
import { refuseImport } from "../import/refuse.ts";
import type { ObjectStore, ReadableStore } from "../storage/object-store.ts";
import { fetchPart, type PublishedParts } from "./fetch-parts.ts";
import { isManifest, MANIFEST_NAME, type Manifest, type Patch, readManifest } from "./manifest.ts";
import { publicHalfOf } from "./signature.ts";

/**
 * Returns the manifests of all schemas whose registries are complete, this program's schema first. Throws
 * `import_refused` with the fault and its place.
 */
export async function verifyPublished(
  store: ObjectStore,
  signKey: KeyObject | undefined,
  progress: Progress,
): Promise<Manifest[]> {
  const stored = await readManifest(store);
  const place = store.describe(MANIFEST_NAME);
  if (stored === undefined) {
    return refuseImport(`nothing was published: ${place} does not exist`);
  }
  if (signKey !== undefined && !stored.isSignedBy(publicHalfOf(signKey))) {
    return refuseImport(`${place} is not signed with --sign-key`);
  }
  const names = (await store.list()).map(({ name }) => name);
  const others = names.filter((name) => isManifest(name) && name !== MANIFEST_NAME);
  const all = [stored, ...(await Promise.all(others.map((name) => readManifest(store, name))))];
  const manifests = all.flatMap((one) => one?.manifest ?? []);
  for (const manifest of manifests) {
    await verifyOne(store, manifest, progress);
  }
  return manifests;
}

async function verifyOne(store: ReadableStore, manifest: Manifest, progress: Progress): Promise<void> {
  const { date } = manifest;
  for (const object of [...manifest.attached.map((one) => ({ ...one, date })), manifest]) {
    await progress.stage(
      `read all parts of ${object.name}`,
      (advance) => verifyParts({ manifest: object, store }, advance),
      object.size,
    );
  }
  for (const patch of manifest.patches) {
    await progress.stage(`read ${patch.name}`, () => verifyPatch(store, patch));
  }
}

async function verifyParts(target: PublishedParts, advance: (bytes: number) => void): Promise<void> {
  const { manifest, store } = target;
  const hasher = new Bun.CryptoHasher("sha256");
  for (let index = 0; index < manifest.parts.length; index++) {
    const content = await fetchPart(target, index);
    hasher.update(content);
    advance(content.length);
  }
  const sum = hasher.digest("hex");
  if (sum !== manifest.sha256) {
    refuseImport(
      `${store.describe(manifest.name)} is damaged: it holds sha256 ${sum}, expected ${manifest.sha256}`,
    );
  }
}

async function verifyPatch(store: ReadableStore, { name, size, sha256 }: Patch): Promise<void> {
  const hasher = new Bun.CryptoHasher("sha256");
  if (size > 0) {
    for await (const chunk of store.read(name, { first: 0, last: size - 1 })) {
      hasher.update(chunk);
    }
  }
  const sum = hasher.digest("hex");
  if (sum !== sha256) {
    refuseImport(`${store.describe(name)} is damaged: it has sha256 ${sum}, expected ${sha256}`);
  }
}
