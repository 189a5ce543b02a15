/** Tests `fetch`: resumes after `kill -9`, refuses and names damaged files, leaves the served files alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MANIFEST_NAME, type Manifest } from "../../src/distribution/manifest.ts";
import { openFolderStore } from "../../src/storage/folder-store.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, kill, runBaken, start } from "../support/processes/baken-process.ts";
import { canMountDisks, runOnDisk } from "../support/processes/small-disk.ts";
import { until } from "../support/processes/until.ts";
import { publishInParts } from "../support/registries/publish-parts.ts";
import { type ObjectSite, serveObjects } from "../support/servers/object-site.ts";
import { startServe } from "../support/servers/serve-process.ts";

let root: string;
let origin: string;
let source: string;
let registry: string;
let manifest: Manifest;
let dataDir: string;
let site: ObjectSite;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "baken-fetch-"));
  source = join(root, "source");
  origin = await makeDemoFolder(3_000);
  registry = join(origin, readFileSync(join(origin, "current"), "utf8").trim());
  site = serveObjects(source);
}, 60_000);
afterAll(async () => {
  await site.stop();
  rmSync(root, { recursive: true });
  rmSync(origin, { recursive: true });
});
beforeEach(async () => {
  rmSync(source, { recursive: true, force: true });
  manifest = await publishInParts(registry, openFolderStore(source));
  dataDir = mkdtempSync(join(root, "node-"));
  site.ranges.length = 0;
  site.remaining = Number.POSITIVE_INFINITY;
});

const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
const fetchFrom = (from: string, ...args: string[]) =>
  runBaken(["fetch", "--registry-source", from, "--data", dataDir, ...args]);
const objectPath = () => join(source, manifest.name);

/** Returns what the folder serves: its pointer and the registry's hash. */
function served(): string {
  const current = readFileSync(join(dataDir, "current"), "utf8").trim();
  return sha256(join(dataDir, current));
}

/** Makes the folder serve an older registry than the published one. */
async function serveOlder(): Promise<string> {
  const older = await makeDemoFolder(500);
  cpSync(older, dataDir, { recursive: true });
  rmSync(older, { recursive: true });
  return served();
}

test("the published registry arrives byte by byte, from a folder and over HTTP", async () => {
  expect(manifest.parts.length).toBeGreaterThan(10);
  for (const from of [source, site.url]) {
    const { exitCode, stdout } = await fetchFrom(from);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("is now the current registry")]);
    expect(served()).toBe(sha256(registry));
    rmSync(dataDir, { recursive: true });
  }
  const askedBytes = site.ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  expect(askedBytes).toBe(statSync(objectPath()).size);
}, 60_000);

test("a server whose registry cannot serve fetches the published one, and keeps the file", async () => {
  const before = await serveOlder();
  const name = readFileSync(join(dataDir, "current"), "utf8").trim();
  const damages: [string, () => void][] = [
    [name, () => writeFileSync(join(dataDir, name), "torn")],
    ["registry-2020-01-01.gpkg", () => writeFileSync(join(dataDir, "current"), "registry-2020-01-01.gpkg\n")],
  ];
  for (const [named, damage] of damages) {
    damage();
    const server = await startServe(dataDir, ["--threads", "1", "--registry-source", source]);
    expect(server.printed()).toContain(named);
    expect(served()).toBe(sha256(registry));
    expect(await server.signal("SIGTERM")).toBe(0);
  }
  expect(before).not.toBe(sha256(registry));
  expect(readFileSync(join(dataDir, name), "utf8")).toBe("torn");
}, 60_000);

test("a second fetch finds the registry current and asks for no part", async () => {
  await fetchFrom(site.url);
  const asked = site.ranges.length;
  const { exitCode, stdout } = await fetchFrom(site.url);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining("is the published one")]);
  expect(site.ranges.length).toBe(asked);
}, 60_000);

test("after kill -9 the next fetch goes on where the first stopped", async () => {
  const before = await serveOlder();
  for (const answered of [4, 5]) {
    site.remaining = answered;
    const asked = site.ranges.length;
    const child = start([BAKEN, "fetch", "--registry-source", site.url, "--data", dataDir]);
    await until(() => site.ranges.length === asked + answered + 1);
    expect(await kill(child)).toBe(true);
    expect(served()).toBe(before);
  }
  site.remaining = Number.POSITIVE_INFINITY;
  expect((await fetchFrom(site.url)).exitCode).toBe(0);
  expect(served()).toBe(sha256(registry));
  // Only the part that was under way at each kill is asked for twice.
  const twice = [manifest.parts[4]!, manifest.parts[9]!].reduce((sum, { length }) => sum + length, 0);
  const askedBytes = site.ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  expect(askedBytes).toBe(statSync(objectPath()).size + twice);
}, 60_000);

test("what a crash of the machine left of the last part is fetched again", async () => {
  site.remaining = 3;
  const child = start([BAKEN, "fetch", "--registry-source", site.url, "--data", dataDir]);
  await until(() => site.ranges.length === 4);
  await kill(child);
  const part = join(dataDir, ".fetch", `${manifest.sha256}.part`);
  const bytes = readFileSync(part);
  expect(bytes.length).toBe(3 * 256 * 1024);
  bytes.fill(0, bytes.length - 4_096);
  writeFileSync(part, bytes);
  site.remaining = Number.POSITIVE_INFINITY;
  site.ranges.length = 0;
  expect((await fetchFrom(site.url)).exitCode).toBe(0);
  expect(site.ranges[0]!.first).toBe(manifest.parts[2]!.offset);
  expect(served()).toBe(sha256(registry));
}, 60_000);

describe("refused, named, and the old registry stays current:", () => {
  const writeManifest = (changes: object) =>
    writeFileSync(join(source, MANIFEST_NAME), JSON.stringify({ ...manifest, ...changes }));
  const flip = (position: number) => {
    const bytes = readFileSync(objectPath());
    bytes[position]! ^= 1;
    writeFileSync(objectPath(), bytes);
  };
  const cases: [string, () => void, RegExp][] = [
    [
      "a damaged part",
      () => flip(manifest.parts[6]!.offset + 10),
      /part 7 of \d+ of .*\.zst .* is damaged: it has sha256/,
    ],
    [
      "an object that is cut off",
      () => writeFileSync(objectPath(), readFileSync(objectPath()).subarray(0, 500_000)),
      /\.zst cannot be read: it lacks \d+ bytes/,
    ],
    ["an object that is gone", () => rmSync(objectPath()), /\.zst cannot be read: ENOENT/],
    [
      "a hash that is not the file's",
      () => writeManifest({ sha256: "0".repeat(64) }),
      /is damaged: the file has sha256 .*, expected 0{64}/,
    ],
    ["another schema", () => writeManifest({ schema: 1 }), /has registry schema 1; this baken reads schema/],
    [
      "a manifest that is cut off",
      () => writeFileSync(join(source, MANIFEST_NAME), "{"),
      /current-\d+\.json is not a manifest/,
    ],
    [
      "parts that do not meet",
      () => writeManifest({ size: manifest.size + 1 }),
      /parts do not follow each other/,
    ],
    [
      "a name that leads elsewhere",
      () => writeManifest({ name: "../x.zst" }),
      /current-\d+\.json is not a manifest .* \(name\)/,
    ],
    [
      "no manifest",
      () => rmSync(join(source, MANIFEST_NAME)),
      /nothing is published yet for registry schema .*current-\d+\.json does not exist/,
    ],
  ];
  test.each(cases)(
    "%s",
    async (_name, damage, message) => {
      const before = await serveOlder();
      damage();
      const { exitCode, stderr } = await fetchFrom(source);
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(message)]);
      expect(served()).toBe(before);
    },
    30_000,
  );

  test("a database that is whole but no registry", async () => {
    const before = await serveOlder();
    const text = Buffer.from("no registry");
    const sum = createHash("sha256").update(text).digest("hex");
    const packed = Bun.zstdCompressSync(text);
    writeFileSync(objectPath(), packed);
    const part = {
      offset: 0,
      length: packed.length,
      sha256: sha256(objectPath()),
      size: text.length,
      contentSha256: sum,
    };
    writeManifest({ size: text.length, sha256: sum, parts: [part] });
    const { exitCode, stderr } = await fetchFrom(source);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/cannot serve: it cannot be opened/)]);
    expect(served()).toBe(before);
  });

  test("a damaged part that is repaired resumes at it", async () => {
    flip(manifest.parts[6]!.offset + 10);
    expect((await fetchFrom(site.url)).exitCode).toBe(1);
    flip(manifest.parts[6]!.offset + 10);
    site.ranges.length = 0;
    expect((await fetchFrom(site.url)).exitCode).toBe(0);
    expect(site.ranges[0]!.first).toBe(manifest.parts[6]!.offset);
  });
});

test.skipIf(!canMountDisks("fetch on a full disk"))(
  "a disk without room is named, with what is needed",
  async () => {
    const before = await serveOlder();
    const mount = join(root, "disk");
    const sizeBytes =
      statSync(join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim())).size + 2_000_000;
    const args = ["fetch", "--registry-source", source];
    const { stdout, message } = runOnDisk({ sizeBytes, mount, dataDir }, args);
    expect(stdout).toContain("exit 1");
    expect(message).toMatch(
      /no space left in .*\.fetch: the registry of [\d-]+ needs \d+\.\d MB more; \d+\.\d MB are free/,
    );
    expect(served()).toBe(before);
    expect(existsSync(mount) && readdirSync(mount)).toEqual([]);
  },
  30_000,
);

describe("publish", () => {
  test("again says so, and a demo may replace a demo", async () => {
    const publish = (data: string, ...more: string[]) =>
      runBaken(["publish", "--data", data, "--to", source, ...more]);
    expect((await publish(origin)).stdout).toContain("was published at");
    const smaller = await makeDemoFolder(500);
    const refused = await publish(smaller);
    // A demo may replace a demo even if it is smaller: no real data is lost.
    expect([refused.exitCode, refused.stdout]).toEqual([0, expect.stringContaining("is published at")]);
    rmSync(smaller, { recursive: true });
  }, 60_000);

  test("refuses a demo in place of real data, unless --yes is given", async () => {
    const real = { ...manifest, isDemo: false, sha256: "0".repeat(64) };
    writeFileSync(join(source, MANIFEST_NAME), JSON.stringify(real));
    const args = ["publish", "--data", origin, "--to", source];
    const { exitCode, stderr } = await runBaken(args);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining("by Generated test data; repeat with --yes"),
    ]);
    expect((await runBaken([...args, "--yes"])).exitCode).toBe(0);
  }, 60_000);
});
