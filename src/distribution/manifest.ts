/** Manifest of a published registry: what a node fetches, and how it knows that all of it is right. */
import { type KeyObject, randomBytes } from "node:crypto";
import { z } from "zod";
import { readJson } from "../base/read-json.ts";
import { refuse } from "../import/refuse.ts";
import type { ReadableStore } from "../storage/object-store.ts";
import { isSignature, sign } from "./signature.ts";

/** Object that names the newest registry; written last, so that all that it names exists. */
export const MANIFEST_NAME = "current.json";
/** Bytes of the registry in one part: what a node holds in memory, and asks for again when it was killed. */
export const PART_BYTES = 64 * 1024 * 1024;
/** Patches that a node applies one after the other; a node that missed more fetches the whole. */
export const MAX_CHAIN = 7;

/** Latest moment that a Date has. */
const MAX_TIME_MS = 8.64e15;

const bytes = z
  .int()
  .min(0)
  .max(2 ** 45);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Names of objects that `publish` writes; a manifest cannot lead anywhere else. */
const OBJECT_NAME = /^registry-\d{4}-\d{2}-\d{2}-[0-9a-f]{16}(?:-from-[0-9a-f]{16})?\.(?:zst|patch)$/;
const objectName = z.string().regex(OBJECT_NAME);

const Part = z
  .object({
    /** Place of the compressed part in the object. */
    offset: bytes,
    length: bytes.min(1),
    sha256,
    /** Size and hash of its content, the next piece of the registry. */
    size: bytes.min(1).max(PART_BYTES),
    contentSha256: sha256,
  })
  .refine(({ length, size }) => length <= maxPackedBytes(size), "it is longer than what it holds");

/** Returns the length that zstd never exceeds for content of this size. */
function maxPackedBytes(size: number): number {
  return size + Math.ceil(size / 128) + 1024;
}

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
    publishedAt: z.int().min(0).max(MAX_TIME_MS),
    parts: z.array(Part).min(1),
    /** Ways to this registry from earlier ones, newest last; each applies to the target of the one before. */
    patches: z.array(Patch).max(MAX_CHAIN),
    /** Signature of the publisher over all other members (signature.ts). */
    signature: z.string().max(100).optional(),
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
  }, "its parts do not follow each other to the size of the registry")
  .refine(
    (manifest) => manifest.patches.every(({ size }) => size <= wholeBytes(manifest)),
    "a patch is larger than the whole",
  );

export type Manifest = z.output<typeof Manifest>;
export type Part = z.output<typeof Part>;
export type Patch = z.output<typeof Patch>;

/** Returns the bytes of the object with all parts. */
export function wholeBytes({ parts }: { readonly parts: readonly { readonly length: number }[] }): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** A manifest as it is stored. */
export interface StoredManifest {
  readonly bytes: Uint8Array;
  readonly manifest: Manifest;
  /** Returns true when the owner of this key has signed all of it. */
  isSignedBy(key: KeyObject): boolean;
}

/** Reads the manifest; undefined where nothing was published. Throws `import_refused` for one that is not valid. */
export async function readManifest(store: ReadableStore): Promise<StoredManifest | undefined> {
  const bytes = await store.readSmall(MANIFEST_NAME);
  if (bytes === undefined) {
    return undefined;
  }
  const refuseAs = (reason: string) =>
    refuse(`${store.describe(MANIFEST_NAME)} is no manifest of a registry that this baken reads: ${reason}`);
  const json = readJson(bytes);
  if ("fault" in json) {
    return refuseAs(`it ${json.fault}`);
  }
  const parsed = Manifest.safeParse(json.value);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    return refuseAs(message + (path.length > 0 ? ` (${path.join(".")})` : ""));
  }
  // Members that this version does not know are signed too.
  const { signature = "", ...signed } = json.value as Manifest;
  const isSignedBy = (key: KeyObject) => isSignature(signature, textOf(signed), key);
  return { bytes, manifest: parsed.data, isSignedBy };
}

/** Returns the manifest as an object of the store; signed when a key is given. */
export function renderManifest(manifest: Manifest, signKey: KeyObject | undefined): Uint8Array {
  const signed = signKey && { ...manifest, signature: sign(textOf(manifest), signKey) };
  return Buffer.from(`${JSON.stringify(signed ?? manifest, null, 1)}\n`);
}

/** Returns what is signed: all members but the signature, as JSON without white space. */
function textOf(manifest: object): string {
  return JSON.stringify(manifest);
}

/** Returns true for an object that `publish` writes beside the manifest. */
export function isRegistryObject(name: string): boolean {
  return OBJECT_NAME.test(name);
}

/** Names of the objects of one publish, which no other gives to its objects. */
export interface ObjectNames {
  readonly whole: string;
  /** Name of the patch from a registry with this hash. */
  patchFrom(base: string): string;
}

export function newObjectNames(date: string, sha256: string): ObjectNames {
  const stem = `registry-${date}-${sha256.slice(0, 8)}${randomBytes(4).toString("hex")}`;
  return { whole: `${stem}.zst`, patchFrom: (base) => `${stem}-from-${base.slice(0, 16)}.patch` };
}
