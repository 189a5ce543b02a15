/** Registries that another program has changed or left in WAL mode: doctor, serve and an update know it. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../src/base/sqlite.ts";
import type { Finding } from "../../src/operator/doctor/finding.ts";
import { findForeignChange } from "../../src/registry/file/seal.ts";
import { importSmallCountry } from "../support/countries/import-small-country.ts";
import { printSkipped } from "../support/extracts/reference-files.ts";
import { BAKEN, runBaken } from "../support/processes/baken-process.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { startServe } from "../support/servers/serve-process.ts";

setDefaultTimeout(60_000);

const root = mkdtempSync(join(tmpdir(), "baken-foreign-"));
let imported: string;
beforeAll(async () => {
  const { folder, dataDir } = await importSmallCountry();
  imported = join(root, "imported");
  cpSync(dataDir, imported, { recursive: true, verbatimSymlinks: true });
  rmSync(folder, { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true }));

let copies = 0;
function copyFolder(): string {
  const dataDir = join(root, `copy-${++copies}`);
  cpSync(imported, dataDir, { recursive: true, verbatimSymlinks: true });
  return dataDir;
}
const registryOf = (dataDir: string) => join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim());

/** Returns doctor's findings about the registry. */
async function examine(dataDir: string, ...flags: string[]): Promise<Finding> {
  const { stdout } = await runBaken(["doctor", "--json", "--data", dataDir, "--port", "0", ...flags]);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return findings.find(({ check }) => check === "registry")!;
}

/** Starts a server; returns what it printed up to its greeting. */
async function logOfStart(dataDir: string): Promise<string> {
  const server = await startServe(dataDir, ["--threads", "1"]);
  await server.signal("SIGKILL");
  return server.printed();
}

/** Leaves a registry in WAL mode, as a program does that is killed while it has the file open for editing. */
function leaveInWalMode(path: string): void {
  using db = new Database(path);
  db.run("PRAGMA journal_mode = WAL");
}

test("an imported registry is as it was published, also after baken has served it and examined it", async () => {
  const dataDir = copyFolder();
  expect(await logOfStart(dataDir)).not.toContain("another program");
  expect(await examine(dataDir, "--deep")).toMatchObject({ level: "ok" });
  expect(findForeignChange(dataDir)).toBeUndefined();
});

test("one changed value is an error of doctor and a warning of serve", async () => {
  const dataDir = copyFolder();
  {
    using db = new Database(registryOf(dataDir));
    db.run("UPDATE adres SET huisnummer = huisnummer + 1 WHERE fid = (SELECT min(fid) FROM adres)");
  }
  for (const flags of [[], ["--deep"]]) {
    expect(await examine(dataDir, ...flags)).toMatchObject({
      level: "error",
      text: expect.stringContaining("was written by another program"),
      remedy: expect.stringContaining("baken import --download"),
    });
  }
  expect(await logOfStart(dataDir)).toContain("was written by another program");
});

test("WAL mode is an error of doctor and a warning of serve, whose remedy ends it", async () => {
  const dataDir = copyFolder();
  const path = registryOf(dataDir);
  leaveInWalMode(path);
  const finding = await examine(dataDir);
  expect(finding).toMatchObject({ level: "error", text: expect.stringContaining("left it in WAL mode") });
  expect(await logOfStart(dataDir)).toContain("left it in WAL mode");
  const command = /sqlite3 .* 'PRAGMA journal_mode = DELETE'/.exec(finding.remedy!)![0];
  if (hasProgram("sqlite3", "sqlite3")) {
    expect(Bun.spawnSync(["sh", "-c", command]).stdout.toString()).toBe("delete\n");
    expect(await examine(dataDir)).toMatchObject({ text: expect.stringContaining("was written by another") });
    expect(readdirSync(dataDir).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
  }
});

const SERVICE = 65_534;
const AS_SERVICE = ["setpriv", `--reuid=${SERVICE}`, `--regid=${SERVICE}`, "--clear-groups"];
const canBeBoth = process.getuid?.() === 0 && Bun.spawnSync([...AS_SERVICE, BAKEN, "--version"]).success;
if (!canBeBoth) {
  printSkipped("registries of another user: this is not root");
}

describe.skipIf(!canBeBoth)("as a user who is not root", () => {
  chmodSync(root, 0o755);

  test("serve cannot read a registry in WAL mode and says why", async () => {
    const dataDir = copyFolder();
    leaveInWalMode(registryOf(dataDir));
    chmodSync(dataDir, 0o755);
    const serve = ["serve", "--data", dataDir, "--port", "0", "--threads", "1"];
    const { exitCode, stderr } = Bun.spawnSync([...AS_SERVICE, BAKEN, ...serve]);
    expect(exitCode).toBe(1);
    expect(stderr.toString()).toContain("left it in WAL mode");
  });

  test("the owner of a registry without write permission gets no lock beside a reader", async () => {
    const dataDir = copyFolder();
    const path = registryOf(dataDir);
    for (const name of readdirSync(dataDir)) {
      chownSync(join(dataDir, name), SERVICE, SERVICE);
    }
    chownSync(dataDir, SERVICE, SERVICE);
    const source = (file: string) => JSON.stringify(join(import.meta.dir, "../../src", file));
    const script = `
      import { openSnapshot } from ${source("registry/file/snapshot.ts")};
      import { hasReaders } from ${source("registry/file/old-registries.ts")};
      const before = hasReaders(process.argv[1]);
      const s = openSnapshot(process.argv[1]);
      console.log(JSON.stringify([before ?? "unknown", hasReaders(process.argv[1]) ?? "unknown"]));`;
    const ask = () => {
      const run = Bun.spawnSync([...AS_SERVICE, process.execPath, "-e", script, path]);
      return { out: run.stdout.toString(), err: run.stderr.toString() };
    };
    expect(ask()).toEqual({ out: "[false,true]\n", err: "" });
    chmodSync(path, 0o444);
    expect(ask()).toEqual({ out: '["unknown","unknown"]\n', err: "" });
  });
});
