/**
 * Keeps imported countries, and the bundled program, in the temporary folder of the system, so that all test files of a
 * run, and later runs of the same sources, make each once.
 */
import { Database } from "bun:sqlite";
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { memoize } from "../../../src/base/memoize.ts";
import { buildId } from "../../../src/base/version.ts";
import { isAttachedName } from "../../../src/registry/file/attached-files.ts";

const ROOT = join(tmpdir(), `baken-test-countries-${userInfo().uid}`);
/** Key of the sources that make countries: those of baken, and the arguments that tests import with. */
const SOURCES = `${buildId()}-${Bun.hash(readFileSync(join(import.meta.dir, "import-data-folders.ts")))}`;
/** Maximum age of the countries of other builds. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Maximum time to wait for another process that makes the same country. */
const WAIT_MS = 300_000;

/**
 * Returns a new data folder with a copy of the registry called `name`, which the caller removes. `make` fills an empty
 * data folder, and is called when no process has made the registry of this build yet.
 */
export async function copyCountry(
  name: string,
  make: (dataDir: string) => Promise<unknown>,
): Promise<string> {
  return copyOf(await makeOnce(name, make));
}

/** Folders that this process makes or has found, by name: a second caller must not wait for the lock of the first. */
const folders = new Map<string, Promise<string>>();

/**
 * Returns the folder called `name` of this build, which is shared: do not change it. `make` fills it, and is called
 * when no process has made it yet.
 */
export function makeOnce(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  return memoize(folders, name, () => makeFolder(name, make));
}

async function makeFolder(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(ROOT, SOURCES);
  const made = join(folder, name);
  if (!existsSync(made)) {
    removeOldBuilds();
    mkdirSync(folder, { recursive: true });
    using _lock = lock(`${made}.lock`);
    if (!existsSync(made)) {
      const draft = mkdtempSync(`${made}-`);
      await make(draft);
      renameSync(draft, made);
    }
  }
  return made;
}

/** Holds an exclusive lock until it is disposed of or the process ends. */
function lock(file: string): Disposable {
  const db = new Database(file);
  db.run(`PRAGMA busy_timeout = ${WAIT_MS}`);
  db.run("BEGIN EXCLUSIVE");
  return { [Symbol.dispose]: () => db.close() };
}

function copyOf(made: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), "baken-country-"));
  const registry = readFileSync(join(made, "current"), "utf8").trim();
  for (const file of [registry, ...readdirSync(made).filter(isAttachedName)]) {
    copyFileSync(join(made, file), join(dataDir, file), constants.COPYFILE_FICLONE);
  }
  writeFileSync(join(dataDir, "current"), `${registry}\n`);
  return dataDir;
}

function removeOldBuilds(): void {
  mkdirSync(ROOT, { recursive: true });
  for (const name of readdirSync(ROOT)) {
    const folder = join(ROOT, name);
    const ageMs = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (ageMs > MAX_AGE_MS) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
