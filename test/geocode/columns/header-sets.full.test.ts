/** Columns of a part of the header sets; header-sets.slow.test.ts has all of them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { HEADER_SETS } from "../../support/columns/all-sets.ts";
import { type JudgedCountry, openJudgedCountry } from "../../support/columns/judge-set.ts";
import { makeWeespFolder } from "../../support/countries/import-data-folders.ts";

/** Kinds of faults in the choice of columns, each with a set that had it. */
const SETS = [
  "Huisnr. bijv.",
  "HubSpot, HouseNumberExt",
  "SAP customer master",
  "AFAS, visiting and postal address",
  "Nr;Naam;Adres;Postcode;Plaats",
  "DUO school sites",
  "GBA, digits as names",
  "BRP, element behind the name, Aanduiding",
  "title rows in a sheet",
  "two header rows, visiting and postal",
  "postcode alone",
  "energy, correspondence in parts, delivery as text",
  "energy, plain columns of the customer, Lev. behind",
];

let weesp: JudgedCountry;
beforeAll(async () => {
  weesp = openJudgedCountry(await makeWeespFolder());
}, 120_000);
afterAll(() => weesp.close());

test.each(SETS)("%s: no wrong exact, 97 % of the rows right", async (name) => {
  const set = HEADER_SETS.find((each) => each.name === name && each.country === undefined)!;
  const { rows, right, wronglyExact } = await weesp.judge(set);
  expect(wronglyExact).toBe(0);
  expect(right).toBeGreaterThanOrEqual(0.97 * rows);
});
