/** Tests the files after `publish`: complete objects in the manifest, files of other publishers untouched. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MANIFEST_NAME } from "../../src/distribution/manifest.ts";
import { openFolderStore } from "../../src/storage/folder-store.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, collectOutcome, runBaken, start } from "../support/processes/baken-process.ts";
import { createPublisher } from "../support/registries/publish-copies.ts";
import { startConditionalS3 } from "../support/servers/conditional-s3.ts";
import { BUCKET, startS3 } from "../support/servers/s3-server.ts";

const HOUR_S = 3_600;
const root = mkdtempSync(join(tmpdir(), "baken-publish-test-"));
const source = join(root, "source");
const manifestPath = join(source, MANIFEST_NAME);
let demo: string;
let origin: string;
let publishCopy: (dataDir: string) => string;
beforeAll(async () => {
  demo = await makeDemoFolder(500);
  publishCopy = createPublisher(join(demo, readFileSync(join(demo, "current"), "utf8").trim()));
}, 60_000);
afterAll(() => {
  rmSync(root, { recursive: true });
  rmSync(demo, { recursive: true });
});
beforeEach(() => {
  rmSync(source, { recursive: true, force: true });
  origin = mkdtempSync(join(root, "origin-"));
  publishCopy(origin);
});

const publish = (...args: string[]) => runBaken(["publish", "--data", origin, "--to", source, ...args]);
const verifyPlace = () => runBaken(["publish", "--to", source, "--verify"]);
const manifest = () => JSON.parse(readFileSync(manifestPath, "utf8"));
const objects = () => readdirSync(source).filter((name) => /\.(zst|patch)/.test(name));
const objectPath = () => join(source, manifest().name);
const refusal = (text: string) => ({ exitCode: 1, stderr: expect.stringContaining(text) });

describe("a publish that is there already", () => {
  test("is left alone while its objects are there", async () => {
    await publish();
    const before = readFileSync(manifestPath);
    expect(await publish()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("was published at"),
    });
    expect(readFileSync(manifestPath)).toEqual(before);
  });

  const losses: [string, () => void][] = [
    ["is gone", () => rmSync(objectPath())],
    ["is cut off", () => truncateSync(objectPath(), 1_000)],
  ];
  test.each(losses)("is done again when its object %s", async (_name, lose) => {
    await publish();
    lose();
    expect((await verifyPlace()).exitCode).toBe(1);
    expect(await publish()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("is published at"),
    });
    expect(await verifyPlace()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("is complete: 1 parts"),
    });
  });

  test("is done again with --force, which mends what only --verify can see", async () => {
    await publish();
    const bytes = readFileSync(objectPath());
    bytes[500]! ^= 1;
    writeFileSync(objectPath(), bytes);
    expect(await publish()).toMatchObject({ stdout: expect.stringContaining("was published at") });
    expect(await verifyPlace()).toMatchObject(refusal("part 1 of 1 of"));
    expect((await publish("--force")).exitCode).toBe(0);
    expect((await verifyPlace()).exitCode).toBe(0);
  });
});

test("--verify names a damaged patch and a place without a registry, and needs no data folder", async () => {
  expect(await verifyPlace()).toMatchObject(refusal("nothing was published: "));
  await publish();
  publishCopy(origin);
  await publish();
  expect((await verifyPlace()).exitCode).toBe(0);
  const [{ name }] = manifest().patches;
  const bytes = readFileSync(join(source, name));
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(join(source, name), bytes);
  expect(await verifyPlace()).toMatchObject(refusal(`${name} is damaged: it has sha256`));
});

test("a patch that is gone is not named again, and neither are those before it", async () => {
  for (let round = 0; round < 3; round++) {
    await publish();
    publishCopy(origin);
  }
  const [, second] = manifest().patches;
  rmSync(join(source, second.name));
  await publish();
  expect(manifest().patches.length).toBe(1);
  expect((await verifyPlace()).exitCode).toBe(0);
});

test("a manifest that cannot be read is replaced only with --force", async () => {
  await publish();
  writeFileSync(manifestPath, "{");
  expect(await publish()).toMatchObject(refusal("To publish in its place, repeat with --force"));
  expect(readFileSync(manifestPath, "utf8")).toBe("{");
  expect((await publish("--force")).exitCode).toBe(0);
  expect((await verifyPlace()).exitCode).toBe(0);
});

test("objects that no manifest names stay for a day: another publish may be about to name them", async () => {
  await publish();
  const id = "0123456789abcdef";
  const names = {
    young: `registry-2026-01-01-${id}.zst`,
    old: `registry-2026-01-02-${id}.zst`,
    draft: `registry-2026-01-03-${id}.zst.tmp`,
    foreign: "registry-of-the-town.zst",
  };
  for (const name of Object.values(names)) {
    writeFileSync(join(source, name), "x");
    const seconds = Date.now() / 1000 - (name === names.young ? 23 : 25) * HOUR_S;
    utimesSync(join(source, name), seconds, seconds);
  }
  const first = manifest().name;
  publishCopy(origin);
  await publish();
  const kept = [first, manifest().name, manifest().patches[0].name, names.young, names.foreign];
  expect(objects().toSorted()).toEqual(kept.toSorted());
});

describe("a manifest that somebody else has written meanwhile stays, and the publish is refused:", () => {
  test("in S3-compatible storage that judges conditions; without them, or without an answer, it is published", async () => {
    const s3 = await startS3();
    const front = startConditionalS3(s3);
    const key = `registries/${MANIFEST_NAME}`;
    const run = (...args: string[]) => collectOutcome(start([...front.launcher, BAKEN, "publish", ...args]));
    const publishNext = () => {
      publishCopy(origin);
      return run("--data", origin, "--to", `s3://${BUCKET}/registries`);
    };
    const published = () => s3.client.file(key).text();
    try {
      expect((await publishNext()).exitCode).toBe(0);
      const other = JSON.stringify(JSON.parse(await published()));
      front.onCondition = async () => {
        await s3.client.write(key, other);
        return "judge";
      };
      expect(await publishNext()).toMatchObject(refusal("another registry was published meanwhile"));
      expect(await published()).toBe(other);
      front.onCondition = async () => "unsupported";
      expect((await publishNext()).exitCode).toBe(0);
      const third = await published();
      expect(third).not.toBe(other);
      // The repeated write finds the object of the first write, whose answer was lost.
      front.onCondition = async () => "lost";
      expect((await publishNext()).exitCode).toBe(0);
      expect(await published()).not.toBe(third);
      expect(front.judged).toEqual([true, false, false, true, false]);
    } finally {
      await front.stop();
      await s3.close();
    }
  }, 60_000);

  test("in a folder", async () => {
    const store = openFolderStore(source);
    const [one, two, three] = ["one", "two", "three"].map((text) => Buffer.from(text)) as [
      Buffer,
      Buffer,
      Buffer,
    ];
    const path = join(source, "x");
    expect(await store.replaceSmall("x", two, one)).toBe(false);
    expect(existsSync(path)).toBe(false);
    expect(await store.replaceSmall("x", one, undefined)).toBe(true);
    expect(await store.replaceSmall("x", two, undefined)).toBe(false);
    expect(await store.replaceSmall("x", three, two)).toBe(false);
    expect(readFileSync(path, "utf8")).toBe("one");
    expect(await store.replaceSmall("x", three, one)).toBe(true);
    expect(readFileSync(path, "utf8")).toBe("three");
  });
});
