/**
 * Manifests of all registry schemas at a place. Manifests of older schemas, and the files that they name, stay for
 * nodes that are not upgraded yet. They say that nothing more is published for their schema.
 */
import type { KeyObject } from "node:crypto";
import { DRAFT_SUFFIX } from "../base/draft-file.ts";
import { AppError } from "../base/errors.ts";
import { refuseImport } from "../import/refuse.ts";
import { SCHEMA_VERSION } from "../registry/schema/schema.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import {
  isManifest,
  isRegistryObject,
  MANIFEST_NAME,
  type Manifest,
  objectsOf,
  readManifest,
  renderManifest,
  type StoredManifest,
} from "./manifest.ts";
import { publicHalfOf } from "./signature.ts";

/** Milliseconds for which the registry of an older schema stays after the first publish of a newer one. */
const SUPERSEDED_MS = 14 * 24 * 3_600_000;
/** Milliseconds for which an object stays that no manifest names: another publish may be about to name it. */
const UNNAMED_MS = 24 * 3_600_000;

/** Returns the manifests of all schemas; undefined when one of them cannot be read, so that not all are known. */
export async function readAllManifests(store: ObjectStore): Promise<StoredManifest[] | undefined> {
  const names = (await store.list()).map(({ name }) => name).filter(isManifest);
  try {
    const manifests = await Promise.all(names.map((name) => readManifest(store, name)));
    return manifests.filter((one) => one !== undefined);
  } catch (error) {
    if (error instanceof AppError && error.code === "import_refused") {
      return undefined;
    }
    throw error;
  }
}

/**
 * Marks the manifests of older schemas after a publish, and removes those that have been marked for long enough.
 * Removes objects that no manifest names. Keeps the objects of `previous`, because nodes may still fetch them. Removes
 * nothing while a manifest cannot be read.
 */
export async function tidyPlace(
  store: ObjectStore,
  previous: Manifest | undefined,
  signKey: KeyObject | undefined,
): Promise<void> {
  const older = (await readAllManifests(store))?.filter(isOlder) ?? [];
  for (const stored of older) {
    const { supersededAt } = stored.manifest;
    if (supersededAt === undefined) {
      await markSuperseded(store, stored, signKey);
    } else if (Date.now() - supersededAt > SUPERSEDED_MS) {
      await store.remove(stored.name);
    }
  }
  await removeUnnamed(store, previous);
}

/**
 * Returns true for a manifest of an older schema. The name without a number counts for any schema: it is of programs up
 * to schema 8, and this program no longer reads it.
 */
function isOlder({ name, manifest }: StoredManifest): boolean {
  return name !== MANIFEST_NAME && manifest.schema <= SCHEMA_VERSION;
}

/**
 * Marks a manifest whose data are no longer updated, unless it was replaced meanwhile or only another key may change
 * it.
 */
async function markSuperseded(
  store: ObjectStore,
  { name, bytes, manifest, signed, isSignedBy }: StoredManifest,
  signKey: KeyObject | undefined,
): Promise<void> {
  const isSigned = manifest.signature !== undefined;
  if (isSigned && (signKey === undefined || !isSignedBy(publicHalfOf(signKey)))) {
    return;
  }
  const marked = { ...signed, supersededAt: Date.now() };
  await store.replaceSmall(name, renderManifest(marked, isSigned ? signKey : undefined), bytes);
}

/** Removes the registry of another schema. Throws `import_refused` when there is none, or not all are known. */
export async function dropSchema(store: ObjectStore, schema: number): Promise<void> {
  if (schema === SCHEMA_VERSION) {
    refuseImport(`schema ${schema} is the one that this version of baken publishes`);
  }
  const manifests = await readAllManifests(store);
  if (manifests === undefined) {
    return refuseImport("a manifest there cannot be read: baken publish --verify names it");
  }
  const dropped = manifests.filter(({ manifest }) => manifest.schema === schema);
  if (dropped.length === 0) {
    const found = manifests.map(({ manifest }) => manifest.schema).join(", ") || "none";
    refuseImport(`there is no registry of schema ${schema}: found ${found}`);
  }
  for (const { name } of dropped) {
    await store.remove(name);
  }
  await removeUnnamed(store, undefined);
}

/**
 * Removes objects of `publish`, and drafts of them in a folder, that no manifest names. Counts their age until the last
 * manifest was written, by the clock of the store.
 */
async function removeUnnamed(store: ObjectStore, previous: Manifest | undefined): Promise<void> {
  const manifests = await readAllManifests(store);
  if (manifests === undefined) {
    return;
  }
  const named = [...manifests.map(({ manifest }) => manifest), ...(previous === undefined ? [] : [previous])];
  const used = new Set(named.flatMap(objectsOf).map(({ name }) => name));
  const objects = await store.list();
  const written = objects.filter(({ name }) => isManifest(name)).map(({ modifiedAtMs }) => modifiedAtMs);
  const nowMs = Math.max(0, ...written);
  for (const { name, modifiedAtMs } of objects) {
    const isOurs = isRegistryObject(name.endsWith(DRAFT_SUFFIX) ? name.slice(0, -DRAFT_SUFFIX.length) : name);
    if (isOurs && !used.has(name) && nowMs - modifiedAtMs > UNNAMED_MS) {
      await store.remove(name);
    }
  }
}
