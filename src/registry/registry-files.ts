/**
 * The registries of a data folder as files: what they are called, in which order they were published, which one serves,
 * and when an old one may go.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Database } from "../base/sqlite.ts";

/** The file of a data folder that names the registry to serve: one line, a file name in the same folder. */
export const POINTER_FILE = "current";

/** A file that an import or an update published. */
export interface RegistryFile {
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly referenceDate: string;
  /** Counts the publishes of a data folder from 1, whatever their dates. */
  readonly number: number;
}

/** What `current` names, whether that exists or not. */
export function readPointer(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, POINTER_FILE), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The folder's registries in the order in which they were published. None in a folder that is not there. */
export function listRegistryFiles(dataDir: string): RegistryFile[] {
  return namesIn(dataDir)
    .map(parseName)
    .filter((file) => file !== undefined)
    .sort(byPublish);
}

/**
 * The name of the next publish. Its number was never given before — the newest registry always stays — so that the name
 * of one version never comes to mean another: names are versions for whoever keeps an answer or an index.
 */
export function nextFileName(dataDir: string, referenceDate: string): string {
  const pointed = parseName(readPointer(dataDir) ?? "");
  const number = Math.max(0, pointed?.number ?? 0, ...listRegistryFiles(dataDir).map((file) => file.number));
  return nameOf(referenceDate, number + 1);
}

/**
 * Removes all but the `keep` newest registries up to the one that serves, as far as nobody reads them. What comes after
 * the one that serves is left alone: a publish may be under way. Returns the names removed.
 */
export function removeOldRegistries(dataDir: string, keep: number): string[] {
  const current = readPointer(dataDir);
  const files = listRegistryFiles(dataDir);
  const surplus = files.slice(0, Math.max(0, files.findIndex(({ name }) => name === current) + 1 - keep));
  return surplus.map(({ name }) => name).filter((name) => removeUnread(dataDir, name));
}

/**
 * Removes what comes after the registry that serves and is not `published`: left by a publish that was killed before it
 * moved the pointer. Only for whoever holds the folder's lock. Without a pointer nothing ever served.
 */
export function removeUnserved(dataDir: string, published: string): void {
  const current = readPointer(dataDir);
  const serving = parseName(current ?? "");
  if (current !== undefined && serving === undefined) return;
  for (const file of listRegistryFiles(dataDir)) {
    if (file.name === published || (serving !== undefined && byPublish(file, serving) <= 0)) continue;
    removeUnread(dataDir, file.name);
  }
}

/**
 * Whether any thread of any process has this registry open; undefined where that cannot be found out. Readers hold
 * SQLite's shared lock as long as a snapshot is open (snapshot.ts), and wait for the moment that asking takes.
 */
export function isRead(path: string): boolean | undefined {
  const outcome = withoutReaders(path, () => {});
  return outcome === "unknown" ? undefined : outcome === "read";
}

/** True when this call removed it. */
function removeUnread(dataDir: string, name: string): boolean {
  const path = join(dataDir, name);
  let isRemoved = false;
  withoutReaders(path, () => {
    // Looked at under the lock: whoever opens it from here on finds it gone and looks at the pointer again.
    if (readPointer(dataDir) === name) return;
    try {
      rmSync(path);
      isRemoved = true;
    } catch {
      // It stays until the next time; what was published is published.
    }
  });
  return isRemoved;
}

/**
 * Does the action while nobody can read the file; nothing when somebody reads it, or when that is `unknown`: it cannot
 * be locked for want of permission, or is gone. What is no database at all is nobody's.
 *
 * The lock is taken by SQLite and nothing else, because POSIX locks belong to a process: any other open and close of
 * the file would drop those of its snapshots, which SQLite's own bookkeeping prevents.
 */
function withoutReaders(path: string, action: () => void): "done" | "read" | "unknown" {
  let db: Database | undefined;
  try {
    db = new Database(path, { readwrite: true });
    db.run("BEGIN EXCLUSIVE");
  } catch (error) {
    db?.close();
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "SQLITE_NOTADB") return code === "SQLITE_BUSY" ? "read" : "unknown";
    db = undefined;
  }
  try {
    action();
    return "done";
  } finally {
    db?.close();
  }
}

const NAME = /^registry-(\d{4}-\d{2}-\d{2})(?:\.([1-9]\d{0,8}))?\.gpkg$/;

function parseName(name: string): RegistryFile | undefined {
  const match = NAME.exec(name);
  return match === null ? undefined : { name, referenceDate: match[1]!, number: Number(match[2] ?? 1) };
}

function nameOf(referenceDate: string, number: number): string {
  return `registry-${referenceDate}${number === 1 ? "" : `.${number}`}.gpkg`;
}

/** Numbers alone order what this version published; files of older ones may share a number. */
function byPublish(a: RegistryFile, b: RegistryFile): number {
  return (
    a.number - b.number ||
    (a.referenceDate < b.referenceDate ? -1 : Number(a.referenceDate > b.referenceDate))
  );
}

function namesIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir);
  } catch {
    return [];
  }
}
