/** Tests the oracle of history itself: its counts of Weesp equal those on which its rules are based. */
import { expect, test } from "bun:test";
import { WEESP } from "../support/extracts/reference-files.ts";
import { askOracle, hasOracle } from "../support/oracles/history/ask-oracle.ts";

/** Addresses, those with a postcode, panden and verblijfsobjecten that exist on a day. */
const TOTALS: Record<string, number[]> = {
  "2009-06-01": [0, 0, 4_153, 6_213],
  "2011-07-01": [10_273, 10_096, 9_110, 10_103],
  "2015-12-31": [10_622, 10_517, 9_782, 10_455],
  "2016-01-01": [10_624, 10_519, 9_782, 10_455],
  "2018-01-01": [10_745, 10_627, 10_051, 10_571],
  "2021-05-01": [11_942, 11_814, 12_097, 11_766],
  "2021-10-15": [12_034, 11_927, 12_227, 11_858],
};
/** Objects, voorkomens, most of one object, with one only, corrections, ended. */
const VOORKOMENS: Record<string, number[]> = {
  WPL: [2, 3, 2, 1, 0, 1],
  OPR: [321, 593, 3, 57, 0, 1],
  NUM: [12_694, 16_113, 7, 9_855, 99, 660],
  VBO: [12_509, 26_085, 9, 2_421, 117, 651],
  LIG: [167, 167, 1, 167, 0, 0],
  STA: [13, 21, 2, 5, 0, 8],
  PND: [12_899, 23_091, 10, 7_252, 94, 672],
};

interface OracleCounts {
  readonly totals: Record<string, Record<string, number>>;
  readonly voorkomens: Record<string, Record<string, number>>;
  readonly changes: Record<string, Record<string, number>>;
}

test.skipIf(!hasOracle())("Weesp: days, voorkomens, changes, keys and fates", async () => {
  const [counts] = await askOracle<OracleCounts>({ extract: WEESP }, "counts", ...Object.keys(TOTALS));
  const { totals, voorkomens, changes, ...rest } = counts!;
  const values = (rows: OracleCounts["totals"]) =>
    Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, Object.values(row)]));
  expect(values(totals)).toEqual(TOTALS);
  const geconstateerd = Object.entries(voorkomens).map(([type, row]) => [type, row.geconstateerd]);
  expect(Object.fromEntries(geconstateerd)).toMatchObject({ NUM: 3, VBO: 5, PND: 13 });
  expect(values(voorkomens)).toMatchObject(
    Object.fromEntries(Object.entries(VOORKOMENS).map(([type, row]) => [type, [...row, expect.any(Number)]])),
  );
  expect(changes.OPR).toMatchObject({
    transitions: 272,
    ligtIn: 257,
    naam: 5,
    type: 2,
    status: 1,
    nothing: 7,
  });
  expect(changes.NUM).toMatchObject({
    transitions: 3_320,
    postcode: 2_139,
    postcode_new: 2_096,
    status: 658,
  });
  expect(changes.NUM).toMatchObject({
    ligtAan: 179,
    huisnummer: 58,
    huisletter: 41,
    ligtIn: 6,
    nothing: 295,
  });
  expect(changes.VBO).toMatchObject({
    transitions: 13_459,
    oppervlakte: 10_391,
    status: 3_828,
    geometry: 129,
  });
  expect(changes.VBO).toMatchObject({
    maaktDeelUitVan: 159,
    gebruiksdoel: 96,
    heeftAlsNevenadres: 3,
    nothing: 99,
  });
  expect(changes.PND).toMatchObject({ transitions: 10_098, status: 5_955, geometry: 4_279, nothing: 108 });
  expect(changes.PND).toMatchObject({ oorspronkelijkBouwjaar: 2_343, geconstateerd: 9 });
  expect(rest).toMatchObject({
    marked: { OPR: 4, NUM: 14, VBO: 926, PND: 12, shared: 956, twice: 3 },
    planned: { VBO: 812, PND: 1_390 },
    // The reference counts 12,574 keys and 548 former ones, because it takes each address of today for a key of its own:
    // eight keys have two addresses today, so 12,034 addresses are 12,026 keys. 12,034 + 540 = 12,574, less 12,026 = 548.
    keys: {
      ...{ periods: 15_140, several_keys: 183, several_postcodes: 28, ever: 12_566, former: 540 },
      ...{ held_by_another_before: 362, two_today: 8 },
    },
    fates: { withdrawn: 660, same_key: 310, gone: 306, formed_then: 35, merged: 7, never_valid: 2 },
    investigations: { records: 12_103, OPR: 6, PND: 7_356, VBO: 4_741, merged: 1_571, open: 5 },
  });
});
