/**
 * Causes quiet faults of one machine for real. Checks that each alert fires for the metrics of the server (promtool)
 * and that `baken doctor` reports the fault: skipped backups, failed commands, a registry that cannot be loaded or
 * waits for an upgrade, disks, failing jobs, too many connections, keys about to expire.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { openScratch } from "../../src/base/sqlite.ts";
import { readPointedName } from "../../src/registry/file/pointer.ts";
import { sealRegistry } from "../../src/registry/file/seal.ts";
import { WEESP } from "../support/extracts/reference-files.ts";
import { BAKEN, collectOutcome, runBaken, start } from "../support/processes/baken-process.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { fires, readFindings, type Scrape, scrape, scrapeWith } from "../support/processes/fired-alerts.ts";
import { makeNewerProgram } from "../support/processes/newer-program.ts";
import { backUp, newDataFolder, newPath } from "../support/processes/run-backup.ts";
import { canMountDisks, onSmallDisk } from "../support/processes/small-disk.ts";
import { until } from "../support/processes/until.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const hasPromtool = hasProgram("promtool", "prometheus");
const FLAGS = ["--threads", "1", "--admin-port", "0"];

const metricsUrlOf = (server: ServeProcess) => /Metrics on (\S+)/.exec(server.printed())![1]!;

const scrapeOf = (server: ServeProcess, line: RegExp, limitMs?: number) =>
  scrapeWith(metricsUrlOf(server), line, limitMs);

/** Returns the warnings and errors of doctor, as `level check: text`. */
async function examine(dataDir: string): Promise<string[]> {
  return readFindings((await runBaken(["doctor", "--json", "--data", dataDir, "--port", "0"])).stdout);
}

describe.skipIf(!hasPromtool)("one machine", () => {
  let dataDir: string;
  let server: ServeProcess;
  let well: Scrape;
  beforeAll(async () => {
    dataDir = newDataFolder();
    issueKey(dataDir, {});
    await backUp(dataDir);
    server = await startServe(dataDir, FLAGS);
    well = await scrapeOf(server, /^baken_keys_expiring 0/m);
  });
  afterAll(() => server.signal("SIGTERM"));

  test("a backup that was skipped", async () => {
    const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000).toISOString();
    writeFileSync(join(dataDir, "last-backup"), `${twoDaysAgo}\n`);
    const skipped = await scrapeOf(server, /^baken_last_backup_timestamp_seconds/m);
    expect(fires("BakenBackupOld", well, skipped)).toBe(true);
    expect(await examine(dataDir)).toContainEqual(
      expect.stringContaining("warning backup: The last backup was made 48 hours ago"),
    );
    await backUp(dataDir);
    expect(fires("BakenBackupOld", well, await scrape(metricsUrlOf(server)))).toBe(false);
  }, 60_000);

  test("an import that is refused, and publishing to an invalid place, until they work", async () => {
    const notZip = newPath();
    writeFileSync(notZip, "no extract");
    const place = newPath();
    writeFileSync(place, "a file");
    expect((await runBaken(["import", notZip, "--data", dataDir])).exitCode).toBe(1);
    for (const _ of [1, 2]) {
      expect((await runBaken(["publish", "--to", place, "--data", dataDir])).exitCode).not.toBe(0);
    }
    const failed = await scrapeOf(server, /^baken_failed_runs\{command="publish".*\} 2$/m);
    expect(failed.text).toMatch(/^baken_failed_runs\{command="import",reason="import_refused"\} 1$/m);
    expect(fires("BakenRunFailed", well, failed)).toBe(true);
    const found = await examine(dataDir);
    expect(found).toContainEqual(expect.stringContaining("warning import: baken import failed at "));
    expect(found).toContainEqual(
      expect.stringContaining("warning publish: baken publish failed 2 times, last at "),
    );
    rmSync(place);
    expect((await runBaken(["publish", "--to", place, "--data", dataDir])).exitCode).toBe(0);
    expect((await scrape(metricsUrlOf(server))).text).not.toContain('command="publish"');
    expect(await examine(dataDir)).not.toContainEqual(expect.stringContaining("warning publish"));
  }, 120_000);

  test("a key about to expire", async () => {
    issueKey(dataDir, { expiresAt: new Date(Date.now() + 3 * 86_400_000).toISOString() });
    const expiring = await scrapeOf(server, /^baken_keys_expiring 1/m, 60_000);
    expect(fires("BakenKeysExpiring", well, expiring)).toBe(true);
    expect(await examine(dataDir)).toContainEqual(
      expect.stringContaining("warning keys: Keys in force that expire within 14 days: 1"),
    );
  }, 90_000);

  test("a registry that cannot be loaded", async () => {
    writeFileSync(join(dataDir, "registry-2021-11-15.gpkg"), "torn");
    writeFileSync(join(dataDir, "current"), "registry-2021-11-15.gpkg\n");
    const behind = await scrapeOf(server, /^baken_registry_behind\{reason="fault"\} 1/m);
    expect(fires("BakenRegistryNotLoaded", well, behind)).toBe(true);
    expect(await examine(dataDir)).toContainEqual(expect.stringContaining("error registry: "));
    writeFileSync(join(dataDir, "current"), "registry-2021-10-15.gpkg\n");
    await scrapeOf(server, /^baken_registry_behind\{reason="fault"\} 0/m);
  }, 60_000);

  test("a registry that a newer program imported beside the server, which goes on serving for a day", async () => {
    const newer = makeNewerProgram();
    const command = [newer.baken, "import", WEESP, "--data", dataDir];
    expect(await collectOutcome(start(command))).toMatchObject({ exitCode: 0 });
    const waiting = await scrapeOf(server, /^baken_registry_behind\{reason="schema"\} 1/m);
    expect(fires("BakenRegistryNotLoaded", well, waiting)).toBe(false);
    expect(fires("BakenUpgradeUnfinished", well, waiting)).toBe(false);
    expect(fires("BakenUpgradeUnfinished", well, waiting, { looks: [25 * 60] })).toBe(true);
    expect(await examine(dataDir)).toContainEqual(
      expect.stringMatching(/^error registry: .* has registry schema \d+; this baken reads schema \d+/),
    );
    newer.remove();
    const { stdout } = await runBaken(["use", "registry-2021-10-15.gpkg", "--data", dataDir]);
    expect(stdout).toContain("is now the current registry");
    await scrapeOf(server, /^baken_registry_behind\{reason="schema"\} 0/m);
  }, 120_000);
});

test.skipIf(!hasPromtool)(
  "as many connections as a process may have",
  async () => {
    const dataDir = newDataFolder();
    issueKey(dataDir, {});
    const few = ["sh", "-c", 'ulimit -n 200; exec "$@"', "sh"];
    const server = await startServe(dataDir, FLAGS, few);
    const well = await scrapeOf(server, /^process_open_fds/m);
    const sockets: Socket[] = [];
    const busy = await (async () => {
      await until(() => {
        sockets.push(connect(server.port, "127.0.0.1").setNoDelay());
        // The server accepts a connection only once a byte has arrived.
        sockets.at(-1)!.write("GET /api/v1/version HTTP/1.1\r\n");
        return sockets.length > 150;
      });
      return await scrapeOf(server, /^process_open_fds 1[6-9]\d$/m);
    })();
    expect(fires("BakenManyOpenFiles", well, busy)).toBe(true);
    for (const socket of sockets) {
      socket.destroy();
    }
    const { stdout } = Bun.spawnSync([...few, BAKEN, "doctor", "--json", "--data", dataDir, "--port", "0"]);
    expect(readFindings(`${stdout}`)).toContainEqual(
      expect.stringContaining("warning open files: A process may open 200 files"),
    );
    await server.signal("SIGTERM");
  },
  60_000,
);

const hasDisks = canMountDisks("the alerts of disks") && process.getuid?.() === 0;
describe.skipIf(!hasPromtool || !hasDisks)("a small disk", () => {
  /** Adds bytes to the registry of a folder: its size decides how much room the next registry needs. */
  function padRegistry(dataDir: string, bytes: number): string {
    const path = join(dataDir, readPointedName(dataDir)!);
    using db = openScratch(path);
    db.run("CREATE TABLE padding (bytes BLOB)");
    db.query("INSERT INTO padding VALUES (zeroblob(?))").run(bytes);
    db.close();
    sealRegistry(path);
    return dataDir;
  }

  /** Serves a copy of a folder on a disk of its own. */
  async function serveOn(sizeBytes: number, dataDir: string) {
    const mount = newPath();
    mkdirSync(mount);
    const server = await startServe(mount, FLAGS, onSmallDisk({ sizeBytes, mount, dataDir }));
    // The disk is mounted for the server alone.
    const inside = ["nsenter", "-t", `${server.pid}`, "-m"];
    return {
      server,
      fill(script: string) {
        const left = `avail=$(df -B1 --output=avail ${mount} | tail -1)`;
        const { exitCode } = Bun.spawnSync([
          ...inside,
          "sh",
          "-c",
          `${left}; fallocate -l ${script} ${mount}/filler`,
        ]);
        expect(exitCode).toBe(0);
      },
      examine: () =>
        readFindings(
          `${Bun.spawnSync([...inside, BAKEN, "doctor", "--json", "--data", mount, "--port", "0"]).stdout}`,
        ),
    };
  }

  test("that is filled until the next import has no room", async () => {
    const { server, fill, examine } = await serveOn(600_000_000, padRegistry(newDataFolder(), 120_000_000));
    const well = await scrapeOf(server, /^baken_disk_space_needed_bytes 24\d{7}$/m);
    expect(examine().join()).not.toContain(" disk: ");
    fill("250000000");
    const short = await scrapeOf(server, /^baken_disk_space_left_bytes 1\d{8}$/m);
    expect(fires("BakenDiskShort", well, short)).toBe(true);
    expect(fires("BakenDiskFull", well, short)).toBe(false);
    expect(examine()).toContainEqual(
      expect.stringMatching(
        /^warning disk: \d+ MB are free on .*; the next import or update needs 24\d MB\.$/,
      ),
    );
    await server.signal("SIGTERM");
  }, 60_000);

  test("that is full, and the job that fails on it", async () => {
    const dataDir = newDataFolder();
    const token = issueKey(dataDir, {});
    const { server, fill, examine } = await serveOn(500_000_000, dataDir);
    const well = await scrapeOf(server, /^baken_jobs\{/m);
    fill("$((avail - 50000000))");
    const full = await scrapeOf(server, /^baken_disk_space_left_bytes \d{1,8}$/m);
    expect(fires("BakenDiskFull", well, full)).toBe(true);
    expect(examine()).toContainEqual(expect.stringMatching(/^error disk: \d+ MB are free on the disk of /));
    // Room for a request, not for its file.
    const answer = await fetch(`${server.url}/export/addresses?format=json`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.status, await answer.text()]).toEqual([202, expect.any(String)]);
    const failed = await scrapeOf(server, /^baken_job_failures_total 1/m);
    expect(fires("BakenJobsFailing", well, failed)).toBe(true);
    await server.signal("SIGTERM");
  }, 120_000);
});
