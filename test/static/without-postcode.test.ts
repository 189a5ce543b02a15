/** Tests the file of an address without postcode: Pampuslaan 7; its street has 2, 42 in 1382, 866s in 1383. */
import { afterAll, expect, test } from "bun:test";
import { openSnapshot } from "../../src/registry/file/snapshot.ts";
import { placeWithoutPostcode } from "../../src/static/without-postcode.ts";
import { adresId, newTestFolder, writeRegistryFixture } from "../support/registries/registry-fixture.ts";

const PAMPUSLAAN_7 = Number(adresId(14));
const WEESP = 3631;

const snapshot = openSnapshot(writeRegistryFixture());
afterAll(() => snapshot.close());

test("it is where its street has the nearest number, of the areas that are written", () => {
  const all = placeWithoutPostcode(snapshot, { areas: [1382, 1383, 9001], woonplaatsen: undefined });
  expect([...all]).toEqual([[1382, [PAMPUSLAAN_7]]]);
  const part = placeWithoutPostcode(snapshot, { areas: [1383], woonplaatsen: new Set([WEESP]) });
  expect([...part]).toEqual([[1383, [PAMPUSLAAN_7]]]);
});

test("without an area of its street it is with its woonplaats, if that is written", () => {
  const elsewhere = { areas: [9001], woonplaatsen: new Set([WEESP]) };
  expect([...placeWithoutPostcode(snapshot, elsewhere)]).toEqual([["3631", [PAMPUSLAAN_7]]]);
  expect(placeWithoutPostcode(snapshot, { areas: [9001], woonplaatsen: new Set([1005]) }).size).toBe(0);
});

test("of two areas with numbers as near, it is in the first", () => {
  const path = `${newTestFolder()}/registry-2021-10-15.gpkg`;
  writeRegistryFixture(path, (db) => {
    db.run(`UPDATE adres SET huisnummer = 12, postcode = '1383PN' WHERE fid = ${Number(adresId(13))}`);
  });
  const other = openSnapshot(path);
  const found = placeWithoutPostcode(other, { areas: [1382, 1383], woonplaatsen: undefined });
  other.close();
  // The distance to 2 in 1382 and to 12 in 1383 is five.
  expect([...found]).toEqual([[1382, [PAMPUSLAAN_7]]]);
});
