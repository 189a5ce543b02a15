/**
 * Hashes of registry files. Only for processes that serve nothing: closing a file drops the locks that SQLite holds on
 * it in the same process.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256OfFile } from "../base/sha256.ts";
import { FETCH_FOLDER } from "../registry/file/import-state.ts";
import { fileIdentityOf } from "../registry/file/stable-link.ts";

const SUMS_FILE = "sums.json";

type Sums = Readonly<Record<string, { readonly identity: string; readonly sha256: string } | undefined>>;

/** Returns the hash of a registry of the data folder, computed once for a file that does not change. */
export async function registrySum(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  const known = knownSum(dataDir, name);
  if (known !== undefined) {
    return known;
  }
  const sha256 = await sha256OfFile(path);
  storeSum(dataDir, name, sha256);
  return sha256;
}

/** Returns the hash of a registry if it is known; reads no registry. */
export function knownSum(dataDir: string, name: string): string | undefined {
  const known = readSums(dataDir)[name];
  return known !== undefined && known.identity === fileIdentityOf(join(dataDir, name))
    ? known.sha256
    : undefined;
}

/** Keeps the hash of a registry; forgets hashes of removed files. */
export function storeSum(dataDir: string, name: string, sha256: string): void {
  const identity = fileIdentityOf(join(dataDir, name));
  if (identity === undefined) {
    return;
  }
  const kept = Object.entries(readSums(dataDir)).filter(
    ([file, sum]) => sum?.identity === fileIdentityOf(join(dataDir, file)),
  );
  const sums = { ...Object.fromEntries(kept), [name]: { identity, sha256 } };
  const folder = join(dataDir, FETCH_FOLDER);
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `${SUMS_FILE}.${process.pid}.tmp`);
  writeFileSync(draft, JSON.stringify(sums));
  renameSync(draft, join(folder, SUMS_FILE));
}

function readSums(dataDir: string): Sums {
  try {
    return JSON.parse(readFileSync(join(dataDir, FETCH_FOLDER, SUMS_FILE), "utf8"));
  } catch {
    // Absent or torn: the hashes are computed again.
    return {};
  }
}
