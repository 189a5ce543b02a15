/**
 * Tests search on cases by hand: on countries of their own addresses and on the official Weesp extract. Lines generated
 * from real addresses: generated-lines.slow.test.ts.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";
import { type CaseFile, readCases } from "./cases.ts";
import { makeCountry } from "./country.ts";
import { faultsOf } from "./request-endpoints.ts";

describe.each(["corpora.yaml", "corpora-more.yaml", "digits.yaml", "everyday.yaml"])(
  "%s, on a country of its addresses",
  (file) => {
    const { addresses, groups } = readCases<CaseFile>(file);
    const harness = openHarness(makeCountry(addresses!));
    afterAll(() => harness.close());

    test("every case", async () => {
      expect(await faultsOf(groups, harness)).toEqual([]);
    });
  },
);

const weesp = openHarness(await makeWeespFolder());

describe("the Weesp extract", () => {
  afterAll(() => weesp.close());

  test.each(["weesp.yaml", "weesp-answers.yaml"])("every case of %s", async (file) => {
    expect(await faultsOf(readCases<CaseFile>(file).groups, weesp)).toEqual([]);
  });
});
