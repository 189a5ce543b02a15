/** Tests `./baken update` on the small country: its tables and its log afterwards. */
import { afterAll, beforeEach, expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { importSmallCountry } from "../support/countries/import-small-country.ts";
import {
  nummeraanduiding,
  pand,
  square,
  verblijfsobject,
  voorkomen,
} from "../support/extracts/bag-objects.ts";
import { ONE_DAY } from "../support/extracts/broken-deliveries.ts";
import { type DeliverySpec, writeDeliveryTo } from "../support/extracts/delivery-builder.ts";
import { compareRegistries } from "../support/oracles/compare-registries.ts";
import { mergeExtract } from "../support/oracles/merge-extract.ts";
import { fingerprintOf, runBaken } from "../support/processes/baken-process.ts";
import { listLines, openCurrent, toSortedLines } from "../support/registries/read-registry.ts";

const { folder, extract, names, dataDir: imported } = await importSmallCountry();
const dataDir = join(folder, "data");

const STREET = "0901300000000001";
const NEW_PAND = pand({
  identificatie: "0901100000000050",
  geometrie: square(121_000, 481_000, 10),
  bouwjaar: 2024,
  voorkomen: voorkomen(1, "2024-03-09"),
});
const NEW_NUMBER = nummeraanduiding({
  identificatie: "0901200000000050",
  huisnummer: 99,
  ligtAan: STREET,
  postcode: "1111AZ",
  voorkomen: voorkomen(1, "2024-03-09"),
});
const NEW_OBJECT = verblijfsobject({
  identificatie: "0901010000000050",
  hoofdadres: NEW_NUMBER.identificatie,
  panden: [NEW_PAND.identificatie],
  geometrie: { x: 121_005, y: 481_005 },
  oppervlakte: 42,
  voorkomen: voorkomen(1, "2024-03-09"),
});
const NUMBER = nummeraanduiding({
  identificatie: "0901200000000001",
  huisnummer: 1,
  ligtAan: STREET,
  postcode: "1111AA",
});

/** Delivery of a new building with an address, in the order of official deliveries. */
const FIRST: DeliverySpec = {
  ...ONE_DAY,
  groups: [NEW_PAND, NEW_NUMBER, NEW_OBJECT].map((wordt) => [{ kind: "toevoeging", wordt }]),
};
/** Delivery of the next day: a number changes. */
const SECOND: DeliverySpec = {
  ...ONE_DAY,
  from: "2024-03-09",
  to: "2024-03-10",
  groups: [
    [
      {
        kind: "wijziging",
        was: NUMBER,
        wordt: { ...NUMBER, voorkomen: voorkomen(1, "2010-01-01", "2024-03-10") },
      },
      { kind: "toevoeging", wordt: { ...NUMBER, huisnummer: 2, voorkomen: voorkomen(2, "2024-03-10") } },
    ],
  ],
};
/** Delivery of much later, with a gap before it: an address is removed. */
const AFTER_GAP: DeliverySpec = {
  ...ONE_DAY,
  from: "2024-04-01",
  to: "2024-04-02",
  groups: [
    [{ kind: "verwijdering", was: NEW_OBJECT }],
    [{ kind: "verwijdering", was: { ...NEW_PAND, identificatie: "0901100000000777" } }],
  ],
};
const first = join(folder, "first.zip");
const second = join(folder, "second.zip");
const afterGap = join(folder, "later.zip");

writeDeliveryTo(first, FIRST);
writeDeliveryTo(second, SECOND);
writeDeliveryTo(afterGap, AFTER_GAP);

beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(imported, dataDir, { recursive: true, verbatimSymlinks: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

async function update(files: readonly string[], ...rest: string[]) {
  return await runBaken(["update", ...files, ...rest, "--data", dataDir]);
}

/** Compares a table after the update with the import: returns the removed rows (`gone`) and the added rows (`come`). */
function rowChanges(table: string, columns: string): { gone: string[]; come: string[] } {
  using before = openCurrent(imported);
  using after = openCurrent(dataDir);
  const [old, now] = [listLines(before, table, columns), listLines(after, table, columns)];
  return { gone: old.filter((line) => !now.includes(line)), come: now.filter((line) => !old.includes(line)) };
}

test("new objects answer with all that an import would derive of them", async () => {
  const { exitCode, stdout, stderr } = await update([first]);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(stdout).toBe(`${join(dataDir, currentName())} of 2024-03-09 is now the current registry.\n`);
  expect(readlinkSync(join(dataDir, "current.gpkg"))).toBe(currentName());
  const address =
    "identificatie, huisnummer, postcode, straatnaam, woonplaats_id, gebruiksdoel, oppervlakte, pand_id, bouwjaar";
  // Besides the delivered objects, two changes announced by the extract for 2024-03-09 take effect.
  expect(rowChanges("adres", address)).toEqual({
    gone: ["0901200000000025 24 1111AA Dorpsstraat 9001 woonfunctie 100 901100000000001 1950"],
    come: toSortedLines(`
      0901200000000025 26 1111AA Dorpsstraat 9001 woonfunctie 100 901100000000001 1950
      0901200000000027 28 1111AA Dorpsstraat 9001 woonfunctie 100 901100000000001 1950
      0901200000000050 99 1111AZ Dorpsstraat 9001 woonfunctie 42 901100000000050 2024`),
  });
  expect(
    rowChanges("pand", "identificatie, bouwjaar, woonplaats_id, adres_count, verblijfsobject_count").come,
  ).toContain("0901100000000050 2024 9001 1 1");
  expect(rowChanges("postcode", "postcode, adres_count").come).toContain("1111AZ 1");
});

function currentName(): string {
  return readFileSync(join(dataDir, "current"), "utf8").trim();
}

test("the summary reports what was read and what changed, type by type", async () => {
  const { stderr } = await update([first]);
  expect(stderr).toContain("applied first.zip: 2024-03-08 to 2024-03-09\n");
  const lineOf = (table: string) =>
    stderr
      .split("\n")
      .find((line) => line.startsWith(`${table} `))
      ?.split(/ +/);
  expect(lineOf("type")!.slice(1)).toEqual([
    "toevoegingen",
    "wijzigingen",
    "verwijderingen",
    "made",
    "changed",
    "removed",
  ]);
  expect(lineOf("nummeraanduiding")!.slice(1)).toEqual(["1", "0", "0", "2", "1", "0"]);
  expect(lineOf("pand")!.slice(1)).toEqual(["1", "0", "0", "1", "0", "0"]);
});

test("several deliveries at once, in any order, lead where they lead one by one", async () => {
  expect(await update([first])).toMatchObject({ exitCode: 0 });
  expect(await update([second])).toMatchObject({ exitCode: 0 });
  const oneByOne = join(folder, "one-by-one.gpkg");
  cpSync(join(dataDir, currentName()), oneByOne);
  rmSync(dataDir, { recursive: true });
  cpSync(imported, dataDir, { recursive: true, verbatimSymlinks: true });
  const { exitCode, stdout } = await update([second, first, second]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain("of 2024-03-10 is now the current registry");
  expect(compareRegistries(join(dataDir, currentName()), oneByOne)).toEqual([]);
});

test("a delivery that was applied is skipped, whatever its file is called, and nothing is published for it", async () => {
  expect(await update([first, second])).toMatchObject({ exitCode: 0 });
  const before = fingerprintOf(dataDir);
  const renamed = join(folder, "renamed.bin");
  cpSync(first, renamed);
  const { exitCode, stdout, stderr } = await update([renamed, second]);
  expect(exitCode).toBe(0);
  expect(stdout).toBe("Nothing to apply: the registry of 2024-03-10 remains the current registry.\n");
  expect(stderr).toContain("skipped renamed.bin: applied before\nskipped second.zip: applied before\n");
  expect(fingerprintOf(dataDir)).toEqual(before);
});

test("after a new import, deliveries it covers do not keep later ones out, and the next night leaves the folder alone", async () => {
  await update([first]);
  for (const file of readdirSync(dataDir).filter((name) => /^(current|registry-.*)$/.test(name))) {
    rmSync(join(dataDir, file));
  }
  // The log is removed with the registries: nothing records what was applied.
  const newest = join(folder, "newest.zip");
  mergeExtract(extract, [first], newest);
  await runBaken(["import", newest, "--gemeenten", names, "--data", dataDir]);

  const night = await update([first, second]);
  expect(night).toMatchObject({ exitCode: 0 });
  expect(night.stderr).toContain("applied second.zip: 2024-03-09 to 2024-03-10\n");
  expect(night.stderr).toContain("skipped first.zip: the registry of 2024-03-09 contains it already\n");
  const before = fingerprintOf(dataDir);
  const next = await update([first, second]);
  expect(next.exitCode).toBe(0);
  expect(next.stdout).toBe("Nothing to apply: the registry of 2024-03-10 remains the current registry.\n");
  expect(fingerprintOf(dataDir)).toEqual(before);
});

test("the delivery of a gap that was left is skipped, saying that the registry lacks its days", async () => {
  await update([afterGap], "--allow-gap");
  const before = fingerprintOf(dataDir);
  const { exitCode, stdout, stderr } = await update([first]);
  expect(exitCode).toBe(0);
  expect(stdout + stderr).toContain("lacks (2024-03-08 to 2024-04-01)");
  expect(fingerprintOf(dataDir)).toEqual(before);
});

interface LogRow {
  id: number;
  kind: string;
  completed_at: string;
  reference_date: string;
  records_processed: number;
  report: string;
}

function listLog(): LogRow[] {
  using db = openCurrent(dataDir);
  return db.query<LogRow, []>("SELECT * FROM import_log ORDER BY id").all();
}

test("a gap is accepted where that is allowed, reported, and kept in the log", async () => {
  const { exitCode, stderr } = await update([first, afterGap], "--allow-gap");
  expect(exitCode).toBe(0);
  expect(stderr).toContain("gap     the mutations of 2024-03-09 to 2024-04-01 are missing\n");
  expect(stderr).toContain(
    "noticed 1 (PND): verwijdering of a voorkomen that the registry does not hold: 0901100000000777 voorkomen 1\n",
  );
  const [, line] = listLog();
  expect(line).toMatchObject({ kind: "update", reference_date: "2024-04-02", records_processed: 5 });
  const { deliveries, gaps, problems, tallies } = JSON.parse(line!.report);
  expect(gaps).toEqual([{ from: "2024-03-09", to: "2024-04-01" }]);
  expect(deliveries).toMatchObject([
    { file: "first.zip", from: "2024-03-08", to: "2024-03-09", areas: ["9999"] },
    { file: "later.zip", from: "2024-04-01", to: "2024-04-02", areas: ["9999"] },
  ]);
  expect(problems).toContainEqual(
    expect.objectContaining({ about: "PND", examples: ["0901100000000777 voorkomen 1"] }),
  );
  expect(tallies.PND).toMatchObject({ toevoeging: 1, verwijdering: 1 });
});

test("the log goes on from registry to registry, over imports and updates", async () => {
  await update([first]);
  await update([second]);
  await runBaken(["import", extract, "--gemeenten", names, "--data", dataDir]);
  // The extract is of the first day again, so mutations applied to an earlier registry must be applied again.
  expect(await update([first, second])).toMatchObject({ exitCode: 0 });
  const lines = listLog();
  expect(lines.map(({ id, kind, reference_date: date }) => `${id} ${kind} ${date}`)).toEqual([
    "1 import 2024-03-08",
    "2 update 2024-03-09",
    "3 update 2024-03-10",
    "4 import 2024-03-08",
    "5 update 2024-03-10",
  ]);
  const times = lines.map(({ completed_at: at }) => at);
  expect(times).toEqual(times.toSorted());
  expect(lines[1]!.records_processed).toBe(3);
});

test("the registry has the new date and counts", async () => {
  await update([first]);
  using db = openCurrent(dataDir);
  const meta = Object.fromEntries(db.query("SELECT key, value FROM registry").values() as [string, string][]);
  expect(meta).toMatchObject({ reference_date: "2024-03-09", is_demo: "0" });
  expect(JSON.parse(meta.counts!)).toEqual({ adressen: 23, panden: 11, woonplaatsen: 2, gemeenten: 2 });
});

test("a woonplaats moves to another gemeente with the relations of the new date", async () => {
  const newYear = writeDeliveryTo(join(folder, "new-year.zip"), {
    ...ONE_DAY,
    to: "2025-01-01",
    groups: [],
  });
  expect(await update([newYear])).toMatchObject({ exitCode: 0 });
  expect(rowChanges("gemeente", "code, naam, woonplaats_count")).toEqual({
    gone: ["0901 Oosterland 1"],
    come: ["0903 Toekomst 1"],
  });
});

test("the help names the option for gaps", async () => {
  const { exitCode, stdout } = await runBaken(["update", "--help"]);
  expect(exitCode).toBe(0);
  for (const word of ["<mutation zip>…", "--allow-gap", "--data", "--keep-registries"]) {
    expect(stdout).toContain(word);
  }
});
