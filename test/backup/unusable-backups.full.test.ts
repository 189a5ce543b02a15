/**
 * Tests that `baken restore` refuses an invalid backup and changes nothing, and that `baken backup --verify` reports
 * the same error: 30 damaged backups with keys and a registry.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fingerprintOf } from "../support/processes/baken-process.ts";
import { backUp, newDataFolder, newPath, runOn } from "../support/processes/run-backup.ts";
import { issueKey } from "../support/servers/serve-process.ts";

const root = mkdtempSync(join(tmpdir(), "baken-unusable-"));
afterAll(() => rmSync(root, { recursive: true }));
let dataDir: string;
let sound: string;
let registry: string;
beforeAll(async () => {
  dataDir = newDataFolder();
  issueKey(dataDir, { name: "kept" });
  sound = await backUp(dataDir, "--registry", "copy");
  registry = readFileSync(join(dataDir, "current"), "utf8").trim();
});

type Change = (backup: string) => void;
const fileOf = (backup: string, name: string) => join(backup, name === "registry" ? registry : name);

/** Flips a bit of the byte at this share of the file. */
const flip =
  (name: string, share: number): Change =>
  (backup) => {
    const path = fileOf(backup, name);
    const bytes = readFileSync(path);
    bytes[Math.floor((bytes.length - 1) * share)]! ^= 1;
    writeFileSync(path, bytes);
  };
const cutOff =
  (name: string, share: number): Change =>
  (backup) => {
    const path = fileOf(backup, name);
    truncateSync(path, Math.floor(readFileSync(path).length * share));
  };
const remove =
  (name: string): Change =>
  (backup) =>
    rmSync(fileOf(backup, name));
const replaceInManifest =
  (from: string | RegExp, to: string): Change =>
  (backup) => {
    const path = join(backup, "backup.json");
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
  };
/** Returns the manifest as a version before checksums of registries wrote it. */
function asFormer(backup: string): void {
  const path = join(backup, "backup.json");
  const { format: _format, sha256: _sum, registry: noted, ...rest } = JSON.parse(readFileSync(path, "utf8"));
  const { sha256: _registrySum, ...former } = noted;
  writeFileSync(path, `${JSON.stringify({ format: 1, ...rest, registry: former }, null, 2)}\n`);
}
/** Makes the manifest match a changed file. */
const noted =
  (change: Change): Change =>
  (backup) => {
    asFormer(backup);
    change(backup);
    const path = join(backup, "backup.json");
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    const bytes = readFileSync(join(backup, "accounts.db"));
    manifest.accounts.bytes = bytes.length;
    manifest.accounts.sha256 = createHash("sha256").update(bytes).digest("hex");
    writeFileSync(path, JSON.stringify(manifest));
  };
const fillMiddle: Change = (backup) => {
  const path = fileOf(backup, "registry");
  const bytes = readFileSync(path);
  createHash("shake256", { outputLength: 40_000 }).update("noise").digest().copy(bytes, 8_192);
  writeFileSync(path, bytes);
};

const randomInFormer: Change = (backup) => {
  asFormer(backup);
  fillMiddle(backup);
};

const SHA = "its SHA-256 differs from backup.json";
const MANIFEST = "backup.json cannot be used: ";
const UNUSABLE: [string, Change, string][] = [
  [
    "no manifest: a folder of another program",
    remove("backup.json"),
    "expected a folder that baken backup made",
  ],
  ["a manifest cut off in the middle", cutOff("backup.json", 0.5), MANIFEST],
  ["a manifest without its last byte", cutOff("backup.json", 0.999), MANIFEST],
  ["an empty manifest", cutOff("backup.json", 0), MANIFEST],
  ["a manifest of a newer baken", replaceInManifest('"format": 2', '"format": 3'), "a newer baken, "],
  ["a manifest that says an older format", replaceInManifest('"format": 2', '"format": 1'), MANIFEST],
  ["a manifest of no format", replaceInManifest('"format": 2,', ""), MANIFEST],
  ["another time in the manifest", replaceInManifest('"made_at": "2', '"made_at": "3'), MANIFEST],
  ["another number of keys in the manifest", replaceInManifest('"keys": 1', '"keys": 2'), MANIFEST],
  [
    "the checksum of the registry lost",
    replaceInManifest(/"sha256": "[0-9a-f]{64}",\s*(?="reference_date")/, ""),
    MANIFEST,
  ],
  ["a member renamed", replaceInManifest('"included"', '"includes"'), MANIFEST],
  ["a blank changed in the manifest", replaceInManifest('": ', '":\t'), MANIFEST],
  ["a bit flipped in the manifest, early", flip("backup.json", 0.3), MANIFEST],
  ["a bit flipped in the manifest, late", flip("backup.json", 0.8), MANIFEST],
  ["a bit flipped at the start of accounts.db", flip("accounts.db", 0), SHA],
  ["a bit flipped in the middle of accounts.db", flip("accounts.db", 0.5), SHA],
  ["a bit flipped at the end of accounts.db", flip("accounts.db", 1), SHA],
  ["accounts.db cut off", cutOff("accounts.db", 0.5), "bytes, and backup.json says"],
  ["no accounts.db", remove("accounts.db"), "Use another backup."],
  [
    "a log beside accounts.db",
    (backup) => writeFileSync(join(backup, "accounts.db-wal"), ""),
    "it was copied by hand while a server wrote it",
  ],
  [
    "a journal beside accounts.db",
    (backup) => writeFileSync(join(backup, "accounts.db-journal"), ""),
    "it was copied by hand",
  ],
  ["a bit flipped at the start of the registry", flip("registry", 0), SHA],
  ["a bit flipped in the middle of the registry", flip("registry", 0.5), SHA],
  ["a bit flipped at the end of the registry", flip("registry", 1), SHA],
  ["the registry cut off", cutOff("registry", 0.7), "bytes, and backup.json says"],
  ["an empty registry", cutOff("registry", 0), "it has 0 bytes"],
  ["no registry", remove("registry"), "There is no file"],
  ["the registry and accounts.db exchanged", (backup) => exchange(backup), "bytes, and backup.json says"],
  [
    "of the version before: random bytes in the registry",
    randomInFormer,
    "is not the file that baken backup wrote",
  ],
  [
    "of the version before: another number of keys",
    noted(replaceInManifest('"keys": 1', '"keys": 7')),
    "it holds 1 keys, and backup.json says 7",
  ],
  [
    "of the version before: accounts.db is another program's",
    noted((backup) => copyFileSync(fileOf(backup, "registry"), join(backup, "accounts.db"))),
    "it is not an accounts.db of baken",
  ],
];

function exchange(backup: string): void {
  const [accounts, file, aside] = ["accounts.db", registry, "aside"].map((name) => join(backup, name)) as [
    string,
    string,
    string,
  ];
  renameSync(accounts, aside);
  renameSync(file, accounts);
  renameSync(aside, file);
}

test("the sound backup is verified, and restored", async () => {
  expect(await runOn(dataDir, "backup", "--verify", sound)).toMatchObject({
    code: 0,
    out: expect.stringContaining("is complete and as it was written: 1 key, with registry-"),
  });
  expect(await runOn(newPath(), "restore", sound)).toMatchObject({
    code: 0,
    out: expect.not.stringContaining("not verified"),
  });
});

test("a backup of the version before is restored, and its registry said to be not verified", async () => {
  const backup = join(root, "former");
  cpSync(sound, backup, { recursive: true });
  asFormer(backup);
  expect(await runOn(dataDir, "backup", "--verify", backup)).toMatchObject({
    code: 0,
    out: expect.stringContaining("its registry is not verified"),
  });
  expect(await runOn(newPath(), "restore", backup)).toMatchObject({
    code: 0,
    out: expect.stringContaining("The registry is not verified"),
  });
});

for (const [name, change, message] of UNUSABLE) {
  test(`an unusable backup is refused, and nothing is changed: ${name}`, async () => {
    const backup = mkdtempSync(join(root, "backup-"));
    cpSync(sound, backup, { recursive: true });
    const before = fingerprintOf(backup);
    change(backup);
    expect(fingerprintOf(backup)).not.toEqual(before);
    const [served, empty] = [fingerprintOf(dataDir), newPath()];
    const refused = { code: 1, out: expect.stringContaining(message) };
    const outcomes = await Promise.all([
      runOn(dataDir, "restore", backup),
      runOn(empty, "restore", backup),
      runOn(dataDir, "backup", "--verify", backup),
    ]);
    expect(outcomes).toMatchObject([refused, refused, refused]);
    expect(fingerprintOf(dataDir)).toEqual(served);
    expect(existsSync(empty)).toBe(false);
    rmSync(backup, { recursive: true });
  });
}
