/**
 * Tests keys and usage when accounts.db is another user's, read-only or locked, or the disk is full: one clear line,
 * and nothing lost.
 */
import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printSkipped } from "../support/extracts/reference-files.ts";
import { BAKEN, collectOutcome, fingerprintOf, start } from "../support/processes/baken-process.ts";
import { canMountDisks, onSmallDisk, runOnDisk } from "../support/processes/small-disk.ts";
import { until } from "../support/processes/until.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey, startServe } from "../support/servers/serve-process.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

const root = mkdtempSync(join(tmpdir(), "baken-accounts-"));
// Another user must reach the folders below.
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true }));

const NOBODY = 65_534;
const asNobody = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
const canBeNobody = process.getuid?.() === 0 && Bun.spawnSync([...asNobody, BAKEN, "--version"]).success;
if (!canBeNobody) {
  printSkipped("keys as another user: this is not root");
}

const CREATE = ["keys", "create", "--name", "x", "--type", "server"];

/** Creates a folder of root's with two keys, readable by others. */
function makeKeys(name: string): string {
  const dataDir = join(root, name);
  mkdirSync(dataDir);
  for (let i = 0; i < 2; i++) {
    issueKey(dataDir, {});
  }
  return dataDir;
}

async function runAsNobody(args: readonly string[]) {
  return await collectOutcome(start([...asNobody, BAKEN, ...args]));
}

describe.skipIf(!canBeNobody)("as another user", () => {
  test.each([
    [CREATE],
    [["keys", "update", "1", "--rate", "5"]],
    [["keys", "rotate", "1"]],
    [["keys", "revoke", "2"]],
    [["serve", "--port", "0"]],
  ])("%j says in a line whose the file is and what to do", async (args) => {
    const dataDir = args[0] === "serve" ? makeDataFolder() : makeKeys(args[1]!);
    if (args[0] === "serve") {
      issueKey(dataDir, {});
      chmodSync(dataDir, 0o755);
      chmodSync(join(dataDir, "accounts.db"), 0o600);
    }
    const before = fingerprintOf(dataDir);
    const { exitCode, stdout, stderr } = await runAsNobody([...args, "--data", dataDir]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toStartWith(`baken: ${dataDir}/accounts.db cannot be used: `);
    expect(stderr).toContain(`It belongs to user 0, but this process runs as user ${NOBODY}`);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(fingerprintOf(dataDir)).toEqual(before);
  });

  test("who may read the file sees the keys; who may not gets one error line", async () => {
    const dataDir = makeKeys("read");
    chmodSync(join(dataDir, "accounts.db"), 0o644);
    const list = ["keys", "list", "--json", "--data", dataDir];
    const { exitCode, stdout } = await runAsNobody(list);
    expect([exitCode, JSON.parse(stdout).length]).toEqual([0, 2]);
    chmodSync(join(dataDir, "accounts.db"), 0o600);
    const denied = await runAsNobody(list);
    expect([denied.exitCode, denied.stderr.trimEnd().split("\n").length]).toEqual([1, 1]);
    chmodSync(dataDir, 0o700);
    const closed = await runAsNobody(list);
    expect([closed.exitCode, closed.stderr.trimEnd().split("\n").length]).toEqual([1, 1]);
    expect(closed.stderr).toContain(dataDir);
  });

  test("an export to a file that cannot be written says so in a line", async () => {
    const dataDir = makeDataFolder();
    chmodSync(dataDir, 0o755);
    const { exitCode, stderr } = await runAsNobody(["export", "--data", dataDir, "--out", `${root}/x.csv`]);
    expect(exitCode).toBe(1);
    expect(stderr.trimEnd().split("\n").at(-1)).toStartWith(`baken: ${root}/x.csv`);
    expect(stderr).not.toContain("    at ");
  });

  test("usage that cannot be written is logged with growing intervals, and written when it can be", async () => {
    const dataDir = makeDataFolder();
    const token = issueKey(dataDir, {});
    for (const path of [dataDir, join(dataDir, "accounts.db")]) {
      chownSync(path, NOBODY, NOBODY);
    }
    const server = await startServe(dataDir, ["--admin-port", "0", "--threads", "2"], asNobody);
    const use = async () =>
      (await fetch(`${server.url}/version`, { headers: { authorization: `Bearer ${token}` } })).status;
    const status = async () => {
      const response = await fetch(`${server.url}/status`);
      const { status, checks } = (await response.json()) as { status: string; checks: { database: string } };
      return [response.status, status, checks.database];
    };
    const metrics = async () => {
      const [, url = ""] = server.printed().match(/Metrics on (\S+)/)!;
      return await (await fetch(url)).text();
    };
    /** Warnings with the latest reason. A write that was in progress when access was removed logs another reason. */
    const warnings = () => {
      const all = server
        .printed()
        .split("\n")
        .filter((line) => line.includes("usage is counted in memory") && line.endsWith("}"))
        .map((line) => JSON.parse(line) as { time: string; reason: string });
      return all.filter(({ reason }) => reason === all.at(-1)!.reason);
    };
    expect(await status()).toEqual([200, "ok", "ok"]);

    // SQLite creates a journal in the folder for every write.
    chownSync(dataDir, 0, 0);
    expect(await use()).toBe(200);
    await until(async () => (await status())[0] === 503);
    expect(await status()).toEqual([503, "error", "error"]);
    await until(async () => (await metrics()).includes("\nbaken_accounts_unwritable 1\n"));
    for (let i = 0; i < 9; i++) {
      expect(await use()).toBe(200);
    }
    // Reported at once, after 1 s and after 2 s more, although a write is tried twice a second.
    await until(() => warnings().length >= 3);
    const [first, second, third] = warnings().map(({ time }) => Date.parse(time));
    expect(second! - first!).toBeGreaterThan(900);
    expect(third! - second!).toBeGreaterThan(1_900);
    expect(warnings()[0]!.reason).toContain("It belongs to user");
    expect(server.printed()).not.toContain("    at ");

    chownSync(dataDir, NOBODY, NOBODY);
    await until(async () => (await status())[0] === 200);
    expect(await metrics()).toContain("\nbaken_accounts_unwritable 0\n");
    expect(await server.signal("SIGTERM")).toBe(0);
    const keys = openKeyStore(dataDir);
    expect(keys.report(1)!.requestsThisMonth).toBe(10);
    keys.close();
  });
});

describe.skipIf(!canMountDisks("keys on a full and on a read-only disk"))("on a disk of its own", () => {
  const mount = join(root, "mount");

  test.each([
    ["full", 0, ":", /full|no space left|I\/O error/i],
    ["read-only", 1 << 20, `mount -o remount,ro "${mount}"`, /readonly|read-only/],
  ])("that is %s, it says so and changes nothing", (_state, roomBytes, then, expected) => {
    const dataDir = join(root, "served");
    if (!existsSync(dataDir)) {
      makeKeys("served");
    }
    const pages = Math.ceil(statSync(join(dataDir, "accounts.db")).size / 4096) * 4096;
    const disk = { sizeBytes: pages + roomBytes, mount, dataDir, prepare: then };
    const { stdout, message } = runOnDisk(disk, CREATE);
    expect(message).toStartWith(`baken: ${mount}/accounts.db cannot be used: `);
    expect(message).toMatch(expected);
    expect(stdout).toBe("exit 1\nsame\n");
  });
});

test.skipIf(!canMountDisks("a disk that is full while serving"))(
  "a server whose disk is full answers those who read, and its status is ok; the metrics tell it",
  async () => {
    const dataDir = makeDataFolder();
    const token = issueKey(dataDir, {});
    const mount = join(root, "full-disk");
    const disk = onSmallDisk({ sizeBytes: 64 << 20, mount, dataDir });
    const server = await startServe(mount, ["--admin-port", "0", "--threads", "2"], disk);
    const [, metricsUrl = ""] = server.printed().match(/Metrics on (\S+)/)!;
    const metrics = async () => await (await fetch(metricsUrl)).text();
    const ask = async (path: string) =>
      await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
    // The server's own view of its disk, from outside.
    const filler = join("/proc", String(server.pid), "root", mount, "filler");
    Bun.spawnSync(["dd", "if=/dev/zero", `of=${filler}`, "bs=64k"]);
    expect((await ask("/version")).status).toBe(200);
    await until(async () => (await metrics()).includes("\nbaken_accounts_unwritable 1\n"));
    expect(await metrics()).toContain("\nbaken_disk_space_left_bytes 0\n");
    const status = await fetch(`${server.url}/status`);
    expect(status.status).toBe(200);
    expect(await status.json()).toMatchObject({ status: "ok", checks: { database: "ok" } });
    expect((await ask("/version")).status).toBe(200);

    rmSync(filler);
    await until(async () => (await metrics()).includes("\nbaken_accounts_unwritable 0\n"));
    expect(Number(/\nbaken_disk_space_left_bytes (\d+)\n/.exec(await metrics())?.[1])).toBeGreaterThan(
      1 << 20,
    );
    expect(await server.signal("SIGTERM")).toBe(0);
  },
  30_000,
);

test("keys create while another process keeps the file locked says so", async () => {
  const dataDir = makeKeys("locked");
  const db = new Database(join(dataDir, "accounts.db"));
  db.run("BEGIN IMMEDIATE");
  const { exitCode, stderr, stdout } = await collectOutcome(start([BAKEN, ...CREATE, "--data", dataDir]));
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(stderr).toBe(
    `baken: ${dataDir}/accounts.db is locked by another process. Try again when that process has finished.\n`,
  );
  db.close();
});
