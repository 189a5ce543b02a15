/** Tests `baken backup` and `baken restore` as a user types them, on folders that servers write meanwhile. */
import { expect, test } from "bun:test";
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { readAccounts, startAccountWriter } from "../support/processes/account-writer.ts";
import { fingerprintOf } from "../support/processes/baken-process.ts";
import { backUp, keptName, newDataFolder, newPath, runOn } from "../support/processes/run-backup.ts";
import { canMountDisks, runOnDisk } from "../support/processes/small-disk.ts";
import { until } from "../support/processes/until.ts";
import { burst, issueKey, startServe, writtenUsage } from "../support/servers/serve-process.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

const accountsOf = (folder: string) => readAccounts(join(folder, "accounts.db"));

test("a backup of a serving folder, restored elsewhere, counts on where it was made", async () => {
  const dataDir = newDataFolder();
  const token = issueKey(dataDir, {});
  const server = await startServe(dataDir, ["--threads", "2"]);
  await burst(server.port, token, { requests: 40, connections: 4 });
  await until(() => writtenUsage(dataDir, token) === 40);
  const sending = burst(server.port, token, { requests: 2_000, connections: 4 });
  const backup = await backUp(dataDir);
  await sending;
  await server.signal("SIGTERM");
  expect(writtenUsage(dataDir, token)).toBe(2_040);
  const { months, days } = accountsOf(backup);
  expect(months[1]).toBeGreaterThanOrEqual(40);
  expect(months[1]).toBeLessThanOrEqual(2_040);
  expect(days).toEqual(months);

  const elsewhere = newDataFolder();
  expect(await runOn(elsewhere, "restore", backup)).toMatchObject({ code: 0 });
  const restored = await startServe(elsewhere, ["--threads", "2"]);
  expect((await burst(restored.port, token, { requests: 7, connections: 1 })).statuses).toEqual({ 200: 7 });
  await restored.signal("SIGTERM");
  expect(writtenUsage(elsewhere, token)).toBe(months[1]! + 7);
}, 60_000);

test("a backup while keys are created and counted holds every key stored before it, each with whole transactions", async () => {
  const dataDir = newDataFolder();
  const writer = await startAccountWriter(dataDir);
  const stored = writer.ids();
  const backup = await backUp(dataDir);
  await writer.kill();
  const { names, months, days } = accountsOf(backup);
  expect(stored.filter((id) => names[id] === undefined)).toEqual([]);
  expect(days).toEqual(months);
});

test.each([
  ["only begun", "begun", false],
  ["half written", "torn", true],
] as const)(
  "a transaction that a killed process left %s is not in the backup, and not in the kept file",
  async (_name, mode, isJournalSynced) => {
    const dataDir = newDataFolder();
    for (let i = 0; i < 400; i++) {
      issueKey(dataDir, { name: `key ${i} ${"x".repeat(80)}` });
    }
    const before = accountsOf(dataDir);
    const backup = await backUp(dataDir);
    const tear = async () => {
      await (await startAccountWriter(dataDir, mode)).kill();
      const journal = readFileSync(join(dataDir, "accounts.db-journal"));
      expect(journal.length).toBeGreaterThan(4096);
      // SQLite writes the first byte last. Without that byte it reads the journal as one without changes.
      expect(journal[0] !== 0).toBe(isJournalSynced);
    };
    await tear();
    expect(accountsOf(await backUp(dataDir))).toEqual(before);
    await tear();
    expect(await runOn(dataDir, "restore", backup)).toMatchObject({ code: 0 });
    expect(accountsOf(dataDir)).toEqual(before);
    expect(readAccounts(join(dataDir, keptName(dataDir)!))).toEqual(before);
    expect(readdirSync(dataDir).filter((name) => /-journal|-wal|-shm|tmp/.test(name))).toEqual([]);
  },
  60_000,
);

test("what an older baken left in a write-ahead log is in the backup and in the kept file, and never beside the new one", async () => {
  const dataDir = newDataFolder();
  issueKey(dataDir, { name: "in the file" });
  const backup = await backUp(dataDir);
  const log = async () => {
    await (await startAccountWriter(dataDir, "logged")).kill();
    expect(statSync(join(dataDir, "accounts.db-wal")).size).toBeGreaterThan(0);
  };
  await log();
  expect(accountsOf(await backUp(dataDir)).names).toEqual({ 1: "in the file, logged" });
  await log();
  expect(await runOn(dataDir, "restore", backup)).toMatchObject({ code: 0 });
  expect(accountsOf(dataDir).names).toEqual({ 1: "in the file" });
  expect(readAccounts(join(dataDir, keptName(dataDir)!)).names).toEqual({ 1: "in the file, logged, logged" });
  expect(readdirSync(dataDir).filter((name) => /-wal|-shm/.test(name))).toEqual([]);
});

test("a restore prints which keys work again and which are gone, and keeps the former file", async () => {
  const dataDir = newDataFolder();
  for (const name of ["revoked", "rotated", "unchanged", "revoked before"]) {
    issueKey(dataDir, { name });
  }
  const store = () => openKeyStore(dataDir);
  const change = (work: (keys: ReturnType<typeof store>) => void) => {
    const keys = store();
    work(keys);
    keys.close();
  };
  change((keys) => keys.revoke(4));
  const backup = await backUp(dataDir);
  change((keys) => {
    keys.revoke(1);
    keys.rotate(2, 0);
    keys.create({ name: "created", kind: "server" });
  });
  const former = accountsOf(dataDir);
  const { code, out } = await runOn(dataDir, "restore", backup);
  expect(code).toBe(0);
  expect(out).toContain(`The former accounts.db is kept as ${keptName(dataDir)}.`);
  expect(out).toContain("keys revoked or rotated since then work again");
  expect(out).toContain("Work again: 1, 2. To end one: baken keys revoke <id>");
  expect(out).toContain("Created since the backup, refused from now on: 5.");
  expect(readAccounts(join(dataDir, keptName(dataDir)!))).toEqual(former);
});

test("a restore is refused while a server runs, and changes nothing", async () => {
  const dataDir = newDataFolder();
  issueKey(dataDir, {});
  const backup = await backUp(dataDir);
  const server = await startServe(dataDir);
  // The last file that a starting server creates.
  await until(() => existsSync(join(dataDir, "exports")));
  const before = fingerprintOf(dataDir);
  const { code, out } = await runOn(dataDir, "restore", backup);
  expect({ code, out }).toMatchObject({
    code: 1,
    out: expect.stringContaining("stop the server, and other commands of baken, first"),
  });
  expect(fingerprintOf(dataDir)).toEqual(before);
  await server.signal("SIGTERM");
  expect(await runOn(dataDir, "restore", backup)).toMatchObject({ code: 0 });
});

test("where it cannot be known whether a server runs, --yes decides", async () => {
  const dataDir = newDataFolder();
  issueKey(dataDir, {});
  const backup = await backUp(dataDir);
  const registry = join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim());
  writeFileSync(registry, "no registry any more".repeat(500));
  expect(await runOn(dataDir, "restore", backup)).toMatchObject({
    code: 1,
    out: expect.stringContaining("it is unknown whether a server runs. Stop it, and repeat with --yes."),
  });
  expect(await runOn(dataDir, "restore", backup, "--yes")).toMatchObject({ code: 0 });
});

test("a damaged accounts.db is kept, and replaced", async () => {
  const dataDir = newDataFolder();
  issueKey(dataDir, { name: "sound" });
  const backup = await backUp(dataDir);
  writeFileSync(join(dataDir, "accounts.db"), "damaged ".repeat(1_000));
  expect(await runOn(dataDir, "restore", backup)).toMatchObject({ code: 0 });
  expect(accountsOf(dataDir).names).toEqual({ 1: "sound" });
  expect(readFileSync(join(dataDir, keptName(dataDir)!), "utf8")).toStartWith("damaged ");
});

test("a journal and a log without their file are moved away, so that they do not change the restored one", async () => {
  const dataDir = newDataFolder();
  issueKey(dataDir, { name: "sound" });
  const backup = await backUp(dataDir);
  rmSync(join(dataDir, "accounts.db"));
  for (const end of ["-journal", "-wal"]) {
    writeFileSync(join(dataDir, `accounts.db${end}`), `lost${end}`);
  }
  expect(await runOn(dataDir, "restore", backup)).toMatchObject({ code: 0 });
  expect(readdirSync(dataDir).filter((name) => /^accounts\.db-/.test(name))).toEqual([]);
  const moved = readdirSync(dataDir).filter((name) => name.startsWith("accounts.db.before-restore-"));
  expect(moved.map((name) => readFileSync(join(dataDir, name), "utf8")).sort()).toEqual([
    "lost-journal",
    "lost-wal",
  ]);
  expect(accountsOf(dataDir).names).toEqual({ 1: "sound" });
});

test("a backup replaces nothing, and removes only what a killed backup left", async () => {
  const dataDir = newDataFolder();
  issueKey(dataDir, {});
  const backup = await backUp(dataDir);
  expect(await runOn(dataDir, "backup", backup)).toMatchObject({
    code: 1,
    out: expect.stringContaining(`${backup} exists: a backup is a new folder`),
  });
  const target = newPath();
  mkdirSync(`${target}.tmp`);
  copyFileSync(join(backup, "accounts.db"), join(`${target}.tmp`, "accounts.db"));
  expect(await runOn(dataDir, "backup", target)).toMatchObject({ code: 0 });
  expect(existsSync(`${target}.tmp`)).toBe(false);
  const other = newPath();
  mkdirSync(`${other}.tmp`);
  writeFileSync(join(`${other}.tmp`, "thesis.txt"), "mine");
  expect(await runOn(dataDir, "backup", other)).toMatchObject({
    code: 1,
    out: expect.stringContaining("holds thesis.txt, which no backup made"),
  });
  expect(readFileSync(join(`${other}.tmp`, "thesis.txt"), "utf8")).toBe("mine");
  const empty = newDataFolder();
  expect(await runOn(empty, "backup", newPath())).toMatchObject({
    code: 1,
    out: expect.stringContaining("holds no accounts.db"),
  });
});

for (const choice of ["copy", "link"] as const) {
  test(`--registry ${choice}: the backup alone makes a folder that serves`, async () => {
    const dataDir = newDataFolder();
    const token = issueKey(dataDir, {});
    const backup = await backUp(dataDir, "--registry", choice);
    const registry = readFileSync(join(dataDir, "current"), "utf8").trim();
    expect(statSync(join(backup, registry)).nlink).toBe(choice === "link" ? 2 : 1);
    const elsewhere = newPath();
    expect(await runOn(elsewhere, "restore", backup)).toMatchObject({ code: 0 });
    const server = await startServe(elsewhere);
    expect((await burst(server.port, token, { requests: 1, connections: 1 })).statuses).toEqual({ 200: 1 });
    await server.signal("SIGTERM");
    // A folder that already serves keeps its own registry.
    const before = readFileSync(join(dataDir, "current"), "utf8");
    expect((await runOn(dataDir, "restore", backup)).out).not.toContain("which serves now");
    expect(readFileSync(join(dataDir, "current"), "utf8")).toBe(before);
  });
}

test("without the registry, a restore to a new folder says how to make one", async () => {
  const dataDir = newDataFolder();
  issueKey(dataDir, {});
  const backup = await backUp(dataDir);
  const elsewhere = newPath();
  const { code, out } = await runOn(elsewhere, "restore", backup);
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringContaining(
      `The backup contains no registry, and neither does ${elsewhere}. Make one with`,
    ),
  });
  expect(statSync(join(elsewhere, "accounts.db")).mode & 0o777).toBe(0o600);
});

test.skipIf(process.getuid?.() !== 0)("what root restores belongs to the user of the folder", async () => {
  const dataDir = newDataFolder();
  issueKey(dataDir, {});
  const backup = await backUp(dataDir, "--registry", "copy");
  const elsewhere = newPath();
  mkdirSync(elsewhere);
  chownSync(elsewhere, 4711, 4712);
  expect(await runOn(elsewhere, "restore", backup)).toMatchObject({ code: 0 });
  for (const name of readdirSync(elsewhere)) {
    const { uid, gid } = statSync(join(elsewhere, name));
    expect({ name, uid, gid }).toEqual({ name, uid: 4711, gid: 4712 });
  }
});

const hasDisks = canMountDisks("backups on a full disk");
test.skipIf(!hasDisks)("a full disk: the backup fails with the reason, and leaves nothing", () => {
  const dataDir = newDataFolder();
  issueKey(dataDir, {});
  const mount = newPath();
  const disk = { sizeBytes: 20_000_000, mount, dataDir, prepare: `cat /dev/zero > "${mount}/filler" 2>&-` };
  const { stdout, message } = runOnDisk(disk, ["backup", join(mount, "backup")]);
  expect(message).toContain("Free some space on the disk of ");
  expect(stdout).toContain("exit 1");
  expect(stdout).not.toMatch(/: backup/);
});
