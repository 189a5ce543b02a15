import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SOON_MS, until } from "../../../test/support/processes/until.ts";
import { openKeyStore } from "../../../test/support/stores/open-key-store.ts";
import { authenticate } from "../authorize.ts";

/** Tests accounts.db alone; key-stores.test.ts has the tests of every store. */
const folder = mkdtempSync(join(tmpdir(), "baken-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("the file holds no secret", () => {
  const dataDir = join(folder, "new", "folder");
  const keys = openKeyStore(dataDir);
  const { token } = keys.create({ name: "site", kind: "server" });
  keys.close();
  expect(readFileSync(join(dataDir, "accounts.db")).includes(token.split("|")[1]!)).toBe(false);
});

test("takes over a file made before keys had limits", () => {
  const dataDir = join(folder, "older");
  mkdirSync(dataDir);
  const db = new Database(join(dataDir, "accounts.db"), { create: true });
  db.run(
    "CREATE TABLE api_key (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, kind TEXT NOT NULL, secret_sha256 BLOB NOT NULL, created_at TEXT NOT NULL)",
  );
  db.run("INSERT INTO api_key VALUES (7, 'old', 'server', x'00', '2026-01-01T00:00:00.000Z')");
  db.close();
  const keys = openKeyStore(dataDir);
  expect(keys.find(7)).toMatchObject({
    name: "old",
    ratePerMinute: 60,
    visitorRatePerMinute: undefined,
    monthlyQuota: undefined,
  });
  keys.close();
});

test("notices that a restore through SQLite brought other keys, with fewer changes than it knew, or as many", async () => {
  const [dataDir, backupDir] = [join(folder, "restored"), join(folder, "backup")];
  const serving = openKeyStore(dataDir);
  const old = [1, 2].map((n) => serving.create({ name: `old ${n}`, kind: "server" }));
  serving.revoke(1);
  const backup = openKeyStore(backupDir);
  const kept = backup.create({ name: "kept", kind: "server" });
  backup.close();
  const restore = () => {
    const db = new Database(join(dataDir, "accounts.db"));
    db.run("ATTACH ? AS backup", [join(backupDir, "accounts.db")]);
    db.run("BEGIN; DELETE FROM api_key; INSERT INTO api_key SELECT * FROM backup.api_key; COMMIT");
    db.close();
  };
  const opens = (token: string) => authenticate(serving, token) !== undefined;
  restore();
  await until(() => opens(kept.token), SOON_MS);
  expect([serving.find(2), ...old.map(({ token }) => opens(token))]).toEqual([undefined, false, false]);

  // A backup with the same revision and another key under the same id.
  const db = new Database(join(backupDir, "accounts.db"));
  db.run(
    "UPDATE api_key SET name = 'other', secret_sha256 = zeroblob(32), created_at = '2020-01-01T00:00:00.000Z'",
  );
  db.close();
  restore();
  await until(() => serving.find(1)?.name === "other", SOON_MS);
  expect(opens(kept.token)).toBe(false);
  serving.close();
});

test("a change right after a restore is made in the restored file", () => {
  const [dataDir, backupDir] = [join(folder, "replaced"), join(folder, "replacement")];
  const serving = openKeyStore(dataDir);
  serving.create({ name: "lost", kind: "server" });
  const backup = openKeyStore(backupDir);
  backup.create({ name: "kept", kind: "server" });
  backup.close();
  renameSync(join(backupDir, "accounts.db"), join(dataDir, "accounts.db"));
  const { key } = serving.create({ name: "new", kind: "server" });
  expect([serving.find(1)?.name, serving.find(key.id)?.name]).toEqual(["kept", "new"]);
  serving.close();
  const reopened = openKeyStore(dataDir);
  expect(reopened.list().map(({ name }) => name)).toEqual(["kept", "new"]);
  reopened.close();
});

test("a file made before there were login links gets their table, and nothing else changes", () => {
  const dataDir = join(folder, "before-links");
  openKeyStore(dataDir).close();
  const path = join(dataDir, "accounts.db");
  const schemaOf = () => {
    using db = new Database(path);
    return db
      .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_schema ORDER BY name")
      .all();
  };
  const schema = schemaOf();
  {
    using db = new Database(path);
    db.run("DROP TABLE login_link");
    db.run(
      "INSERT INTO api_key (name, kind, secret_sha256, created_at) VALUES ('old', 'server', x'00', '2026')",
    );
  }
  const keys = openKeyStore(dataDir);
  expect(keys.list().map(({ name }) => name)).toEqual(["old"]);
  keys.close();
  expect(schemaOf()).toEqual(schema);
});

test("takes a file of an older version with a write-ahead log, and leaves one file", () => {
  const dataDir = join(folder, "wal");
  mkdirSync(dataDir);
  const older = new Database(join(dataDir, "accounts.db"), { create: true });
  older.run("PRAGMA journal_mode = WAL");
  const whileOpen = openKeyStore(dataDir);
  const { key } = whileOpen.create({ name: "x", kind: "server" });
  older.close();
  whileOpen.close();
  const keys = openKeyStore(dataDir);
  expect(keys.find(key.id)).toEqual(key);
  expect(readdirSync(dataDir)).toEqual(["accounts.db"]);
  keys.close();
});

test("a process that may not create the file refuses one without the table api_key", () => {
  const dataDir = join(folder, "empty-file");
  mkdirSync(dataDir);
  expect(() => openKeyStore(dataDir, { create: false })).toThrow("accounts.db");
  expect(readdirSync(dataDir)).toEqual([]);
  writeFileSync(join(dataDir, "accounts.db"), "");
  expect(() => openKeyStore(dataDir, { create: false })).toThrow("has no table api_key");
  expect(statSync(join(dataDir, "accounts.db")).size).toBe(0);
});

test("says which file cannot be used", () => {
  expect(() => openKeyStore("/dev/null/data")).toThrow("/dev/null/data/accounts.db cannot be used: ");
});
