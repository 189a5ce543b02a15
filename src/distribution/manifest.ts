/** Manifest of a published registry: what a node fetches, and how it knows that all of it is right. */
import { z } from "zod";
import { AppError, messageOf } from "../base/errors.ts";
import type { ObjectStore, ReadableStore } from "../storage/object-store.ts";
import { writeObject } from "../storage/object-store.ts";

/** Object that names the newest registry; written last, so that all that it names exists. */
export const MANIFEST_NAME = "current.json";
/** Largest manifest: that of a registry of 8 GB has 45 kB. */
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

const bytes = z
  .int()
  .min(0)
  .max(2 ** 45);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Names of objects that `publish` writes; a manifest cannot lead anywhere else. */
const OBJECT_NAME = /^registry-\d{4}-\d{2}-\d{2}-[0-9a-f]{16}(?:-from-[0-9a-f]{16})?\.(?:zst|patch)$/;
const objectName = z.string().regex(OBJECT_NAME);

const Part = z.object({
  /** Place of the compressed part in the object. */
  offset: bytes,
  length: bytes.min(1),
  sha256,
  /** Size and hash of its content, the next piece of the registry. */
  size: bytes.min(1).max(2 ** 30),
  contentSha256: sha256,
});

const Patch = z.object({
  name: objectName,
  size: bytes,
  sha256,
  /** Hash of the registry that it applies to, and hash and size of the one that results. */
  base: sha256,
  target: sha256,
  targetSize: bytes,
});

const Manifest = z
  .object({
    format: z.literal(1),
    /** Object with the parts. */
    name: objectName,
    /** Size and hash of the registry file. */
    size: bytes.min(1),
    sha256,
    schema: z.int().min(1),
    date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    isDemo: z.boolean(),
    adressen: z.int().min(0),
    /** Milliseconds since 1970; later for each publish, also of a registry of before. */
    publishedAt: z.int().min(0),
    parts: z.array(Part).min(1),
    /** Ways to this registry from earlier ones, newest last; each applies to the target of the one before. */
    patches: z.array(Patch),
  })
  .refine(({ parts, size }) => {
    let [offset, content] = [0, 0];
    for (const part of parts) {
      if (part.offset !== offset) {
        return false;
      }
      offset += part.length;
      content += part.size;
    }
    return content === size;
  }, "its parts do not follow each other to the size of the registry");

export type Manifest = z.output<typeof Manifest>;
export type Part = z.output<typeof Part>;
export type Patch = z.output<typeof Patch>;

/** Returns the manifest; undefined where nothing was published. Throws `import_refused` for one that is not valid. */
export async function readManifest(store: ReadableStore): Promise<Manifest | undefined> {
  const content = await store.readSmall(MANIFEST_NAME, MAX_MANIFEST_BYTES);
  if (content === undefined) {
    return undefined;
  }
  const parsed = Manifest.safeParse(parseJson(content));
  if (parsed.success) {
    return parsed.data;
  }
  const { path, message } = parsed.error.issues[0]!;
  const place = path.length > 0 ? ` (${path.join(".")})` : "";
  throw new AppError(
    "import_refused",
    `${store.describe(MANIFEST_NAME)} is no manifest of a registry that this baken reads: ${message}${place}`,
  );
}

function parseJson(content: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(content).toString());
  } catch (error) {
    return messageOf(error);
  }
}

export async function writeManifest(store: ObjectStore, manifest: Manifest): Promise<void> {
  await writeObject(store, MANIFEST_NAME, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
}

/** Returns true for an object that `publish` writes beside the manifest. */
export function isRegistryObject(name: string): boolean {
  return OBJECT_NAME.test(name);
}

export function objectNameOf(date: string, sha256: string): string {
  return `registry-${date}-${sha256.slice(0, 16)}.zst`;
}

export function patchNameOf(date: string, sha256: string, base: string): string {
  return `registry-${date}-${sha256.slice(0, 16)}-from-${base.slice(0, 16)}.patch`;
}
