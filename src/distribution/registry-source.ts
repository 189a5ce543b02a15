/**
 * Place from which a data folder takes registries, and the rules of trust. With a key, only manifests signed by the
 * publisher count, and none older than the newest manifest that the folder has used. So write access to the place is
 * not enough to change the data or to bring back former data.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { syncPath } from "../base/draft-file.ts";
import { codeOf } from "../base/errors.ts";
import { refuseImport } from "../import/refuse.ts";
import { FETCH_FOLDER } from "../registry/file/import-state.ts";
import { SCHEMA_VERSION } from "../registry/schema/schema.ts";
import type { ReadableStore } from "../storage/object-store.ts";
import { MANIFEST_NAME, type Manifest, readManifest } from "./manifest.ts";
import { publicKeyOf } from "./signature.ts";

export interface RegistrySource {
  readonly dataDir: string;
  readonly store: ReadableStore;
  /** Public key of the publisher; undefined: every manifest counts. */
  readonly registryKey: string | undefined;
}

/** Newest signed manifest that the folder has used, and the key that has signed it. */
const Newest = z.object({ key: z.string(), publishedAt: z.int().min(0) });

const NEWEST_FILE = "newest.json";

/**
 * Returns the published manifest; undefined where nothing was published. Throws `import_refused` with the reason for
 * one that is not valid, not signed by the publisher, or older than one that was used.
 */
export async function readTrustedManifest(source: RegistrySource): Promise<Manifest | undefined> {
  const { store, registryKey } = source;
  const stored = await readManifest(store);
  if (stored === undefined || registryKey === undefined) {
    return stored?.manifest;
  }
  const { manifest, isSignedBy } = stored;
  const place = store.describe(MANIFEST_NAME);
  if (!isSignedBy(publicKeyOf(registryKey))) {
    const fault =
      manifest.signature === undefined ? "is not signed" : "has a signature of another key, or was changed";
    return refuseImport(`${place} ${fault}: --registry-key allows only what the publisher has signed`);
  }
  const usedAt = newestUse(source);
  if (manifest.publishedAt < usedAt) {
    return refuseImport(
      `${place} was published at ${formatTime(manifest.publishedAt)}, before the one in use, of ` +
        `${formatTime(usedAt)}: somebody has put it back. To go back to earlier data, publish that data again`,
    );
  }
  return manifest;
}

/** Says that nothing was published that this program could serve. */
export function describeUnpublished(store: ReadableStore): string {
  return (
    `nothing is published yet for registry schema ${SCHEMA_VERSION}, which this baken reads: ` +
    `${store.describe(MANIFEST_NAME)} does not exist. Import with this version and publish that registry`
  );
}

/**
 * Returns the message that the data of a source are no longer updated, because a newer program publishes there;
 * undefined while they are.
 */
export function describeSuperseded({ schema, date, supersededAt }: Manifest): string | undefined {
  return supersededAt === undefined
    ? undefined
    : `the data of the registry source stand still at ${date}: since ${formatTime(supersededAt)} a newer baken publishes there, and this one reads schema ${schema} only. Upgrade it within two weeks, after which a publish removes what this one could fetch`;
}

/** Remembers that a manifest of {@link readTrustedManifest} is used: older ones are refused from now on. */
export function rememberManifest(source: RegistrySource, { publishedAt }: Manifest): void {
  if (source.registryKey === undefined || publishedAt <= newestUse(source)) {
    return;
  }
  const folder = join(source.dataDir, FETCH_FOLDER);
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `${NEWEST_FILE}.${process.pid}.tmp`);
  writeFileSync(draft, JSON.stringify({ key: source.registryKey, publishedAt }));
  syncPath(draft);
  renameSync(draft, join(folder, NEWEST_FILE));
}

/** Returns the time at which the newest used manifest was published; 0 when this key has signed none of them. */
function newestUse({ dataDir, registryKey }: RegistrySource): number {
  const path = join(dataDir, FETCH_FOLDER, NEWEST_FILE);
  try {
    const { key, publishedAt } = Newest.parse(JSON.parse(readFileSync(path, "utf8")));
    return key === registryKey ? publishedAt : 0;
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return 0;
    }
    return refuseImport(
      `${path}, which records the newest registry in use, cannot be read. If you are sure that --registry-source ` +
        "has the newest, remove it",
      error,
    );
  }
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}
