/** When a registry may go: never a file of which it is not certain what it is, nor one that somebody reads. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Database } from "../base/sqlite.ts";
import { identityOf } from "./file-identity.ts";
import { judgeRegistry, type RegistryFacts, type RegistryVerdict } from "./judge-registry.ts";
import { pointedName, readPointer } from "./pointer.ts";
import { listRegistryFiles } from "./registry-files.ts";

/**
 * Removes all but the `keep` newest sound registries up to the one that serves. What is damaged, unreadable or of another
 * schema stays, for nobody can tell what it would take away, and pushes nothing out; so does everything where the one that
 * serves is not sound, and real data beneath a demo. What comes after the one that serves is left alone: a publish may be
 * under way. Returns the names removed.
 */
export function removeOldRegistries(dataDir: string, keep: number): string[] {
  const current = pointedName(dataDir);
  const names = listRegistryFiles(dataDir).map(({ name }) => name);
  const published = names.slice(0, names.indexOf(current ?? "") + 1);
  if (published.length <= keep) return [];
  const sound = published
    .map((name) => judgeOnce(join(dataDir, name)))
    .filter(({ state }) => state === "sound");
  const serving = sound.at(-1);
  if (serving?.name !== current) return [];
  const mayGo = (facts: RegistryFacts | undefined) => !serving?.facts?.isDemo || facts?.isDemo === true;
  return sound
    .slice(0, -keep)
    .filter(({ facts }) => mayGo(facts))
    .map(({ name }) => name)
    .filter((name) => removeUnread(dataDir, name, current));
}

const judged = new Map<string, { readonly file: string | undefined; readonly verdict: RegistryVerdict }>();

/** Servers ask every half second, and what stays for good need not be opened each time. */
function judgeOnce(path: string): RegistryVerdict {
  const file = identityOf(path);
  const known = judged.get(path);
  if (file !== undefined && known?.file === file) return known.verdict;
  const verdict = judgeRegistry(path);
  judged.set(path, { file, verdict });
  return verdict;
}

/** Removes what a killed publish left (import-state.ts), unless it is all there is to mend a folder with. */
export function removeUnserved(dataDir: string, name: string): void {
  const pointer = readPointer(dataDir);
  const current = pointer.kind === "name" ? pointer.name : undefined;
  if (pointer.kind === "unusable" || current === name) return;
  const states = [name, ...(current === undefined ? [] : [current])].map(
    (file) => judgeRegistry(join(dataDir, file)).state,
  );
  if (states.every((state) => state === "sound")) removeUnread(dataDir, name, current);
}

/**
 * Whether any thread of any process has this registry open; undefined where that cannot be found out, as of a file that is
 * damaged or not permitted. Readers hold SQLite's shared lock as long as a snapshot is open (snapshot.ts), and wait for the
 * moment that asking takes.
 */
export function isRead(path: string): boolean | undefined {
  const outcome = withoutReaders(path, () => {});
  return outcome === "unknown" ? undefined : outcome === "read";
}

/** True when this call removed it, which it does only while `current` names `serving`. */
function removeUnread(dataDir: string, name: string, serving: string | undefined): boolean {
  const path = join(dataDir, name);
  let isRemoved = false;
  withoutReaders(path, () => {
    // Looked at under the lock: whoever opens it from here on finds it gone and looks at the pointer again.
    if (pointedName(dataDir) !== serving) return;
    try {
      rmSync(path);
      judged.delete(path);
      isRemoved = true;
    } catch {
      // It stays until the next time; what was published is published.
    }
  });
  return isRemoved;
}

/**
 * Does the action while nobody can read the file; nothing when somebody reads it, or when that is `unknown`: it cannot
 * be locked.
 *
 * The lock is taken by SQLite and nothing else, because POSIX locks belong to a process: any other open and close of
 * the file would drop those of its snapshots, which SQLite's own bookkeeping prevents.
 */
function withoutReaders(path: string, action: () => void): "done" | "read" | "unknown" {
  let db: Database | undefined;
  try {
    db = new Database(path, { readwrite: true });
    db.run("BEGIN EXCLUSIVE");
    action();
    return "done";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "SQLITE_BUSY" ? "read" : "unknown";
  } finally {
    db?.close();
  }
}
