/** Ed25519 signatures of manifests, and the keys: openssl makes them (docs/cluster.md). */
import { createPrivateKey, createPublicKey, type KeyObject, sign as signBytes, verify } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { AppError, messageOf } from "../base/errors.ts";

/** Permissions of a private key with which others could read it, or the group could put another in its place. */
const TOO_OPEN = 0o027;

/** Returns the signature of a text, in base64. */
export function sign(text: string, key: KeyObject): string {
  return signBytes(null, Buffer.from(text), key).toString("base64");
}

/** Returns true when the owner of the key has signed the text. */
export function isSignature(signature: string, text: string, publicKey: KeyObject): boolean {
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
}

/** Reads the private key of a publisher. Throws `usage` for a file that holds none, or that others may read. */
export function readSignKey(path: string): KeyObject {
  let key: KeyObject;
  try {
    if ((statSync(path).mode & TOO_OPEN) !== 0) {
      throw new Error(`other users may read it, and sign with it. Run: chmod 600 ${path}`);
    }
    key = createPrivateKey(readFileSync(path));
  } catch (cause) {
    throw new AppError("usage", `--sign-key ${path} cannot be used: ${messageOf(cause)}`, { cause });
  }
  if (key.asymmetricKeyType !== "ed25519") {
    throw new AppError(
      "usage",
      `--sign-key ${path} holds a key of type ${key.asymmetricKeyType}: expected ed25519.`,
    );
  }
  return key;
}

/** Returns the public key of a value of `--registry-key`. */
export function publicKeyOf(text: string): KeyObject {
  return createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
}

/** Returns the value of `--registry-key` with which nodes check signatures of this private key. */
export function registryKeyOf(signKey: KeyObject): string {
  return publicHalfOf(signKey).export({ format: "der", type: "spki" }).toString("base64");
}

/** Returns the public key that belongs to a private one. */
export function publicHalfOf(signKey: KeyObject): KeyObject {
  return createPublicKey(signKey);
}
