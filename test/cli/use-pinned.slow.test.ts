/** Tests `./baken use --pin` during imports and fetches, outputs about pins, and `use` killed at random moments. */
import { describe, expect, test } from "bun:test";
import { readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openScratch } from "../../src/base/sqlite.ts";
import { inspectFolder } from "../../src/registry/file/inspect-folder.ts";
import { removeOldRegistries } from "../../src/registry/file/old-registries.ts";
import {
  BAKEN,
  collectOutcome,
  kill,
  runBaken,
  runCountry,
  start,
} from "../support/processes/baken-process.ts";
import { useDatedRegistries } from "../support/registries/dated-registries.ts";
import { testRandom } from "../support/seed.ts";

const folder = useDatedRegistries();
const PIN = ["--pin", "--reason", "November lacks a town"];

describe("a pinned registry", () => {
  test("serves on while real imports store theirs; the newest of these are kept, and can be used", async () => {
    const good = folder.publish("2026-10-08");
    folder.publish("2026-11-08");
    expect((await folder.use(good, ...PIN)).exitCode).toBe(0);
    const importNext = (seed: number) =>
      runCountry(["--addresses", "500", "--seed", `${seed}`, "--data", folder.dataDir]);
    for (const seed of [2, 3, 4]) {
      expect(await importNext(seed)).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(
          new RegExp(`is stored, but not current: ${good} is pinned since .*: November lacks a town`),
        ),
      });
      expect(folder.current()).toBe(good);
      expect(readlinkSync(join(folder.dataDir, "current.gpkg"))).toBe(good);
    }
    const stored = folder.registries().filter((name) => name !== good);
    expect(stored.map((name) => name.split(".")[1]).toSorted()).toEqual(["4", "5"]);
    const newest = stored.find((name) => name.endsWith(".5.gpkg"))!;
    expect((await folder.use(newest)).exitCode).toBe(0);
    expect((await importNext(5)).stdout).toContain("is now the current registry");
    expect(folder.registries()).toContain(newest);
    expect(folder.registries()).not.toContain(good);
  }, 60_000);

  test("is pinned on the publisher with the source of the nodes in its settings, not on a node", async () => {
    const good = folder.publish("2026-10-08");
    folder.publish("2026-11-08");
    const source = join(folder.root, "shared");
    const follows = ["--registry-source", source];
    expect((await runBaken(["publish", "--data", folder.dataDir, "--to", source])).exitCode).toBe(0);
    const pinned = await folder.use(good, ...PIN, ...follows);
    expect(pinned).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("is now the current") });
    expect(folder.current()).toBe(good);
    folder.publish("2026-11-09");
    expect(folder.current()).toBe(good);

    const node = join(folder.root, "following");
    expect((await runBaken(["fetch", "--data", node, ...follows])).exitCode).toBe(0);
    const refused = await runBaken(["use", "2026-11-08", ...PIN, "--data", node, ...follows]);
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("the publisher decides which registry serves"),
    });
  }, 60_000);

  test("is shown with its reason by status, use --list and doctor; a pin ends when current names another", async () => {
    const good = folder.publish("2026-10-08");
    const faulty = folder.publish("2026-11-08");
    await folder.use(good, ...PIN);
    const pinned = `${good} is pinned since `;
    const report = async () =>
      JSON.parse((await runBaken(["status", "--json", "--data", folder.dataDir])).stdout);
    const { versions, uses, warnings } = await report();
    expect(versions.map((one: { file: string; isPinned: boolean }) => [one.file, one.isPinned])).toEqual([
      [faulty, false],
      [good, true],
    ]);
    expect(uses).toMatchObject([{ file: good, isPinned: true, reason: "November lacks a town" }]);
    expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining(pinned)]));
    expect((await runBaken(["status", "--data", folder.dataDir])).stdout).toMatch(
      /^used +\S+ {2}registry-2026-10-08\.gpkg, pinned: November lacks a town$/m,
    );
    expect((await folder.use("--list")).stdout).toMatch(
      /^registry-2026-10-08\.gpkg +2026-10-08 .* current, pinned/m,
    );
    const doctor = await runBaken(["doctor", "--data", folder.dataDir, "--port", "1"]);
    expect(doctor.stdout).toContain(`${faulty} (kept), ${good} (pinned)`);
    expect(doctor.stdout).toContain(pinned);
    writeFileSync(join(folder.dataDir, "current"), `${faulty}\n`);
    expect((await report()).versions[1].isPinned).toBe(false);
    const next = folder.publish("2026-11-09");
    expect(folder.current()).toBe(next);
  });

  test("and what was left stay when another is used, until the next is published", async () => {
    const good = folder.publish("2026-10-08");
    const left = folder.publish("2026-11-08");
    await folder.use(good, ...PIN);
    const next = folder.publish("2026-11-09");
    const all = [good, left, next];
    expect((await folder.use(next)).exitCode).toBe(0);
    // As a server does twice a second.
    expect(removeOldRegistries(folder.dataDir, 2)).toEqual([]);
    expect((await folder.use(left)).exitCode).toBe(0);
    expect(removeOldRegistries(folder.dataDir, 2)).toEqual([]);
    expect((await folder.use(good, ...PIN)).exitCode).toBe(0);
    expect(removeOldRegistries(folder.dataDir, 1)).toEqual([]);
    expect(folder.registries()).toEqual(all.toSorted());
    expect((await folder.use(next)).exitCode).toBe(0);
    const last = folder.publish("2026-11-10");
    expect(folder.current()).toBe(last);
    expect(folder.registries()).toEqual([next, last].toSorted());
  });

  test("is not replaced by a fetch, which keeps what it fetched for later", async () => {
    const good = folder.publish("2026-10-08");
    const source = join(folder.root, "source");
    await runBaken(["publish", "--data", folder.demo, "--to", source]);
    await folder.use(good, ...PIN);
    const fetchPublished = () => runBaken(["fetch", "--data", folder.dataDir, "--registry-source", source]);
    expect(await fetchPublished()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`is fetched, but not current: ${good} is pinned`),
    });
    expect(folder.current()).toBe(good);
    await folder.use(good);
    expect((await fetchPublished()).stdout).toContain("is now the current registry");
  });
});

test("a pinned registry of another schema does not keep an import from serving: this program cannot serve it", async () => {
  const good = folder.publish("2026-10-08");
  expect((await folder.use(good, ...PIN)).exitCode).toBe(0);
  using db = openScratch(join(folder.dataDir, good));
  db.query("UPDATE registry SET value = '8' WHERE key = 'schema_version'").run();
  const next = folder.publish("2026-11-08");
  expect(folder.current()).toBe(next);
  expect(folder.registries()).toContain(good);
});

test("use killed at any moment beside imports leaves a whole registry current, and a pin that was confirmed holds", async () => {
  const random = testRandom();
  const published: string[] = [];
  const publish = () => published.push(folder.publish("2026-11-08", 5));
  publish();
  publish();
  const startedMs = performance.now();
  await folder.use(published[0]!);
  const useMs = performance.now() - startedMs;
  for (let round = 0; round < 12; round++) {
    // One of the last two registries: the imports in the meantime do not remove these.
    const good = published.slice(-2).find((name) => name !== folder.current())!;
    const child = start([BAKEN, "use", good, ...PIN, "--data", folder.dataDir]);
    const outcome = collectOutcome(child);
    await Bun.sleep(useMs * (0.4 + 0.7 * random()));
    if (round % 3 > 0) {
      await kill(child);
    }
    publish();
    const { exitCode } = await outcome;
    expect(inspectFolder(folder.dataDir)).toMatchObject({ state: "pointed", registry: { state: "valid" } });
    if (exitCode === 0) {
      expect(folder.current()).toBe(good);
      publish();
      expect(folder.current()).toBe(good);
    }
    expect((await folder.use(good)).exitCode).toBe(0);
    expect(folder.registries()).toContain(good);
  }
}, 60_000);
