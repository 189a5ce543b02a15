/** Tests that the command line refuses invalid input: one clear message, exit code 1, and an unchanged data folder. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { writeMutationDelivery } from "../../tools/country/official-format/mutation-delivery.ts";
import { createRefusalCheck, importSmallCountry } from "../support/countries/import-small-country.ts";
import { municipal, NAMES_CSV, NATIONAL } from "../support/countries/small-country.ts";
import { BROKEN_EXTRACTS } from "../support/extracts/broken-extracts.ts";
import { buildExtract, writeExtractTo } from "../support/extracts/extract-builder.ts";
import { makeZip } from "../support/extracts/zip-maker.ts";
import { runBakenImport } from "../support/processes/baken-process.ts";
import { listLines, openCurrent } from "../support/registries/read-registry.ts";

const { folder, extract: good, names, dataDir: served } = await importSmallCountry();
const expectRefusal = createRefusalCheck(served);
afterAll(() => rmSync(folder, { recursive: true }));

async function importInto(dataDir: string, paths: readonly string[], rest = ["--gemeenten", names]) {
  return await runBakenImport([...paths, ...rest, "--data", dataDir]);
}

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe("an extract is refused that has", () => {
  test.each(BROKEN_EXTRACTS.map((row) => [...row] as const))("%s", async (_what, spec, words) => {
    const path = writeExtractTo(join(folder, "broken.zip"), spec);
    expectRefusal(await importInto(served, [path]), words);
  });

  test("been cut short, wherever", async () => {
    const whole = buildExtract(NATIONAL);
    for (const length of [
      5,
      1000,
      whole.length / 2,
      whole.length * 0.9,
      whole.length - 22,
      whole.length - 1,
    ]) {
      const path = write("cut.zip", whole.subarray(0, length));
      expectRefusal(await importInto(served, [path]), ["cut.zip", "not a readable zip"]);
    }
  });
});

describe("a file is refused that is", () => {
  test.each([
    ["text", "Hello", "neither a BAG extract (zip)"],
    ["empty", "", "neither a BAG extract (zip)"],
    ["a gzip", gzipSync("x"), "neither a BAG extract (zip)"],
    ["an XML file of an extract", "<?xml version='1.0'?><a/>", "neither a BAG extract (zip)"],
    ["an empty zip", makeZip([]), "no BAG extract: nothing named like"],
    ["a zip of something else", makeZip([{ name: "a.txt", content: Buffer.from("a") }]), "no BAG extract"],
    ["a names file alone", NAMES_CSV, "no BAG extract given"],
  ])("%s", async (_what, content, words) => {
    const path = write("given", content);
    expectRefusal(await importInto(served, [path]), [words]);
  });

  test("not there", async () => {
    expectRefusal(await importInto(served, [join(folder, "nowhere.zip")]), ["nowhere.zip: no such file"]);
  });

  test("a folder without an extract", async () => {
    const empty = join(folder, "empty");
    mkdirSync(empty);
    expectRefusal(await importInto(served, [empty]), ["no BAG extract given"]);
  });

  test("a mutation delivery, which update takes", async () => {
    const path = join(folder, "BAGNLDM.zip");
    const period = { from: "2024-03-08", to: "2024-03-09" };
    await writeMutationDelivery(path, { period, relaties: NATIONAL.relaties, groups: [] });
    expectRefusal(await importInto(served, [path]), [path, "mutation delivery", "baken update"]);
  });
});

describe("extracts and companions are refused that do not go together:", () => {
  test("extracts of two dates", async () => {
    const first = writeExtractTo(join(folder, "first.zip"), municipal("0901"));
    const second = writeExtractTo(join(folder, "second.zip"), {
      ...municipal("0902"),
      referenceDate: "2024-04-08",
    });
    expectRefusal(await importInto(served, [first, second]), ["2024-04-08", "2024-03-08", "the same date"]);
  });

  test("a gemeente without a name, naming its code and the option to give", async () => {
    const few = write("few.csv", NAMES_CSV.replace(/21;.*\n/, ""));
    const outcome = await importInto(served, [good], ["--gemeenten", few]);
    expectRefusal(outcome, ["gemeente 0902", "--gemeenten FILE"]);
  });

  test("no names at all", async () => {
    expectRefusal(await importInto(served, [good], []), ["gemeente 0901", "--gemeenten FILE"]);
  });

  test("a names file that is none", async () => {
    const broken = write("broken.csv", "gemeentecode;gemeentenaam\n1;A\n");
    expectRefusal(await importInto(served, [good], ["--gemeenten", broken]), ["broken.csv", "provinciecode"]);
  });

  test("a boundary file that is none", async () => {
    const broken = write("broken.json", "{");
    const outcome = await importInto(served, [good], ["--gemeenten", names, "--boundaries", broken]);
    expectRefusal(outcome, ["broken.json", "not valid JSON"]);
  });

  test("far fewer addresses than the registry that serves, unless --yes is given", async () => {
    const path = writeExtractTo(join(folder, "few.zip"), municipal("0902"));
    expectRefusal(await importInto(served, [path]), ["21 addresses", "--yes"]);
    const roomy = join(folder, "shrunk");
    expect(await importInto(roomy, [good])).toMatchObject({ exitCode: 0 });
    const meant = await importInto(roomy, [path], ["--gemeenten", names, "--yes"]);
    expect(meant).toMatchObject({ exitCode: 0 });
  });
});

test("an extract without ligplaatsen and standplaatsen is accepted", async () => {
  const objects = NATIONAL.objects.filter(({ type }) => type !== "LIG" && type !== "STA");
  const path = writeExtractTo(join(folder, "dry.zip"), { ...NATIONAL, objects });
  const dataDir = join(folder, "dry");
  expect(await importInto(dataDir, [path])).toMatchObject({ exitCode: 0 });
  const db = openCurrent(dataDir);
  expect(listLines(db, "adres WHERE type <> 'verblijfsobject'", "identificatie")).toEqual([]);
  expect(listLines(db, "adres", "identificatie")).toHaveLength(18);
  db.close();
});
