/**
 * Tests that the command line refuses deliveries that cannot be applied: one clear message, exit code 1, and an
 * unchanged data folder.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Database } from "../../src/base/sqlite.ts";
import { createRefusalCheck, importSmallCountry } from "../support/countries/import-small-country.ts";
import { BROKEN_DELIVERIES, ONE_DAY } from "../support/extracts/broken-deliveries.ts";
import { buildDelivery, writeDeliveryTo } from "../support/extracts/delivery-builder.ts";
import { makeZip } from "../support/extracts/zip-maker.ts";
import { runBaken } from "../support/processes/baken-process.ts";

const { folder, extract, dataDir: served } = await importSmallCountry();
const expectRefusal = createRefusalCheck(served);
const good = writeDeliveryTo(join(folder, "good.zip"), ONE_DAY);
afterAll(() => rmSync(folder, { recursive: true }));

async function update(files: readonly string[], dataDir = served) {
  return await runBaken(["update", ...files, "--data", dataDir]);
}

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe("a delivery is refused that has", () => {
  test.each(BROKEN_DELIVERIES.map((row) => [...row] as const))("%s", async (_what, spec, words) => {
    expectRefusal(await update([writeDeliveryTo(join(folder, "broken.zip"), spec)]), words);
  });

  test("been cut short, wherever", async () => {
    const whole = buildDelivery(ONE_DAY);
    for (const length of [5, 1000, whole.length / 2, whole.length - 22, whole.length - 1]) {
      expectRefusal(await update([write("cut.zip", whole.subarray(0, length))]), [
        "cut.zip",
        "not a readable zip",
      ]);
    }
  });

  test("a good one beside it: all are applied, or none", async () => {
    const cut = write("cut.zip", buildDelivery(ONE_DAY).subarray(0, 1000));
    expectRefusal(await update([good, cut]), ["cut.zip"]);
  });
});

describe("a file is refused that is", () => {
  test.each([
    ["text", "Hello", "not a mutation delivery: expected a zip"],
    ["empty", "", "not a mutation delivery: expected a zip"],
    ["a gzip", gzipSync("x"), "not a mutation delivery: expected a zip"],
    ["an empty zip", makeZip([]), "a zip, but not a mutation delivery"],
    [
      "a zip of something else",
      makeZip([{ name: "a.txt", content: Buffer.from("a") }]),
      "not a mutation delivery",
    ],
  ])("%s", async (_what, content, words) => {
    expectRefusal(await update([write("given", content)]), [join(folder, "given"), words]);
  });

  test("not there", async () => {
    expectRefusal(await update([join(folder, "nowhere.zip")]), ["nowhere.zip: no such file"]);
  });

  test("a folder", async () => {
    const empty = join(folder, "empty");
    mkdirSync(empty);
    expectRefusal(await update([empty]), [empty, "a folder", "*.zip"]);
  });

  test("an extract, which import takes", async () => {
    expectRefusal(await update([extract]), [extract, "an extract", "baken import"]);
  });
});

describe("deliveries are refused that do not fit the registry:", () => {
  const day = (from: string, to: string) =>
    writeDeliveryTo(join(folder, `${from}.zip`), { ...ONE_DAY, from, to });

  test("one that begins after the registry's date", async () => {
    const words = ["begins on 2024-03-09, the registry is of 2024-03-08", "--allow-gap"];
    expectRefusal(await update([day("2024-03-09", "2024-03-10")]), words);
  });

  test("two different ones of one period", async () => {
    const other = writeDeliveryTo(join(folder, "other.zip"), { ...ONE_DAY, groups: [] });
    expectRefusal(await update([good, other]), [good, other, "different deliveries of one period"]);
  });
});

describe("there is nothing to update", () => {
  test("in a folder that does not exist, which does not come into being", async () => {
    const nowhere = join(folder, "nowhere");
    const outcome = await update([good], nowhere);
    expectRefusal(outcome, [`${nowhere} holds no registry`, "baken import"]);
    expect(existsSync(nowhere)).toBe(false);
  });

  test("where the registry is of another version of baken", async () => {
    const old = join(folder, "old");
    cpSync(served, old, { recursive: true });
    const db = new Database(join(old, "registry-2024-03-08.gpkg"));
    db.run("UPDATE registry SET value = '1' WHERE key = 'schema_version'");
    db.close();
    expectRefusal(await update([good], old), ["schema 1", "import again"]);
  });

  test("where `current` names a file that is gone", async () => {
    const gone = join(folder, "gone");
    mkdirSync(gone);
    writeFileSync(join(gone, "current"), "registry-2024-03-08.gpkg\n");
    expectRefusal(await update([good], gone), ["registry-2024-03-08.gpkg"]);
  });
});

test("without files, the command says what it expects", async () => {
  const { exitCode, stderr } = await runBaken(["update", "--data", served]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("Expected <mutation zip>…");
});
