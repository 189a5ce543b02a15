/**
 * Manifest of a published registry: what a node fetches, and how it knows that all of it is right. A place has one for
 * each registry schema, so that nodes of two versions of baken follow it while one after the other is upgraded.
 */
import { type KeyObject, randomBytes } from "node:crypto";
import { z } from "zod";
import { readJson } from "../base/read-json.ts";
import { refuseImport } from "../import/refuse.ts";
import { ATTACHED_NAME, type AttachedFile } from "../registry/file/attached-files.ts";
import { SCHEMA_VERSION } from "../registry/schema/schema.ts";
import type { ReadableStore } from "../storage/object-store.ts";
import { isSignature, sign } from "./signature.ts";

/**
 * Object that names the newest registry of this program's schema; written last, when every object that it names exists.
 */
export const MANIFEST_NAME = `current-${SCHEMA_VERSION}.json`;
/** Names of manifests; without a number: of programs up to schema 8, which know one schema in a place. */
const MANIFEST_NAMES = /^current(?:-\d+)?\.json$/;
/** Bytes of one part of the registry: a node holds a part in memory, and asks for it again when it was killed. */
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
/**
 * Names of objects that `publish` writes; a manifest cannot name any other. Names without a schema are of programs up
 * to schema 8. Those programs would remove objects with such names that their manifest does not list.
 */
const OBJECT_NAME =
  /^(?:registry|history)-\d{4}-\d{2}-\d{2}(?:-schema\d+)?-[0-9a-f]{16}(?:-from-[0-9a-f]{16})?\.(?:zst|patch)$/;
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

const PARTS_FAULT = "its parts do not follow each other to the size of the file";

/** Returns true when parts follow each other, and have the size of the whole together. */
function areWhole({
  parts,
  size,
}: {
  readonly parts: readonly z.output<typeof Part>[];
  readonly size: number;
}) {
  let [offset, content] = [0, 0];
  for (const part of parts) {
    if (part.offset !== offset) {
      return false;
    }
    offset += part.length;
    content += part.size;
  }
  return content === size;
}

/** Returns the length that zstd never exceeds for content of this size. */
function maxPackedBytes(size: number): number {
  return size + Math.ceil(size / 128) + 1024;
}

/** File attached to the registry. */
const Attached = z
  .object({
    /** Name next to the registry, in every data folder. */
    file: z.string().regex(ATTACHED_NAME),
    /** Object with its parts. */
    name: objectName,
    size: bytes.min(1),
    sha256,
    parts: z.array(Part).min(1),
  })
  .refine(areWhole, PARTS_FAULT);

const Patch = z.object({
  name: objectName,
  size: bytes,
  sha256,
  /** Hash of the registry that the patch applies to, and hash and size of the resulting registry. */
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
    /** Milliseconds since 1970; later for each publish, also of an older registry. */
    publishedAt: z.int().min(0).max(MAX_TIME_MS),
    /** Milliseconds since 1970 at which a newer schema was published at the same place; absent while there is none. */
    supersededAt: z.int().min(0).max(MAX_TIME_MS).optional(),
    parts: z.array(Part).min(1),
    /** Ways to this registry from earlier ones, newest last; each applies to the target of the one before. */
    patches: z.array(Patch).max(MAX_CHAIN),
    /** Files attached to the registry, which nodes fetch before it. */
    attached: z.array(Attached).default([]),
    /** Signature of the publisher over all other members (signature.ts). */
    signature: z.string().max(100).optional(),
  })
  .refine(areWhole, PARTS_FAULT)
  .refine(
    (manifest) => manifest.patches.every(({ size }) => size <= wholeBytes(manifest)),
    "a patch is larger than the whole",
  );

export type Manifest = z.output<typeof Manifest>;
export type Attached = z.output<typeof Attached>;
export type Part = z.output<typeof Part>;
export type Patch = z.output<typeof Patch>;

/** Returns the bytes of the object with all parts. */
export function wholeBytes({ parts }: { readonly parts: readonly { readonly length: number }[] }): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** Stored form of a manifest. */
export interface StoredManifest {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly manifest: Manifest;
  /** All that is signed: with members that this version does not know, without the signature. */
  readonly signed: object;
  /** Returns true when the owner of this key has signed the whole manifest. */
  isSignedBy(key: KeyObject): boolean;
}

/** Reads a manifest; undefined where nothing was published. Throws `import_refused` for one that is not valid. */
export async function readManifest(
  store: ReadableStore,
  name = MANIFEST_NAME,
): Promise<StoredManifest | undefined> {
  const bytes = await store.readSmall(name);
  if (bytes === undefined) {
    return undefined;
  }
  const refuseAs = (reason: string) =>
    refuseImport(`${store.describe(name)} is not a manifest of a registry that this baken reads: ${reason}`);
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
  return { name, bytes, manifest: parsed.data, signed, isSignedBy };
}

/** Parses the manifest that a fetching process has printed. */
export function parseManifest(text: string): Manifest {
  return Manifest.parse(JSON.parse(text));
}

/** Returns true for a manifest of any schema. */
export function isManifest(name: string): boolean {
  return MANIFEST_NAMES.test(name);
}

/** Returns the manifest as an object of the store; signed when a key is given. */
export function renderManifest(manifest: object, signKey: KeyObject | undefined): Uint8Array {
  const signed = signKey && { ...manifest, signature: sign(textOf(manifest), signKey) };
  return Buffer.from(`${JSON.stringify(signed ?? manifest, null, 1)}\n`);
}

/** Returns the signed bytes: all members but the signature, as JSON without white space. */
function textOf(manifest: object): string {
  return JSON.stringify(manifest);
}

/** Returns the objects that a manifest names, with their sizes in bytes. */
export function objectsOf(manifest: Manifest): { readonly name: string; readonly size: number }[] {
  const whole = [manifest, ...manifest.attached].map((one) => ({ name: one.name, size: wholeBytes(one) }));
  return [...whole, ...manifest.patches];
}

/** Returns true for an object that `publish` writes next to the manifest. */
export function isRegistryObject(name: string): boolean {
  return OBJECT_NAME.test(name);
}

/** Returns the name of the object of an attached file, which no other publish gives to one. */
export function newAttachedObjectName({ kind }: AttachedFile, date: string, sha256: string): string {
  return `${kind}-${date}-schema${SCHEMA_VERSION}-${sha256.slice(0, 8)}${randomBytes(4).toString("hex")}.zst`;
}

/** Names of the objects of one publish, which no other gives to its objects. */
export interface ObjectNames {
  readonly whole: string;
  /** Name of the patch from a registry with this hash. */
  patchFrom(base: string): string;
}

export function newObjectNames(date: string, sha256: string): ObjectNames {
  const stem = `registry-${date}-schema${SCHEMA_VERSION}-${sha256.slice(0, 8)}${randomBytes(4).toString("hex")}`;
  return { whole: `${stem}.zst`, patchFrom: (base) => `${stem}-from-${base.slice(0, 16)}.patch` };
}
