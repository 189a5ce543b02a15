import { afterAll, expect, test } from "bun:test";
import {
  adresId,
  OBJECT,
  PAND,
  writeRegistryFixture,
} from "../../../test/support/registries/registry-fixture.ts";
import { openSnapshot } from "../file/snapshot.ts";
import { findAdres } from "./adressen.ts";
import { findPand } from "./panden.ts";
import { findVerblijfsobject } from "./verblijfsobjecten.ts";

const s = openSnapshot(writeRegistryFixture());
afterAll(() => s.close());

const PAND_RECORD = {
  identificatie: PAND,
  bouwjaar: 1462,
  status: "Pand in gebruik",
  geconstateerd: true,
  voorkomen_identificatie: 3,
  begin_geldigheid: "2010-09-23",
  eind_geldigheid: null,
};

test("a pand, and what it includes", () => {
  expect(findPand(s, PAND)).toEqual(PAND_RECORD);
  expect(findPand(s, PAND, { counts: true })).toEqual({
    ...PAND_RECORD,
    counts: { addresses: 3, residences: 1 },
  });
  expect(findPand(s, PAND, { addresses: true })?.addresses).toEqual([
    findAdres(s, adresId(1))!,
    findAdres(s, adresId(2))!,
    findAdres(s, adresId(11))!,
  ]);
  const geometry = findPand(s, PAND, { geometry: true })?.geometry;
  expect(geometry?.type).toBe("Polygon");
  expect(geometry?.coordinates[0]).toHaveLength(7);
});

const VERBLIJFSOBJECT = {
  identificatie: OBJECT,
  gebruiksdoel: ["woonfunctie", "kantoorfunctie"],
  oppervlakte: 120,
  status: "Verblijfsobject in gebruik",
  pand_id: PAND,
  hoofdadres_nummeraanduiding_id: adresId(11),
  nevenadres_nummeraanduiding_ids: [adresId(1), adresId(2)],
  latitude: 52.30781234,
  longitude: 5.04321234,
  rd_x: 131234.567,
  rd_y: 480123.4,
};

test("a verblijfsobject, and what it includes", () => {
  expect(findVerblijfsobject(s, OBJECT)).toEqual(VERBLIJFSOBJECT);
  expect(findVerblijfsobject(s, OBJECT, { address: true, geometry: true })).toMatchObject({
    address: findAdres(s, adresId(11))!,
    geometry: { type: "Point" },
  });
  expect(findVerblijfsobject(s, "0457010000000003", { address: true })).toMatchObject({
    status: "Verblijfsobject gevormd",
    oppervlakte: null,
    pand_id: null,
    nevenadres_nummeraanduiding_ids: [],
    address: null,
  });
});

test.each(["0457100000000009", "0457010000000009", adresId(1), "", "1e15", "0457"])("%j is neither", (id) => {
  expect(findPand(s, id)).toBeUndefined();
  expect(findVerblijfsobject(s, id)).toBeUndefined();
});
