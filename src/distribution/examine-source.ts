/** Asks a registry source for the registry that a server would serve next. */
import { messageOf } from "../base/errors.ts";
import { SCHEMA_VERSION } from "../registry/schema/schema.ts";
import { type Manifest, wholeBytes } from "./manifest.ts";
import {
  describeSuperseded,
  describeUnpublished,
  type RegistrySource,
  readTrustedManifest,
} from "./registry-source.ts";
import { knownSum } from "./registry-sums.ts";

export interface SourceFinding {
  /** Why a server cannot have the published registry; undefined when it can. */
  readonly fault: string | undefined;
  readonly published: Pick<Manifest, "date" | "publishedAt"> | undefined;
  /** True when this registry of the folder is the published one; undefined where that is not known. */
  readonly isCurrent: boolean | undefined;
  /** Message that the data of the source are no longer updated; undefined while they are. */
  readonly superseded?: string | undefined;
}

/** Reads the manifest and the size of the object that it names; `file` is the registry that the folder serves. */
export async function examineSource(
  source: RegistrySource,
  file: string | undefined,
): Promise<SourceFinding> {
  const { dataDir, store } = source;
  try {
    const manifest = await readTrustedManifest(source);
    if (manifest === undefined) {
      return { fault: describeUnpublished(store), published: undefined, isCurrent: undefined };
    }
    const sum = file === undefined ? undefined : knownSum(dataDir, file);
    return {
      fault: await findFault(source, manifest),
      published: manifest,
      superseded: describeSuperseded(manifest),
      isCurrent: sum === undefined ? undefined : sum === manifest.sha256,
    };
  } catch (error) {
    return { fault: messageOf(error), published: undefined, isCurrent: undefined };
  }
}

async function findFault({ store }: RegistrySource, manifest: Manifest): Promise<string | undefined> {
  const object = store.describe(manifest.name);
  if (manifest.schema !== SCHEMA_VERSION) {
    return `${object} has registry schema ${manifest.schema}; this baken reads schema ${SCHEMA_VERSION}`;
  }
  const sizeBytes = await store.sizeOf(manifest.name);
  if (sizeBytes === undefined) {
    return `${object} does not exist`;
  }
  const expectedBytes = wholeBytes(manifest);
  return sizeBytes === expectedBytes
    ? undefined
    : `${object} has ${sizeBytes} bytes, expected ${expectedBytes}`;
}
