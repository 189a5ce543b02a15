/** Publishes registries in many small parts, so that a small country has some to lose. */
import type { Manifest } from "../../../src/distribution/manifest.ts";
import { publishRegistry } from "../../../src/distribution/publish-registry.ts";
import { silentProgress } from "../../../src/import/progress.ts";
import { openSnapshot } from "../../../src/registry/snapshot.ts";
import type { ObjectStore } from "../../../src/storage/object-store.ts";

const PART_BYTES = 256 * 1024;

export async function publishInParts(registry: string, store: ObjectStore): Promise<Manifest> {
  const snapshot = openSnapshot(registry);
  try {
    const options = { snapshot, store, isConfirmed: true, partBytes: PART_BYTES };
    return (await publishRegistry(options, silentProgress)).manifest;
  } finally {
    snapshot.close();
  }
}
