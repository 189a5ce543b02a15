/** Tests `./baken use`: going back to an earlier registry, which later imports keep; refusals. */
import { describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openScratch } from "../../src/base/sqlite.ts";
import { openImportFolder } from "../../src/import/publish.ts";
import { openSnapshot } from "../../src/registry/file/snapshot.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { useDatedRegistries } from "../support/registries/dated-registries.ts";
import { startServe } from "../support/servers/serve-process.ts";

const folder = useDatedRegistries();
const usesOf = () =>
  readFileSync(join(folder.dataDir, "use.log"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const refusal = (text: string) => ({ exitCode: 1, stderr: expect.stringContaining(text) });

describe("the good registry stays when the next is imported after going back to it", () => {
  const ways: [string, (good: string) => Promise<unknown>][] = [
    ["by use", (good) => folder.use(good)],
    ["by hand", async (good) => writeFileSync(join(folder.dataDir, "current"), `${good}\n`)],
    [
      "by hand, to a name without a line end",
      async (good) => writeFileSync(join(folder.dataDir, "current"), good),
    ],
  ];
  for (const [way, goBack] of ways) {
    test(`${way}; it goes only when another is used`, async () => {
      const good = folder.publish("2026-10-08");
      folder.publish("2026-11-08");
      await goBack(good);
      const next = folder.publish("2026-11-09");
      expect(folder.current()).toBe(next);
      expect(folder.registries()).toContain(good);
      const last = folder.publish("2026-11-10");
      expect(folder.registries()).toEqual([good, next, last].toSorted());
      expect((await folder.use(last)).exitCode).toBe(0);
      const newest = [folder.publish("2026-11-11"), folder.publish("2026-11-12")];
      expect(folder.registries()).toEqual([last, ...newest].toSorted());
    });
  }

  test("by hand while a server runs, which removes old registries itself", async () => {
    const good = folder.publish("2026-10-08", 9);
    folder.publish("2026-11-08", 9);
    const server = await startServe(folder.dataDir, ["--threads", "1"]);
    try {
      const serves = (name: string) => until(() => server.printed().includes(name.replace(".gpkg", "")));
      writeFileSync(join(folder.dataDir, "current"), `${good}\n`);
      await serves(good);
      const next = folder.publish("2026-11-09", 9);
      await serves(next);
      const last = folder.publish("2026-11-10", 9);
      await until(() => folder.registries().length === 3);
      expect(folder.registries()).toEqual([good, next, last].toSorted());
    } finally {
      await server.signal("SIGTERM");
    }
  }, 60_000);
});

describe("a version is", () => {
  test("named by its file, its date where only one has it, or its version; the log keeps the reasons", async () => {
    const names = [
      folder.publish("2026-10-08", 9),
      folder.publish("2026-11-08", 9),
      folder.publish("2026-11-08", 9),
    ];
    const versions = names.map((name) => {
      const snapshot = openSnapshot(join(folder.dataDir, name));
      snapshot.close();
      return snapshot.meta.dataVersion;
    });
    for (const [text, name] of [
      ["2026-10-08", names[0]],
      [versions[2], names[2]],
      [names[1]!.replace(".gpkg", ""), names[1]],
      [names[0], names[0]],
    ] as [string, string][]) {
      expect(await folder.use(text, "--reason", `as\n ${text}`)).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining(`${name} is now the current registry.`),
      });
      expect(folder.current()).toBe(name);
      expect(usesOf().at(-1)).toMatchObject({ file: name, isPinned: false, reason: `as ${text}` });
    }
    expect(usesOf().length).toBe(4);
    expect(await folder.use("2026-11-08")).toMatchObject(
      refusal(`more than one registry is 2026-11-08: expected one of ${names[1]}, ${names[2]}.`),
    );
    expect(await folder.use("2026-12-08")).toMatchObject(
      refusal("no registry is 2026-12-08: expected one of"),
    );
  });

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
      const good = folder.publish("2026-10-08");
      const newer = folder.publish("2026-11-08");
      damage(join(folder.dataDir, good));
      expect(await folder.use(good)).toMatchObject(refusal(text));
      expect(folder.current()).toBe(newer);
      expect(existsSync(join(folder.dataDir, "use.log"))).toBe(false);
    },
    30_000,
  );
});

test("a folder with a source is the publisher's to decide for, who publishes an earlier version", async () => {
  const good = folder.publish("2026-10-08");
  const newer = folder.publish("2026-11-08");
  const source = join(folder.root, "decided");
  const publishTo = (...args: string[]) =>
    runBaken(["publish", "--data", folder.dataDir, "--to", source, ...args]);
  expect((await publishTo()).exitCode).toBe(0);
  expect(await folder.use(good, "--registry-source", source)).toMatchObject(
    refusal(
      `the publisher decides which registry serves. Go back there, for all servers: baken publish <version> --to ${source}`,
    ),
  );
  expect(folder.current()).toBe(newer);
  expect((await publishTo("2026-10-08")).stdout).toContain("The registry of 2026-10-08 is published at");
  expect(folder.current()).toBe(newer);
  const node = join(folder.root, "node");
  expect((await runBaken(["fetch", "--data", node, "--registry-source", source])).exitCode).toBe(0);
  expect(readFileSync(join(node, readFileSync(join(node, "current"), "utf8").trim()))).toEqual(
    readFileSync(join(folder.dataDir, good)),
  );
});

test("usage: a pin needs a reason, and --list no version", async () => {
  for (const args of [["x", "--pin"], [], ["--list", "x"], ["x", "--reason", "y".repeat(501)]]) {
    expect((await folder.use(...args)).exitCode).toBe(1);
  }
  expect((await folder.use("x", "--pin")).stderr).toContain("A pin needs a reason");
});

test("what continues a registry is not published when another became current meanwhile", () => {
  const good = folder.publish("2026-10-08");
  const faulty = folder.publish("2026-11-08");
  const draft = openImportFolder(folder.dataDir);
  copyFileSync(folder.template, draft.draft);
  writeFileSync(join(folder.dataDir, "current"), `${good}\n`);
  expect(() => draft.publish("2026-11-09", { base: faulty })).toThrow(
    `${good} became the current registry meanwhile`,
  );
  draft.close();
  expect(folder.current()).toBe(good);
});

test("a log that cannot be read stops imports and removals, and is named", async () => {
  folder.publish("2026-10-08");
  const newer = folder.publish("2026-11-08");
  writeFileSync(join(folder.dataDir, "use.log"), "torn");
  expect(() => folder.publish("2026-11-09")).toThrow(
    "use.log, which names the pinned registry, cannot be read",
  );
  expect(folder.current()).toBe(newer);
  const { stdout } = await runBaken(["status", "--data", folder.dataDir]);
  expect(stdout).toContain("use.log, which names");
});
