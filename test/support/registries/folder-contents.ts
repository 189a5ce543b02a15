/** Makes the content of data folders in tests from one tiny registry, and the folders themselves. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Database } from "../../../src/base/sqlite.ts";
import { newTestFolder, writeRegistryFixture } from "./registry-fixture.ts";

/** Bytes of the fixture: its file is removed when the first test file is done. */
const fixtureBytes = readFileSync(writeRegistryFixture());

/** Creates a folder with copies of the fixture under these names, and a `current` that names one of them. */
export function makeFolderWith(names: readonly string[], current?: string): string {
  const dataDir = newTestFolder();
  for (const name of names) {
    writeFileSync(join(dataDir, name), fixtureBytes);
  }
  if (current !== undefined) {
    writeFileSync(join(dataDir, "current"), `${current}\n`);
  }
  return dataDir;
}

function writeChanged(...statements: readonly string[]) {
  return (path: string) => {
    writeFileSync(path, fixtureBytes);
    using db = new Database(path);
    for (const sql of statements) {
      db.run(sql);
    }
  };
}

function setMeta(key: string, value: string): string {
  return `UPDATE registry SET value = '${value}' WHERE key = '${key}'`;
}

const LARGE = "UPDATE registry SET value = json_set(value, '$.adressen', 105) WHERE key = 'counts'";
const OLDER = setMeta("schema_version", "1");
/** Removes a table of the current schema, as another schema need not have it. */
const OTHER_TABLES = "ALTER TABLE woonplaats RENAME TO plaats";

const MATERIAL = {
  folder: (path: string) => mkdirSync(path),
  empty: (path: string) => writeFileSync(path, ""),
  text: (path: string) => writeFileSync(path, "no database, but long enough to look at\n".repeat(500)),
  link: (path: string) => symlinkSync("registry-2021-10-15.gpkg", path),
  "broken link": (path: string) => symlinkSync("registry-2020-01-01.gpkg", path),
  /** Registry marked as real data, of 17 addresses. */
  real: (path: string) => writeFileSync(path, fixtureBytes),
  demo: writeChanged(setMeta("is_demo", "1")),
  sample: writeChanged(setMeta("is_demo", "1"), "INSERT INTO registry VALUES ('sample', 'Weesp')"),
  large: writeChanged(LARGE),
  older: writeChanged(OLDER, OTHER_TABLES),
  "older and large": writeChanged(OLDER, LARGE, OTHER_TABLES),
  "older and silent": writeChanged(OLDER, "DELETE FROM registry WHERE key = 'is_demo'"),
  "older demo": writeChanged(OLDER, setMeta("is_demo", "1")),
  newer: writeChanged(setMeta("schema_version", "999"), OTHER_TABLES),
  incomplete: writeChanged("DELETE FROM registry WHERE key = 'reference_date'"),
  "cut off"(path: string) {
    writeFileSync(path, fixtureBytes);
    truncateSync(path, 3 * 4096);
  },
  database(path: string) {
    using db = new Database(path);
    db.run("CREATE TABLE t (a)");
  },
  accounts(path: string) {
    using db = new Database(path);
    db.run("CREATE TABLE mine (a)");
  },
  "lock of a publish"(path: string) {
    using db = new Database(path);
    db.run("PRAGMA user_version = 1");
  },
} satisfies Record<string, (path: string) => void>;

export type FolderEntry = keyof typeof MATERIAL;

export interface FolderContent {
  readonly files: Readonly<Record<string, FolderEntry>> | FolderEntry | undefined;
  readonly current?: string;
  readonly unreadable?: readonly string[];
}

/** Makes a data folder that all users may read, except the `unreadable` paths. */
export function makeDataFolder(dataDir: string, { files, current, unreadable = [] }: FolderContent): void {
  if (files === undefined) {
    return;
  }
  if (typeof files === "string") {
    MATERIAL[files](dataDir);
    return;
  }
  mkdirSync(dataDir);
  for (const [name, entry] of Object.entries(files)) {
    MATERIAL[entry](join(dataDir, name));
  }
  if (current !== undefined) {
    writeFileSync(join(dataDir, "current"), current);
  }
  for (const name of unreadable) {
    chmodSync(join(dataDir, name), 0o000);
  }
}

/**
 * Returns every file below a folder with its type and the hash of its content; one entry for a single file, none when
 * nothing exists.
 */
export function contentOf(dataDir: string): Record<string, string> {
  const stats = lstatSync(dataDir, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) {
    return stats === undefined ? {} : { ".": describe(dataDir) };
  }
  const names = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(names.sort().map((name) => [name, describe(join(dataDir, name))]));
}

function describe(path: string): string {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) {
    return `link to ${readlinkSync(path)}`;
  }
  return stats.isFile() ? Bun.hash(readFileSync(path)).toString(16) : "folder";
}
