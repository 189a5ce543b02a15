/** Tests `baken doctor` as a command, on folders and settings with each fault. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Finding } from "../../src/operator/doctor/finding.ts";
import { sealRegistry } from "../../src/registry/file/seal.ts";
import { BAKEN, collectOutcome, runBaken, start } from "../support/processes/baken-process.ts";
import { newDataFolder } from "../support/processes/run-backup.ts";
import { canMountDisks, runOnDisk } from "../support/processes/small-disk.ts";
import { until } from "../support/processes/until.ts";
import { issueKey, startServe } from "../support/servers/serve-process.ts";

/** Makes a data folder with a key that nobody else may read, backed up just now. */
function makeFolder(): string {
  const dataDir = newDataFolder();
  issueKey(dataDir, {});
  chmodSync(join(dataDir, "accounts.db"), 0o600);
  writeFileSync(join(dataDir, "last-backup"), `${new Date().toISOString()}\n`);
  return dataDir;
}

const registryOf = (dataDir: string) => join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim());

/** Runs doctor on free ports; returns its exit code and the findings that are not ok. */
async function examine(dataDir: string, ...flags: string[]) {
  const args = ["doctor", "--json", "--data", dataDir, "--port", "0", "--threads", "1", ...flags];
  const { exitCode, stdout, stderr } = await runBaken(args);
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] };
  expect({ exitCode, stderr }).toEqual({
    exitCode: ok ? 0 : 1,
    stderr: ok ? "" : expect.stringContaining("to mend"),
  });
  // The disk of the machine that runs the tests may read far ahead.
  return findings.filter(({ level, check }) => level !== "ok" && check !== "read-ahead");
}

const found = (level: Finding["level"], check: string, text: string, remedy: string) => ({
  level,
  check,
  text: expect.stringContaining(text),
  remedy: expect.stringContaining(remedy),
});
/** The registry of the tests is of 2021. */
const OLD = found("warning", "age of the data", "The data of 2021-10-15 is", "baken import --download");

test("a registry of an earlier version describes RD 170 m off", async () => {
  const dataDir = makeFolder();
  const path = registryOf(dataDir);
  const db = new Database(path);
  db.run(
    "UPDATE gpkg_spatial_ref_sys SET definition = replace(definition, '-0.398957388243134', '1.9342') WHERE srs_id = 28992",
  );
  db.close();
  sealRegistry(path);
  const file = basename(path);
  expect(await examine(dataDir)).toEqual([found("warning", "definition of RD", `${file}: `, "update"), OLD]);
});

test("a sound folder has only its old data", async () => {
  expect(await examine(makeFolder())).toEqual([OLD]);
  const { stdout, exitCode } = await runBaken(["doctor", "--data", makeFolder(), "--port", "0"]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("ok       registry");
  expect(stdout).toContain("→ An extract appears every month");
});

/** Returns the number of the first page of a table. Opening a registry reads the first pages of some tables only. */
function firstPageOf(table: string, path: string): number {
  using db = new Database(path, { readonly: true });
  const [[page]] = db.query("SELECT rootpage FROM sqlite_schema WHERE name = ?").values(table) as [[number]];
  return page;
}

const FAULTS: Record<string, [change: (dataDir: string) => void, finding: Finding, ...flags: string[]]> = {
  "a folder that is not there": [
    (dataDir) => Bun.spawnSync(["rm", "-r", dataDir]),
    found("error", "data folder", "There is no folder", "baken import --download"),
  ],
  "no registry": [
    (dataDir) => Bun.spawnSync(["rm", registryOf(dataDir), join(dataDir, "current")]),
    found("error", "registry", "holds no registry", "names the command"),
  ],
  "a registry that is cut off": [
    (dataDir) => truncateSync(registryOf(dataDir), statSync(registryOf(dataDir)).size - 4096),
    found("error", "registry", "cannot be opened", "names the command"),
  ],
  "a damaged page": [
    (dataDir) => {
      const bytes = readFileSync(registryOf(dataDir));
      const page = firstPageOf("pand_adres", registryOf(dataDir));
      bytes.fill(0xff, (page - 1) * 4096, page * 4096);
      writeFileSync(registryOf(dataDir), bytes);
    },
    found("error", "registry", "is damaged", "Check the disk. Import again"),
    "--deep",
  ],
  "a damaged accounts.db": [
    (dataDir) => writeFileSync(join(dataDir, "accounts.db"), "no database".repeat(99)),
    found("error", "accounts.db", "file is not a database", "baken restore <folder>"),
  ],
  "a clock behind the last import": [
    (dataDir) => {
      using db = new Database(registryOf(dataDir));
      db.run("UPDATE import_log SET completed_at = '2199-01-01T00:00:00.000Z'");
    },
    found("error", "clock", "2199-01-01", "Set the clock"),
  ],
  "keys that every user may read": [
    (dataDir) => chmodSync(join(dataDir, "accounts.db"), 0o644),
    found("warning", "permissions", "Every user of this machine may read", "chmod o= "),
  ],
  "a folder that every user may write": [
    (dataDir) => chmodSync(dataDir, 0o777),
    found("error", "permissions", "Every user may write to", "chmod o-w"),
  ],
  "an admin token that others may read": [
    (dataDir) => {
      writeFileSync(join(dataDir, "admin-token"), "x".repeat(40));
      chmodSync(join(dataDir, "admin-token"), 0o640);
    },
    found("error", "permissions", "Others may read", "chmod 600"),
  ],
  "what a killed restore left": [
    (dataDir) => writeFileSync(join(dataDir, "accounts.db.restore-1-2.tmp"), ""),
    found("warning", "permissions", "left by a restore that was killed", "rm "),
  ],
  "an address of another machine": [
    () => {},
    found("error", "port", "EADDRNOTAVAIL", "an address of this machine"),
    ...["--host", "192.0.2.1", "--public-url", "http://127.0.0.1:1", "--trusted-proxies", "192.0.2.2"],
  ],
  "a public name without trusted proxies": [
    () => {},
    found("warning", "proxy", "--trusted-proxies is not", "--trusted-proxies 127.0.0.1,::1"),
    ...["--public-url", "http://127.0.0.1:1"],
  ],
  "all addresses without a public name": [
    () => {},
    found("warning", "proxy", "without TLS", "a proxy with https"),
    ...["--host", "0.0.0.0"],
  ],
};
for (const [name, [change, finding, ...flags]] of Object.entries(FAULTS)) {
  test(`it finds ${name}`, async () => {
    const dataDir = makeFolder();
    change(dataDir);
    expect(await examine(dataDir, ...flags)).toContainEqual(finding);
  });
}

test.skipIf(process.getuid?.() !== 0)("it finds an export folder that its user cannot make", async () => {
  const parent = mkdtempSync(join(tmpdir(), "baken-doctor-"));
  chmodSync(parent, 0o755);
  const folder = join(parent, "a", "exports");
  const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  const doctor = [BAKEN, "doctor", "--json", "--data", join(parent, "none"), "--port", "0"];
  const { stdout } = await collectOutcome(start([...asNobody, ...doctor, "--export-store", folder]));
  expect(JSON.parse(stdout).findings).toContainEqual(
    found("error", "export store", `${folder} does not exist, and cannot be made: EACCES`, "Mount it"),
  );
});

test("it finds an export folder that is not mounted, and passes one that a server makes", async () => {
  const dataDir = makeFolder();
  const shared = join(mkdtempSync(join(tmpdir(), "baken-doctor-")), "exports");
  expect(await examine(dataDir, "--export-store", shared)).toEqual([OLD]);
  const server = await startServe(dataDir, ["--threads", "1", "--export-store", shared]);
  await until(() => existsSync(join(dataDir, ".export-store")));
  await server.signal("SIGTERM");
  expect(await examine(dataDir, "--export-store", shared)).toEqual([OLD]);
  rmSync(join(shared, ".baken-exports"));
  expect(await examine(dataDir, "--export-store", shared)).toContainEqual(
    found(
      "error",
      "export store",
      `${shared} is not mounted, or was emptied`,
      "docs/troubleshooting.md#storage-is-lost",
    ),
  );
}, 60_000);

test.skipIf(process.getuid?.() !== 0)(
  "it finds a key that root made in a folder of another user",
  async () => {
    const dataDir = makeFolder();
    chownSync(dataDir, 4711, 4711);
    expect(await examine(dataDir)).toContainEqual(
      found("error", "permissions", "accounts.db", `chown -R 4711 ${dataDir}`),
    );
  },
);

test("a port of a running baken is right, a port of another program is not", async () => {
  const dataDir = makeFolder();
  const server = await startServe(dataDir);
  expect(await examine(dataDir, "--port", String(server.port))).toEqual([OLD]);
  await server.signal("SIGTERM");
  const other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("hello") });
  expect(await examine(dataDir, "--port", String(other.port))).toContainEqual(
    found("error", "port", "Another program listens on", "--port"),
  );
  await other.stop(true);
});

test("a port of a baken with another data folder is not taken for that of this one", async () => {
  const [dataDir, other] = [makeFolder(), makeFolder()];
  const server = await startServe(other);
  expect(await examine(dataDir, "--port", String(server.port))).toContainEqual(
    found("error", "port", `serves another data folder, ${other}`, `--data ${other}`),
  );
  await server.signal("SIGTERM");
});

test("every finding stands apart from the name of its check", async () => {
  const accounts = "postgres://baken@127.0.0.1:1/baken";
  const args = [
    "--data",
    makeFolder(),
    "--port",
    "0",
    "--accounts",
    accounts,
    "--counters",
    "redis://127.0.0.1:1",
    "--files-page",
    "key",
  ];
  const { stdout } = await runBaken(["doctor", ...args]);
  expect(stdout).toMatch(/^error {4}accounts {10}PostgreSQL at 127\.0\.0\.1:1\/baken does not answer/m);
  expect(stdout).toMatch(/^error {4}Redis {13}127\.0\.0\.1:1 cannot count limits: /m);
  expect(stdout).toMatch(
    /^warning {2}page for files {4,}The page \/files is off, though --files-page is key/m,
  );
  expect(stdout).toMatch(/^warning {2}keys .* the accounts\.db in \S+ is no longer in use/m);
  expect(stdout).not.toContain("undefined");
});

test("a running server that an unknown proxy forwards to", async () => {
  const dataDir = makeFolder();
  const server = await startServe(dataDir, ["--admin-port", "0"]);
  const adminPort = /Metrics on http:\/\/127\.0\.0\.1:(\d+)/.exec(server.printed())![1]!;
  await fetch(`${server.url}/status`, { headers: { "x-forwarded-for": "198.51.100.1" } });
  expect(await examine(dataDir, "--port", String(server.port), "--admin-port", adminPort)).toContainEqual(
    found("warning", "proxy", "Requests came with X-Forwarded-For", "--trusted-proxies"),
  );
  await server.signal("SIGTERM");
});

const hasDisks = canMountDisks("a disk that is full");
test.skipIf(!hasDisks)("a disk with room for another registry of the same size is large enough", () => {
  const disk = { sizeBytes: 300_000_000, mount: "/tmp/baken-doctor-disk", dataDir: makeFolder() };
  const { stdout } = runOnDisk(disk, ["doctor", "--port", "0"]);
  expect(stdout).toMatch(/^ok {7}disk .* free on the disk of \/tmp\/baken-doctor-disk/m);
  expect(stdout).toContain("exit 0");
  const first = runOnDisk(
    { ...disk, prepare: `rm "${disk.mount}"/registry-*.gpkg "${disk.mount}/current"` },
    ["doctor", "--port", "0"],
  );
  expect(first.stdout).toMatch(/^warning {2}disk .* the next import or update needs 1\.0 GB/m);
});

test.skipIf(!hasDisks)("it finds a disk that is nearly full", () => {
  const disk = { sizeBytes: 60_000_000, mount: "/tmp/baken-doctor-disk", dataDir: makeFolder() };
  const { stdout } = runOnDisk(disk, ["doctor", "--port", "0"]);
  expect(stdout).toContain("error    disk");
  expect(stdout).toContain("exit 1");
});

test("each check is printed when it has ended, whatever others wait for", async () => {
  const silent = createServer();
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const { port } = silent.address() as AddressInfo;
  const accounts = `postgres://baken@127.0.0.1:${port}/baken`;
  const dataDir = makeFolder();
  const asked = once(silent, "connection");
  const flags = ["--port", "0", "--accounts", accounts, "--accounts-timeout", "60000"];
  const child = start([BAKEN, "doctor", "--data", dataDir, ...flags]);
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  expect(Buffer.from(value!).toString()).toMatch(/^(ok|warning|error) /);
  await asked;
  // doctor waits up to a minute for the database, which does not answer.
  expect(child.exitCode).toBeNull();
  child.kill("SIGKILL");
  await child.exited;
  silent.close();
}, 30_000);
