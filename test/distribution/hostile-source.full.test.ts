/** Tests that a node bounds everything that it reads from a source that somebody else has written to. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createZstdCompress } from "node:zlib";
import { MANIFEST_NAME, type Manifest } from "../../src/distribution/manifest.ts";
import { openFolderStore } from "../../src/storage/folder-store.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, collectOutcome, start } from "../support/processes/baken-process.ts";
import { watchMemory } from "../support/processes/watch-memory.ts";
import { publishInParts } from "../support/registries/publish-parts.ts";
import { type ObjectSite, serveObjects } from "../support/servers/object-site.ts";

const MIB = 1024 * 1024;
/** Unpacked size of a part of some kB. */
const BOMB_BYTES = 1536 * MIB;
/** Memory that a fetch of small parts may take, most of it the runtime's. */
const MAX_MEMORY_BYTES = 500 * MIB;

const root = mkdtempSync(join(tmpdir(), "baken-hostile-"));
const source = join(root, "source");
const manifestPath = join(source, MANIFEST_NAME);
let origin: string;
let registry: string;
let site: ObjectSite;
let manifest: Manifest;
let dataDir: string;
beforeAll(async () => {
  origin = await makeDemoFolder(500);
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
});

const writeManifest = (changes: object) =>
  writeFileSync(manifestPath, JSON.stringify({ ...manifest, ...changes }));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function fetchFrom(from: string, ...options: readonly string[]) {
  const child = start([BAKEN, "fetch", "--data", dataDir, "--registry-source", from, ...options]);
  const memory = watchMemory(child);
  const { exitCode, stderr } = await collectOutcome(child);
  expect(existsSync(join(dataDir, "current"))).toBe(false);
  return { exitCode, stderr, memoryBytes: await memory };
}

async function packZeros(sizeBytes: number): Promise<Uint8Array> {
  const stream = createZstdCompress();
  const packed = buffer(stream);
  for (let left = sizeBytes; left > 0; left -= 16 * MIB) {
    await new Promise((resolve) => stream.write(Buffer.alloc(Math.min(left, 16 * MIB)), resolve));
  }
  stream.end();
  return await packed;
}

test("a part of some kB that unpacks to 1.5 GB is refused in little memory", async () => {
  const packed = await packZeros(BOMB_BYTES);
  const object = join(source, manifest.name);
  writeFileSync(object, packed);
  const size = 16 * MIB;
  const part = {
    offset: 0,
    length: packed.length,
    sha256: sha256(packed),
    size,
    contentSha256: sha256(Buffer.alloc(size)),
  };
  writeManifest({ size, parts: [part] });
  const { exitCode, stderr, memoryBytes } = await fetchFrom(source);
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringMatching(/part 1 of 1 .* is damaged: it does not hold what the manifest says/),
  ]);
  expect(memoryBytes).toBeGreaterThan(MIB);
  expect(memoryBytes).toBeLessThan(MAX_MEMORY_BYTES);
}, 60_000);

/** Maximum accepted length of 64 MiB packed by zstd, whose own bound adds 1/256 and some bytes. */
const PACKED_64_MIB = 64 * MIB + (64 * MIB) / 128 + 1024;
const patch = (size: number) => ({
  name: `registry-2020-01-01-${"0".repeat(16)}-from-${"1".repeat(16)}.patch`,
  size,
  sha256: "0".repeat(64),
  base: "1".repeat(64),
  target: "2".repeat(64),
  targetSize: 1,
});

/** Manifests around a limit. Accepted: the part is requested, but its bytes differ. Refused: nothing is requested. */
const cases: [string, () => object, RegExp | undefined][] = [
  ["a part of 64 MiB", () => onePart(64 * MIB, 1_000), undefined],
  ["a part larger than 64 MiB", () => onePart(64 * MIB + 1, 1_000), /\(parts\.0\.size\)/],
  ["a part as long as zstd makes it at most", () => onePart(64 * MIB, PACKED_64_MIB), undefined],
  [
    "a part longer than that",
    () => onePart(64 * MIB, PACKED_64_MIB + 1),
    /longer than what it holds \(parts\.0\)/,
  ],
  ["seven patches", () => ({ patches: Array.from({ length: 7 }, () => patch(1)) }), undefined],
  ["eight patches", () => ({ patches: Array.from({ length: 8 }, () => patch(1)) }), /\(patches\)/],
  ["a patch as large as the whole", () => ({ patches: [patch(wholeBytes())] }), undefined],
  [
    "a patch larger than the whole",
    () => ({ patches: [patch(wholeBytes() + 1)] }),
    /a patch is larger than the whole\n/,
  ],
  ["a signature that is long", () => ({ signature: "A".repeat(101) }), /\(signature\)/],
  ["a time after all times", () => ({ publishedAt: 8.64e15 + 1 }), /\(publishedAt\)/],
];
const wholeBytes = () => manifest.parts.reduce((sum, { length }) => sum + length, 0);
function onePart(size: number, length: number) {
  const sums = { sha256: "0".repeat(64), contentSha256: "0".repeat(64) };
  return { size, parts: [{ offset: 0, length, size, ...sums }] };
}
test.each(cases)("limits of a manifest: %s", async (_name, changes, refused) => {
  rmSync(join(source, manifest.name));
  writeManifest(changes());
  const { exitCode, stderr } = await fetchFrom(source);
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(refused ?? /\.zst cannot be read: ENOENT/)]);
  expect(stderr.includes("is not a manifest of a registry that this baken reads")).toBe(
    refused !== undefined,
  );
});

test.each([
  [
    "a million lists, one in the other",
    `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`,
    "must not be nested",
  ],
  ["what is no JSON", "{", "is not valid JSON"],
])("a manifest that holds %s is refused, also with a key", async (_, value, reason) => {
  writeFileSync(manifestPath, JSON.stringify(manifest).replace("{", `{"other":${value},`));
  // A public key with which nothing was signed.
  const key = "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
  const withKey = await fetchFrom(source, "--registry-key", key);
  for (const { exitCode, stderr } of [withKey, await fetchFrom(source)]) {
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`reads: it ${reason}`)]);
  }
});

test("a manifest of more than 4 MiB, and a pipe in place of one, are refused", async () => {
  const text = JSON.stringify(manifest);
  for (const from of [source, site.url]) {
    writeFileSync(manifestPath, text.padEnd(4 * MIB));
    expect(
      (await collectOutcome(start([BAKEN, "fetch", "--data", dataDir, "--registry-source", from]))).exitCode,
    ).toBe(0);
    rmSync(dataDir, { recursive: true });
    writeFileSync(manifestPath, text.padEnd(4 * MIB + 1));
    const { exitCode, stderr } = await fetchFrom(from);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`has more than ${4 * MIB} bytes`)]);
  }
  rmSync(manifestPath);
  Bun.spawnSync(["mkfifo", manifestPath]);
  const { exitCode, stderr } = await fetchFrom(source);
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining(`${MANIFEST_NAME} cannot be read: it is not a file`),
  ]);
}, 60_000);
