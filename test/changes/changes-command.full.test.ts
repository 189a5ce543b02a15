/** Tests `./baken changes` on the small country after an update. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importSmallCountry } from "../support/countries/import-small-country.ts";
import { NATIONAL } from "../support/countries/small-country.ts";
import { ONE_DAY } from "../support/extracts/broken-deliveries.ts";
import { writeDeliveryTo } from "../support/extracts/delivery-builder.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { tellChanges } from "../support/registries/tell-changes.ts";

const { folder, dataDir } = await importSmallCountry();
afterAll(() => rmSync(folder, { recursive: true }));

/** Object of number 2, which is removed. ONE_DAY changes number 1; the extract announces changes of 25 and 27. */
const OBJECT_2 = NATIONAL.objects.find(({ identificatie }) => identificatie === "0901010000000002")!;

let [before, after] = ["", ""];
beforeAll(async () => {
  before = tellChanges(dataDir).version;
  const delivery = writeDeliveryTo(join(folder, "delivery.zip"), {
    ...ONE_DAY,
    groups: [...ONE_DAY.groups!, [{ kind: "verwijdering", was: OBJECT_2 }]],
  });
  expect(await runBaken(["update", delivery, "--data", dataDir])).toMatchObject({ exitCode: 0 });
  after = tellChanges(dataDir).version;
});

const changes = (...args: string[]) => runBaken(["changes", ...args, "--data", dataDir]);
const fileAt = (name: string) => join(folder, name);

const CHANGED = [
  ["changed", "0901200000000001"],
  ["removed", "0901200000000002"],
  ["changed", "0901200000000025"],
  ["added", "0901200000000027"],
];
const SUMMARY = "1 added, 2 changed, 1 removed";

test("writes CSV to standard output, the changes since a version or a date", async () => {
  for (const since of [before, "2024-03-08"]) {
    const { exitCode, stdout, stderr } = await changes("--since", since);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    const [header = "", ...lines] = stdout.trimEnd().split("\r\n");
    expect(header).toStartWith("change,nummeraanduiding_id,type,huisnummer,");
    expect(lines.map((line) => line.split(",").slice(0, 2))).toEqual(CHANGED);
    expect(lines[0]).toContain('"Dorpsstraat 3, 1111AA Oostdorp"');
    expect(lines[1]).toMatch(/^removed,0901200000000002,+$/);
    expect(lines[1]!.split(",").length).toBe(header.split(",").length);
    expect(stderr).toEndWith(`${SUMMARY} since ${before}. The data is of version ${after}.\n`);
  }
});

test("writes a file in the format of its extension and prints the version", async () => {
  const { exitCode, stdout, stderr } = await changes("--since", before, "--out", fileAt("changes.json"));
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(stdout).toBe(`${after}\n`);
  const rows = JSON.parse(readFileSync(fileAt("changes.json"), "utf8"));
  expect(rows.map((row: Record<string, string>) => [row.change, row.nummeraanduiding_id])).toEqual(CHANGED);
  expect(rows[0]).toMatchObject({
    huisnummer: 3,
    straatnaam: "Dorpsstraat",
    gebruiksdoel: expect.any(Array),
  });
  expect(new Set(Object.values(rows[1]))).toEqual(new Set(["removed", "0901200000000002", null]));
});

test("GeoJSON has the points of addresses that exist", async () => {
  expect(await changes("--since", before, "--out", fileAt("changes.geojson"))).toMatchObject({ exitCode: 0 });
  const features = readFileSync(fileAt("changes.geojson"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(features.map(({ geometry, properties }) => [properties.change, geometry?.type])).toEqual([
    ["changed", "Point"],
    ["removed", undefined],
    ["changed", "Point"],
    ["added", "Point"],
  ]);
});

test("since the served version there is nothing but the header", async () => {
  const { stdout, stderr } = await changes("--since", after);
  expect(stdout.trimEnd().split("\r\n").length).toBe(1);
  expect(stderr).toContain(`0 added, 0 changed, 0 removed since ${after}`);
});

test("a file that exists is not changed", async () => {
  writeFileSync(fileAt("mine.csv"), "mine");
  const { exitCode, stderr } = await changes("--since", before, "--out", fileAt("mine.csv"));
  expect(exitCode).toBe(1);
  expect(stderr).toContain("mine.csv exists; --replace replaces it");
  expect(readFileSync(fileAt("mine.csv"), "utf8")).toBe("mine");
});

describe("exit 1, and no file, for", () => {
  test.each([
    ["no version", [], "--since is required"],
    ["what is neither a version nor a date", ["--since", "yesterday"], 'not "yesterday"'],
    ["a day that does not exist", ["--since", "2024-02-30"], 'not "2024-02-30"'],
    [
      "an unknown version",
      ["--since", "2024-03-08-ffffffffffff"],
      "does not come from a version 2024-03-08-ffff",
    ],
    ["a date before all data", ["--since", "2024-03-07"], "There was no data of 2024-03-07 or before"],
    [
      "an unknown format",
      ["--since", "2024-03-08", "--format", "xml"],
      "--format must be one of csv, xlsx, json",
    ],
  ])("%s", async (_, args, message) => {
    const { exitCode, stdout, stderr } = await changes(...args, "--out", fileAt("none.csv"));
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
    expect(readdirSync(folder)).not.toContain("none.csv");
  });
});

test("status and export show the version", async () => {
  const { stdout } = await runBaken(["status", "--data", dataDir]);
  expect(stdout).toMatch(new RegExp(`^version +${after}$`, "m"));
  const { stderr } = await runBaken(["export", "--data", dataDir, "--out", fileAt("export.csv")]);
  expect(stderr).toContain(`of 2024-03-09, version ${after}.`);
});
