/** Tests `./baken use`: going back to an earlier registry, beside imports, fetches and servers, and killed in between. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openScratch } from "../../src/base/sqlite.ts";
import { openImportFolder } from "../../src/import/publish.ts";
import { inspectFolder } from "../../src/registry/inspect-folder.ts";
import { sealRegistry } from "../../src/registry/seal.ts";
import { openSnapshot } from "../../src/registry/snapshot.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, collectOutcome, kill, runBaken, start } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { testRandom } from "../support/seed.ts";
import { startServe } from "../support/servers/serve-process.ts";

const root = mkdtempSync(join(tmpdir(), "baken-use-"));
let demo: string;
let template: string;
let dataDir: string;
beforeAll(async () => {
  demo = await makeDemoFolder(500);
  template = join(demo, currentOf(demo));
}, 60_000);
afterAll(() => {
  rmSync(root, { recursive: true });
  rmSync(demo, { recursive: true });
});
beforeEach(() => {
  dataDir = mkdtempSync(join(root, "data-"));
});

function currentOf(folder: string): string {
  return readFileSync(join(folder, "current"), "utf8").trim();
}

/** Publishes a copy of the demo as an import of that date does. */
function publish(date: string, keep = 2): string {
  const folder = openImportFolder(dataDir, keep);
  try {
    copyFileSync(template, folder.draft);
    using db = openScratch(folder.draft);
    db.query("UPDATE registry SET value = ? WHERE key = 'reference_date'").run(date);
    db.query("UPDATE registry SET value = ? WHERE key = 'data_version'").run(`${date}-${nextId++}`);
    db.close();
    sealRegistry(folder.draft);
    return folder.publish(date);
  } finally {
    folder.close();
  }
}
let nextId = 1_000;

const use = (...args: string[]) => runBaken(["use", "--data", dataDir, ...args]);
const registries = () => readdirSync(dataDir).filter((name) => name.startsWith("registry-"));
const usesOf = () =>
  readFileSync(join(dataDir, "use.log"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const refusal = (text: string) => ({ exitCode: 1, stderr: expect.stringContaining(text) });
const PIN = ["--pin", "--reason", "November lacks a town"];

describe("the good registry stays when the next is imported after going back to it", () => {
  const ways: [string, (good: string) => Promise<unknown>][] = [
    ["by use", (good) => use(good)],
    ["by hand", async (good) => writeFileSync(join(dataDir, "current"), `${good}\n`)],
    ["by hand, to a name without a line end", async (good) => writeFileSync(join(dataDir, "current"), good)],
  ];
  for (const [way, goBack] of ways) {
    test(`${way}; it goes only when another is used`, async () => {
      const good = publish("2026-10-08");
      publish("2026-11-08");
      await goBack(good);
      const next = publish("2026-11-09");
      expect(currentOf(dataDir)).toBe(next);
      expect(registries()).toContain(good);
      const last = publish("2026-11-10");
      expect(registries().toSorted()).toEqual([good, next, last].toSorted());
      expect((await use(last)).exitCode).toBe(0);
      const newest = [publish("2026-11-11"), publish("2026-11-12")];
      expect(registries().toSorted()).toEqual([last, ...newest].toSorted());
    }, 30_000);
  }

  test("by hand while a server runs, which removes old registries itself", async () => {
    const good = publish("2026-10-08", 9);
    publish("2026-11-08", 9);
    const server = await startServe(dataDir, ["--threads", "1"]);
    try {
      const serves = (name: string) =>
        until(() => server.printed().includes(name.replace(".gpkg", "")), 20_000);
      writeFileSync(join(dataDir, "current"), `${good}\n`);
      await serves(good);
      const next = publish("2026-11-09", 9);
      await serves(next);
      const last = publish("2026-11-10", 9);
      await until(() => registries().length === 3, 20_000);
      expect(registries().toSorted()).toEqual([good, next, last].toSorted());
    } finally {
      await server.signal("SIGTERM");
    }
  }, 60_000);
});

describe("a pinned registry", () => {
  test("serves on while real imports store theirs; the newest of these are kept, and can be used", async () => {
    const good = publish("2026-10-08");
    publish("2026-11-08");
    expect((await use(good, ...PIN)).exitCode).toBe(0);
    const importNext = (seed: number) =>
      runBaken(["demo", "--addresses", "500", "--seed", `${seed}`, "--data", dataDir]);
    for (const seed of [2, 3, 4]) {
      expect(await importNext(seed)).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(
          new RegExp(`is stored, but not current: ${good} is pinned since .*: November lacks a town`),
        ),
      });
      expect(currentOf(dataDir)).toBe(good);
      expect(readlinkSync(join(dataDir, "current.gpkg"))).toBe(good);
    }
    const stored = registries().filter((name) => name !== good);
    expect(stored.map((name) => name.split(".")[1]).toSorted()).toEqual(["4", "5"]);
    const newest = stored.find((name) => name.endsWith(".5.gpkg"))!;
    expect((await use(newest)).exitCode).toBe(0);
    expect((await importNext(5)).stdout).toContain("is now the current registry");
    expect(registries().toSorted()).toContain(newest);
    expect(registries()).not.toContain(good);
  }, 60_000);

  test("is shown with its reason by status, use --list and doctor; a pin ends when current names another", async () => {
    const good = publish("2026-10-08");
    const faulty = publish("2026-11-08");
    await use(good, ...PIN);
    const pinned = `${good} is pinned since `;
    const report = async () => JSON.parse((await runBaken(["status", "--json", "--data", dataDir])).stdout);
    const { versions, uses, warnings } = await report();
    expect(versions.map((one: { file: string; isPinned: boolean }) => [one.file, one.isPinned])).toEqual([
      [faulty, false],
      [good, true],
    ]);
    expect(uses).toMatchObject([{ file: good, isPinned: true, reason: "November lacks a town" }]);
    expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining(pinned)]));
    expect((await runBaken(["status", "--data", dataDir])).stdout).toMatch(
      /^used +\S+ {2}registry-2026-10-08\.gpkg, pinned: November lacks a town$/m,
    );
    expect((await use("--list")).stdout).toMatch(
      /^registry-2026-10-08\.gpkg +2026-10-08 .* current, pinned/m,
    );
    const doctor = await runBaken(["doctor", "--data", dataDir, "--port", "1"]);
    expect(doctor.stdout).toContain(`${faulty} (kept), ${good} (pinned)`);
    expect(doctor.stdout).toContain(pinned);
    writeFileSync(join(dataDir, "current"), `${faulty}\n`);
    expect((await report()).versions[1].isPinned).toBe(false);
    const next = publish("2026-11-09");
    expect(currentOf(dataDir)).toBe(next);
  }, 30_000);

  test("is not replaced by a fetch, which keeps what it fetched for later", async () => {
    const good = publish("2026-10-08");
    const source = join(root, "source");
    await runBaken(["publish", "--data", demo, "--to", source]);
    await use(good, ...PIN);
    const fetchPublished = () => runBaken(["fetch", "--data", dataDir, "--registry-source", source]);
    expect(await fetchPublished()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`is fetched, but not current: ${good} is pinned`),
    });
    expect(currentOf(dataDir)).toBe(good);
    await use(good);
    expect((await fetchPublished()).stdout).toContain("is now the current registry");
  }, 30_000);
});

describe("a version is", () => {
  test("named by its file, its date where only one has it, or its version; the log keeps the reasons", async () => {
    const names = [publish("2026-10-08", 9), publish("2026-11-08", 9), publish("2026-11-08", 9)];
    const versions = names.map((name) => {
      const snapshot = openSnapshot(join(dataDir, name));
      snapshot.close();
      return snapshot.meta.dataVersion;
    });
    for (const [text, name] of [
      ["2026-10-08", names[0]],
      [versions[2], names[2]],
      [names[1]!.replace(".gpkg", ""), names[1]],
      [names[0], names[0]],
    ] as [string, string][]) {
      expect(await use(text, "--reason", `as\n ${text}`)).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining(`${name} is now the current registry.`),
      });
      expect(currentOf(dataDir)).toBe(name);
      expect(usesOf().at(-1)).toMatchObject({ file: name, isPinned: false, reason: `as ${text}` });
    }
    expect(usesOf().length).toBe(4);
    expect(await use("2026-11-08")).toMatchObject(
      refusal(`more than one registry is 2026-11-08: expected one of ${names[1]}, ${names[2]}.`),
    );
    expect(await use("2026-12-08")).toMatchObject(refusal("no registry is 2026-12-08: expected one of"));
  }, 30_000);

  const damages: [string, (path: string) => void, string][] = [
    ["is cut off", (path) => truncateSync(path, 3 * 4_096), "cannot be opened"],
    [
      "has another schema",
      (path) => {
        using db = openScratch(path);
        db.query("UPDATE registry SET value = '1' WHERE key = 'schema_version'").run();
      },
      "has registry schema 1",
    ],
    [
      "has a damaged page in the middle",
      (path) => {
        const bytes = readFileSync(path);
        const middle = Math.floor(statSync(path).size / 2 / 4_096) * 4_096;
        bytes.fill(0xff, middle, middle + 4_096 * 8);
        writeFileSync(path, bytes);
      },
      "is damaged: ",
    ],
  ];
  test.each(damages)(
    "refused when it %s, and nothing changes",
    async (_name, damage, text) => {
      const good = publish("2026-10-08");
      const newer = publish("2026-11-08");
      damage(join(dataDir, good));
      expect(await use(good)).toMatchObject(refusal(text));
      expect(currentOf(dataDir)).toBe(newer);
      expect(existsSync(join(dataDir, "use.log"))).toBe(false);
    },
    30_000,
  );
});

test("a folder with a source is the publisher's to decide for, who publishes an earlier version", async () => {
  const good = publish("2026-10-08");
  const newer = publish("2026-11-08");
  const source = join(root, "decided");
  const publishTo = (...args: string[]) => runBaken(["publish", "--data", dataDir, "--to", source, ...args]);
  expect((await publishTo()).exitCode).toBe(0);
  expect(await use(good, "--registry-source", source)).toMatchObject(
    refusal(
      `is the publisher's to decide. Go back there, for all servers: baken publish <version> --to ${source}`,
    ),
  );
  expect(currentOf(dataDir)).toBe(newer);
  expect((await publishTo("2026-10-08")).stdout).toContain("The registry of 2026-10-08 is published at");
  expect(currentOf(dataDir)).toBe(newer);
  const node = join(root, "node");
  expect((await runBaken(["fetch", "--data", node, "--registry-source", source])).exitCode).toBe(0);
  expect(readFileSync(join(node, currentOf(node)))).toEqual(readFileSync(join(dataDir, good)));
}, 30_000);

test("usage: a pin needs a reason, and --list no version", async () => {
  for (const args of [["x", "--pin"], [], ["--list", "x"], ["x", "--reason", "y".repeat(501)]]) {
    expect((await use(...args)).exitCode).toBe(1);
  }
  expect((await use("x", "--pin")).stderr).toContain("--pin needs --reason");
});

test("a pinned registry of another schema does not keep an import from serving: this program cannot serve it", async () => {
  const good = publish("2026-10-08");
  expect((await use(good, ...PIN)).exitCode).toBe(0);
  using db = openScratch(join(dataDir, good));
  db.query("UPDATE registry SET value = '8' WHERE key = 'schema_version'").run();
  const next = publish("2026-11-08");
  expect(currentOf(dataDir)).toBe(next);
  expect(registries()).toContain(good);
});

test("what continues a registry is not published when another became current meanwhile", () => {
  const good = publish("2026-10-08");
  const faulty = publish("2026-11-08");
  const folder = openImportFolder(dataDir);
  copyFileSync(template, folder.draft);
  writeFileSync(join(dataDir, "current"), `${good}\n`);
  expect(() => folder.publish("2026-11-09", faulty)).toThrow(`${good} became the current registry meanwhile`);
  folder.close();
  expect(currentOf(dataDir)).toBe(good);
});

test("a log that cannot be read stops imports and removals, and is named", async () => {
  publish("2026-10-08");
  const newer = publish("2026-11-08");
  writeFileSync(join(dataDir, "use.log"), "torn");
  expect(() => publish("2026-11-09")).toThrow(
    "use.log, which tells the registry that is pinned, cannot be read",
  );
  expect(currentOf(dataDir)).toBe(newer);
  const { stdout } = await runBaken(["status", "--data", dataDir]);
  expect(stdout).toContain("use.log, which tells");
});

test("use killed at any moment beside imports leaves a whole registry current, and a pin that was told holds", async () => {
  const random = testRandom();
  const names = [publish("2026-10-08", 5), publish("2026-11-08", 5)];
  const startedMs = performance.now();
  await use(names[0]!);
  const useMs = performance.now() - startedMs;
  for (let round = 0; round < 12; round++) {
    const good = names[round % 2]!;
    const child = start([BAKEN, "use", good, ...PIN, "--data", dataDir]);
    const outcome = collectOutcome(child);
    await Bun.sleep(useMs * (0.4 + 0.7 * random()));
    if (round % 3 > 0) {
      await kill(child);
    }
    publish("2026-11-09", 5);
    const { exitCode } = await outcome;
    expect(inspectFolder(dataDir)).toMatchObject({ state: "pointed", registry: { state: "valid" } });
    if (exitCode === 0) {
      expect(currentOf(dataDir)).toBe(good);
      publish("2026-11-10", 5);
      expect(currentOf(dataDir)).toBe(good);
    }
    expect((await use(good)).exitCode).toBe(0);
    expect(registries()).toContain(good);
    names[(round + 1) % 2] = registries().find((name) => name !== good)!;
  }
}, 60_000);
