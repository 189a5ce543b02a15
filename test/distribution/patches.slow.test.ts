/** Tests patches from one published registry to the next: used where a patch exists, refused when damaged. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { MANIFEST_NAME, type Manifest } from "../../src/distribution/manifest.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { runUpdate } from "../../src/import/update/run-update.ts";
import { openFolderStore } from "../../src/storage/folder-store.ts";
import { generateDemo } from "../../tools/country/generate-demo.ts";
import { importDemo } from "../support/countries/import-data-folders.ts";
import { BAKEN, kill, runBaken, start } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { createPublisher } from "../support/registries/publish-copies.ts";
import { publishWithPatches } from "../support/registries/publish-parts.ts";
import { type ObjectSite, serveObjects } from "../support/servers/object-site.ts";

const root = mkdtempSync(join(tmpdir(), "baken-patches-"));
const source = join(root, "source");
let before: string;
let after: string;
let manifest: Manifest;
let site: ObjectSite;
let dataDir: string;
beforeAll(async () => {
  // Large enough that a few changes leave most of it unchanged.
  const options = { addresses: 40_000, seed: 3, history: false, mutations: 3, out: join(root, "demo.zip") };
  const { files } = await generateDemo(options);
  const origin = join(root, "origin");
  mkdirSync(origin);
  before = join(origin, (await importDemo(files, origin)).registry);
  const updated = await runUpdate({ dataDir: origin, files: [files.mutations!] }, silentProgress);
  after = join(origin, updated.registry!);
  site = serveObjects(source);
}, 120_000);
afterAll(async () => {
  await site.stop();
  rmSync(root, { recursive: true });
});
beforeEach(async () => {
  rmSync(source, { recursive: true, force: true });
  await publishWithPatches(before, openFolderStore(source));
  manifest = await publishWithPatches(after, openFolderStore(source));
  dataDir = mkdtempSync(join(root, "node-"));
  cpSync(before, join(dataDir, basename(before)));
  writeFileSync(join(dataDir, "current"), `${basename(before)}\n`);
  site.ranges.length = 0;
  site.remaining = Number.POSITIVE_INFINITY;
});

const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
const fetchArguments = () => ["fetch", "--registry-source", site.url, "--data", dataDir];
const served = () => sha256(join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim()));
const askedNames = () => new Set(site.ranges.map(({ name }) => name));

test("a node that has the previous registry takes the patch, a fraction of the whole", async () => {
  const [patch] = manifest.patches;
  const wholeBytes = manifest.parts.reduce((sum, { length }) => sum + length, 0);
  expect(patch!.size * 5).toBeLessThanOrEqual(wholeBytes);
  expect((await runBaken(fetchArguments())).exitCode).toBe(0);
  expect(served()).toBe(sha256(after));
  expect(askedNames()).toEqual(new Set([patch!.name]));
  process.stderr.write(`patch ${patch!.size} of ${wholeBytes} bytes\n`);
}, 60_000);

test("a node that lacks it, or has another, fetches the whole", async () => {
  rmSync(join(dataDir, "current"));
  expect((await runBaken(fetchArguments())).exitCode).toBe(0);
  expect(served()).toBe(sha256(after));
  expect(askedNames()).toEqual(new Set([manifest.name]));
}, 60_000);

test("a damaged patch is named, and the whole is fetched", async () => {
  const path = join(source, manifest.patches[0]!.name);
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path, bytes);
  const { exitCode, stderr } = await runBaken(fetchArguments());
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringMatching(/patches cannot be used.*\.patch is damaged/),
  ]);
  expect(served()).toBe(sha256(after));
}, 60_000);

test("a patch that leads elsewhere is found by the hash of the result, and the whole is fetched", async () => {
  const [patch] = manifest.patches;
  const path = join(source, patch!.name);
  // A valid patch of another pair of registries; it changes nothing.
  writeFileSync(path, "");
  const empty = { ...patch!, size: 0, sha256: createHash("sha256").digest("hex") };
  writeFileSync(join(source, MANIFEST_NAME), JSON.stringify({ ...manifest, patches: [empty] }));
  const { exitCode, stderr } = await runBaken(fetchArguments());
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringMatching(/patches cannot be used.*the file has sha256/),
  ]);
  expect(served()).toBe(sha256(after));
}, 60_000);

test("a patch that would need more than the disk has is not applied, and the whole is fetched", async () => {
  const [patch] = manifest.patches;
  const huge = { ...patch!, targetSize: 2 ** 44 };
  writeFileSync(join(source, MANIFEST_NAME), JSON.stringify({ ...manifest, patches: [huge] }));
  const { exitCode, stderr } = await runBaken(fetchArguments());
  expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/patches cannot be used.*no space left/)]);
  expect(askedNames()).toEqual(new Set([manifest.name]));
}, 60_000);

test("after kill -9 while a patch is applied the next fetch makes the registry", async () => {
  site.remaining = 0;
  const child = start([BAKEN, ...fetchArguments()]);
  await until(() => site.ranges.length === 1);
  expect(await kill(child)).toBe(true);
  expect(served()).toBe(sha256(before));
  site.remaining = Number.POSITIVE_INFINITY;
  expect((await runBaken(fetchArguments())).exitCode).toBe(0);
  expect(served()).toBe(sha256(after));
}, 60_000);

test("patches chain: a node that missed one takes two; going back is a patch too; seven are kept", async () => {
  const third = join(dirname(after), createPublisher(after)(dirname(after)));
  const next = await publishWithPatches(third, openFolderStore(source));
  expect(next.patches.map(({ base, target }) => [base, target])).toEqual([
    [sha256(before), sha256(after)],
    [sha256(after), sha256(third)],
  ]);
  expect((await runBaken(fetchArguments())).exitCode).toBe(0);
  expect(served()).toBe(sha256(third));
  expect(askedNames()).toEqual(new Set(next.patches.map(({ name }) => name)));

  site.ranges.length = 0;
  for (let round = 0; round < 6; round++) {
    manifest = await publishWithPatches(round % 2 === 0 ? after : third, openFolderStore(source));
  }
  expect(manifest.patches.length).toBe(7);
  await publishWithPatches(after, openFolderStore(source));
  // The registry was published four times since; the last patch alone is the shortest way.
  expect((await runBaken(fetchArguments())).exitCode).toBe(0);
  expect(served()).toBe(sha256(after));
  expect(site.ranges.length).toBe(1);
}, 120_000);
