/**
 * Rechecks every number and every object of Weesp on six days, and each withdrawn number since its first day. The oracle
 * reads the XML alone; the counts of numbers that were addresses on the day are fixed too.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createRowGeocoder } from "../../src/batch/geocode-row.ts";
import type { GeocodePlan } from "../../src/batch/plan.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { WEESP } from "../support/extracts/reference-files.ts";
import { askOracle, hasOracle } from "../support/oracles/history/ask-oracle.ts";
import { compareRecheck, countStatuses } from "../support/oracles/history/compare-recheck.ts";
import type { OracleRecheck } from "../support/oracles/history/recheck-form.ts";

setDefaultTimeout(300_000);

const registry = openRegistry(await makeWeespPastFolder());
afterAll(() => registry.close());
const snapshot = registry.current()!;

const DAYS = ["2012-01-01", "2015-01-01", "2018-01-01", "2020-01-01", "2021-04-22", "2021-09-15"];

/** Compares all answers of the oracle with ours; returns them. */
async function compare(...days: string[]): Promise<OracleRecheck[]> {
  const answers = await askOracle<OracleRecheck>({ extract: WEESP }, "recheck", ...days);
  expect(compareRecheck(snapshot, answers)).toEqual([]);
  return answers;
}

test.skipIf(!hasOracle())("every number and object of Weesp on six days", async () => {
  const answers = await compare(...DAYS);
  expect(answers.length).toBe(152_298);
  const counts = DAYS.map((day) =>
    countStatuses(answers.filter((one) => one.day === day && one.compared_on === day && one.id[4] === "2")),
  );
  expect(counts).toEqual([
    { unchanged: 9_868, changed: 14, replaced: 71, undecided: 80, ended: 236 },
    { unchanged: 10_139, changed: 62, replaced: 157, undecided: 55, ended: 229 },
    { unchanged: 10_668, changed: 17, replaced: 11, undecided: 27, ended: 22 },
    { unchanged: 11_080, changed: 96, replaced: 4, undecided: 5, ended: 13 },
    { unchanged: 11_831, changed: 109, ended: 2 },
    { unchanged: 11_949, changed: 73 },
  ]);
});

test.skipIf(!hasOracle())("the withdrawn numbers, each since its first day", async () => {
  // By documents of one day alone, instead of at most 31 days apart, 0457200000203335 would be ended and
  // 0457200000207995 replaced.
  expect(countStatuses(await compare("first"))).toEqual({
    ...{ ended: 311, replaced: 250, undecided: 97, unknown: 2 },
  });
});

test.skipIf(!hasOracle())(
  "seventeen renumbered addresses of 2015 have a text that is another house now",
  async () => {
    const answers = await askOracle<OracleRecheck>({ extract: WEESP }, "recheck", "2015-01-01");
    const changed = answers.filter(
      ({ id, day, status, compared_on, changes }) =>
        id[4] === "2" &&
        compared_on === day &&
        status === "changed" &&
        changes.some((name) => name[0] === "h"),
    );
    const plan: GeocodePlan = {
      kind: "address",
      uses: [{ role: "text", index: 0, name: "text" }],
      ...{ doubtful: [], added: [], unused: [], findings: [] },
    };
    const geocode = createRowGeocoder(snapshot, plan);
    const elsewhere = changed.filter(({ id, was }) => {
      const { match, adres } = geocode([was!]);
      return match === "exact" && adres!.nummeraanduiding_id !== id;
    });
    expect(elsewhere.length).toBe(17);
  },
);
