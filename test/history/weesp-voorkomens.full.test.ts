/**
 * Compares the references of voorkomens of Weesp, in histories and their exports, with the records of today and with
 * counts of the XML.
 */
import { afterAll, expect, test } from "bun:test";
import { type ExportWhat, KINDS } from "../../src/exports/kinds/index.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const dataDir = await makeWeespPastFolder();
const harness = openHarness(dataDir);
const registry = openRegistry(dataDir);
afterAll(() => {
  registry.close();
  harness.close();
});

const get = async (path: string) => (await harness.askJson(path)).body.data;

type Row = Readonly<Record<string, unknown>>;

function readRows(what: ExportWhat): Row[] {
  const parts = KINDS[what].read(registry.current()!, { filter: {}, region: undefined }, { order: "list" });
  return [...parts].flat().map(({ record }) => ({ ...record }));
}

test.each([
  ["residence", 11_858, ["pand_id", "hoofdadres_nummeraanduiding_id", "nevenadres_nummeraanduiding_ids"]],
  ["building", 12_227, ["bouwjaar"]],
] as const)("each %s of today is today as its last voorkomen has it", (kind, count, fields) => {
  const pick = (row: Row) => [row.status, ...fields.map((name) => row[name])];
  const last = new Map(readRows(`${kind}_history`).map((row) => [row.identificatie, pick(row)]));
  const today = readRows(`${kind}s`).map((row) => [row.identificatie, pick(row)] as const);
  expect(today).toHaveLength(count);
  expect(today.filter(([id, values]) => JSON.stringify(last.get(id)) !== JSON.stringify(values))).toEqual([]);
});

/** Returns the identificaties of the rows in which a field differs from the previous row of the same object. */
function listChanged(rows: readonly Row[], field: string): unknown[] {
  return rows
    .filter(
      (row, i) => row.identificatie === rows[i - 1]?.identificatie && row[field] !== rows[i - 1]![field],
    )
    .map(({ identificatie }) => identificatie);
}

test("a residence has another pand, and a building another year, only where it was registered", () => {
  const moved = listChanged(readRows("residence_history"), "pand_id");
  // Its voorkomens 1 and 2 name the same three panden; two of these are formed on the day that 2 begins.
  const beside = moved.filter((id) => id !== "0457010000004025");
  // 159 pairs of voorkomens name other panden than before; in 15 of them the earlier panden are no longer named.
  expect([moved.length, beside.length]).toEqual([16, 15]);
  expect(listChanged(readRows("building_history"), "bouwjaar")).toHaveLength(2_343);
});

test("a residence lies in its pand from its first voorkomen on", async () => {
  const { voorkomens } = await get("/residences/0457010000008570/history");
  const told = voorkomens.map(({ pand_id, changed }: Row) => [pand_id, changed]);
  expect(told).toEqual([
    ["0457100000054767", []],
    ["0457100000054767", ["oppervlakte"]],
  ]);
});

test("a building has its year before the day on which it was measured", async () => {
  const { voorkomens } = await get("/buildings/0457100000065980/history");
  expect(voorkomens.map(({ bouwjaar }: Row) => bouwjaar)).toEqual(Array(voorkomens.length).fill(2019));
  expect(voorkomens.flatMap(({ changed }: Row) => changed)).not.toContain("bouwjaar");
});

test("a city that became another lies in its gemeente in one period until then", async () => {
  const bounds = { valid_from: "2010-11-25", valid_until: "2016-01-01" };
  const { gemeenten } = await get("/cities/1012/history");
  expect(gemeenten).toEqual([{ ...bounds, gemeente_code: "0457", gemeente_naam: "Weesp" }]);
  const { woonplaatsen } = await get("/municipalities/0457/history");
  expect(woonplaatsen).toMatchObject([
    { ...bounds, woonplaats_id: "1012", gemeente_code_today: null },
    { valid_from: "2016-01-01", valid_until: null, woonplaats_id: "3631", gemeente_code_today: "0457" },
  ]);
  // The decision of 3 November 2015 was provisional. Before the woonplaats begins, valid_on is 404 too.
  const [ofCity] = (await get("/cities/3631/history")).gemeenten;
  expect(ofCity).toMatchObject({ valid_from: "2016-01-01", gemeente_code: "0457" });
  expect((await harness.askJson("/cities/3631?valid_on=2015-12-31")).status).toBe(404);
  expect(await get("/cities/3631?valid_on=2016-01-01")).toMatchObject({ gemeente_code: "0457" });
});

test("successors share the number of a document whose dates are a month apart at most", async () => {
  const relationsOf = async (query: string) => {
    const { former } = await get(`/addresses/former?city=Weesp&${query}`);
    type Successor = { relation: string; address: { nummeraanduiding_id: string } };
    return former.flatMap(({ successors }: { successors: Successor[] }) =>
      successors.map(({ relation, address }) => [relation, address.nummeraanduiding_id]),
    );
  };
  // Registered a day after the residences that took their places.
  expect(await relationsOf("street=Keurstraat&number=23")).toEqual([["same_document", "0457200000520679"]]);
  expect(await relationsOf("street=van Houten Industriepark&number=11")).toEqual([
    ["same_key", "0457200000520699"],
    ["same_document", "0457200000520700"],
  ]);
});
