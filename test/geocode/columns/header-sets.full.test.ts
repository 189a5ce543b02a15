/** Columns of all header sets: none gives a wrong exact, and nearly all rows are right. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { HEADER_SETS } from "../../support/columns/all-sets.ts";
import { type JudgedCountry, openJudgedCountry } from "../../support/columns/judge-set.ts";
import { makeDemoFolder, makeWeespFolder } from "../../support/countries/import-data-folders.ts";

let weesp: JudgedCountry;
let demo: JudgedCountry;
beforeAll(async () => {
  weesp = openJudgedCountry(await makeWeespFolder());
  demo = openJudgedCountry(await makeDemoFolder(20_000));
}, 240_000);
afterAll(() => {
  weesp.close();
  demo.close();
});

test.each(HEADER_SETS.map((set) => [set.name, set] as const))("%s", async (_, set) => {
  const { rows, right, wronglyExact } = await (set.country === "demo" ? demo : weesp).judge(set);
  expect(wronglyExact).toBe(0);
  expect(right).toBeGreaterThanOrEqual(0.97 * rows);
});
