/** Columns whose content is uncertain: rows that contradict the columns, and refused files. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { profileColumns } from "../../../src/batch/columns/column-profile.ts";
import { rankColumns } from "../../../src/batch/columns/cores.ts";
import { createRowGeocoder, KnownAnswers } from "../../../src/batch/geocode-row.ts";
import type { PlanOptions } from "../../../src/batch/plan.ts";
import { planGeocoding } from "../../../src/batch/plan-geocoding.ts";
import type { Row } from "../../../src/tables/table.ts";
import { readWeesp, type Weesp } from "../../support/countries/weesp-in-memory.ts";
import { planByNames } from "../../support/plan-by-names.ts";

let weesp: Weesp;
beforeAll(async () => {
  weesp = await readWeesp();
}, 120_000);
afterAll(() => weesp.close());

async function planOf(
  columns: readonly string[],
  sample: readonly Row[],
  options: PlanOptions,
  rowCount = sample.length,
) {
  return await planGeocoding({ columns, hasHeader: true, rowCount, sample }, weesp, options);
}

/** Addresses with a postcode and a plain number. */
const plainRows = (count: number) =>
  weesp.adressen
    .filter((a) => a.postcode !== null && a.huisletter === null && a.huisnummertoevoeging === null)
    .slice(0, count)
    .map((a) => [a.postcode!, `${a.huisnummer}`, ""]);

test.each([
  ["a", "none: doubtful column"],
  ["A", "none: doubtful column"],
  ["q", "exact: Keurstraat 5, 1382KT Weesp"],
  ["", "exact: Keurstraat 5, 1382KT Weesp"],
])("beside Keurstraat 5, which has a 5a, the doubtful cell %p gives %s", (cell, expected) => {
  const plan = { ...planByNames(["pc", "nr"], "all"), doubtful: [{ index: 2, name: "x" }] };
  const { match, reason, adres, values } = createRowGeocoder(weesp.snapshot, plan)(["1382KT", "5", cell]);
  expect(`${match}: ${adres?.full_address ?? reason}`).toBe(expected);
  if (match === "none") {
    const at = plan.added.findIndex(({ column }) => column === "result_suggestion_1");
    expect(values.slice(at, at + 2)).toEqual(["Keurstraat 5, 1382KT Weesp", "Keurstraat 5a, 1382KT Weesp"]);
  }
});

test.each([
  ["a fifth of whose cells look like it", ["1382KT", "x", "x", "x", "x"], 1],
  ["of whose cells fewer look like it", ["1382KT", "x", "x", "x", "x", "x"], 0],
  ["with three cells that are something else", ["x", "x", "x"], 0],
  ["with two, too few to say", ["x", "x"], 1],
])("the role that the name of a column tells, %s", async (_, cells, ranked) => {
  const table = { columns: ["Postcode"], hasHeader: true };
  const sample = { snapshot: weesp.snapshot, rows: cells.map((cell) => [cell]), pause: async () => {} };
  expect(rankColumns(await profileColumns(table, sample), "postcode")).toHaveLength(ranked as number);
});

test("usual names are not believed when the cells are of something else", async () => {
  const rows = plainRows(60).map(([postcode, number], i) => [postcode!, `${(i * 37) % 900}`, number!]);
  const columns = ["postcode", "huisnummer", "x"];
  const usesOf = async (sample: readonly Row[]) =>
    (await planOf(columns, sample, {})).uses.map(({ role, name }) => `${role}=${name}`);
  expect(await usesOf(rows)).toEqual(["postcode=postcode", "number=x"]);
  const swapped = rows.map(([postcode, other, number]) => [postcode!, number!, other!]);
  expect(await usesOf(swapped)).toEqual(["postcode=postcode", "number=huisnummer"]);
});

test("answers to rows that were tried are those that the rows get", async () => {
  const rows = [...plainRows(40), ["9999ZZ", "1", ""], ["1382KT", "5", "a"], ["", "", ""]];
  const known = new KnownAnswers(weesp.snapshot);
  const table = { columns: ["PC", "Nr", "Toev"], hasHeader: true, rowCount: rows.length, sample: rows };
  const plan = await planGeocoding(table, { ...weesp, known });
  expect(rows.map(createRowGeocoder(weesp.snapshot, plan, known))).toEqual(
    rows.map(createRowGeocoder(weesp.snapshot, plan)),
  );
});

test("a column that is empty in the sample of a larger table is doubtful; strict refuses it", async () => {
  const columns = ["PC", "Nr", "x"];
  const plan = await planOf(columns, plainRows(40), {}, 5_000);
  expect(plan.doubtful).toEqual([{ index: 2, name: "x" }]);
  expect((await planOf(columns, plainRows(40), {})).doubtful).toEqual([]);
  const strict = planOf(columns, plainRows(40), { strict: true }, 5_000);
  await expect(strict).rejects.toThrow(/It is not certain[\s\S]*"x" \(doubtful/);
  expect((await planOf(columns, plainRows(40), { strict: true })).uses).toHaveLength(2);
});

test("from 50 rows on, a file most of whose sample has no address is refused unless forced", async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, i) => ["9999ZZ", `${i + 1}`]);
  const options = { refuseMostlyNone: true };
  await expect(planOf(["PC", "Nr"], rows(50), options)).rejects.toThrow(
    /100 % have no address[\s\S]*--force/,
  );
  expect((await planOf(["PC", "Nr"], rows(49), options)).uses).toHaveLength(2);
  expect((await planOf(["PC", "Nr"], rows(50), {})).uses).toHaveLength(2);
});

test.each([
  [20, "few rows"],
  [50, "a small file"],
  [200, "more"],
])(
  "%d rows (%s): letters and additions in columns without a telling name are both used, classes and floors not",
  async (count) => {
    const withPostcode = weesp.adressen.filter((a) => a.postcode !== null);
    const plain = withPostcode.filter((a) => a.huisletter === null && a.huisnummertoevoeging === null);
    const further = withPostcode.filter((a) => a.huisletter !== null || a.huisnummertoevoeging !== null);
    // Every seventh, so that the rows are of many streets.
    const rows = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? plain : further)[i * 7]!).map(
      (a, i) => [
        a.postcode!,
        `${a.huisnummer}`,
        a.huisletter ?? "",
        a.huisnummertoevoeging ?? "",
        "ABCD"[i % 4]!,
        `${i % 9}`,
      ],
    );
    const plan = await planOf(["p", "n", "v1", "v2", "v3", "v4"], rows, {});
    const used = plan.uses.map(({ index }) => index).sort();
    expect(used).toEqual([0, 1, 2, 3]);
  },
);
