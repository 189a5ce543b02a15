/** Columns of all header sets: no row is exact at a wrong address, nearly all are right; also with few additions. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
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

describe.each([
  ["half of the rows with letters, additions or siblings", {}],
  ["one row in 40 with them", { seed: 5, splitEvery: 40 }],
])("%s", (_, draw) => {
  test.each(HEADER_SETS.map((set) => [set.name, set] as const))("%s", async (_, set) => {
    const country = set.country === "demo" ? demo : weesp;
    const { rows, right, wronglyExact, said } = await country.judge(set, draw);
    expect(wronglyExact).toBe(0);
    expect(right).toBeGreaterThanOrEqual(0.97 * rows);
    if (set.hasTwoAddresses) {
      expect(said.join("\n")).toContain("another choice is close");
    }
  });
});
