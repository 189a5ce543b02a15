/** Publishes registries in many small parts, so that a small country has some to lose. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Manifest } from "../../../src/distribution/manifest.ts";
import { publishRegistry } from "../../../src/distribution/publish-registry.ts";
import { silentProgress } from "../../../src/import/progress.ts";
import { openSnapshot } from "../../../src/registry/file/snapshot.ts";
import type { ObjectStore } from "../../../src/storage/object-store.ts";

const PART_BYTES = 256 * 1024;

/** Publishes a registry from a folder of its own, so that nodes must fetch it whole. */
export async function publishInParts(registry: string, store: ObjectStore): Promise<Manifest> {
  const folder = mkdtempSync(join(tmpdir(), "baken-publish-"));
  const copy = join(folder, basename(registry));
  copyFileSync(registry, copy);
  try {
    return await publishWithPatches(copy, store);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Publishes a registry from the folder that also has the previously published one. */
export async function publishWithPatches(registry: string, store: ObjectStore): Promise<Manifest> {
  const snapshot = openSnapshot(registry);
  try {
    const options = { snapshot, store, isConfirmed: true, partBytes: PART_BYTES };
    return (await publishRegistry(options, silentProgress)).manifest;
  } finally {
    snapshot.close();
  }
}
