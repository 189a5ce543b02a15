import { expect, test } from "bun:test";
import type { Address } from "../known-addresses.ts";
import { toCsv, toFeatureCollection } from "./address-files.ts";

const ADDRESS = {
  nummeraanduiding_id: "0457200000521749",
  straatnaam: '=Straat, "Oude"',
  huisletter: null,
  latitude: 52.3,
  longitude: -5.03,
  gebruiksdoel: ["woonfunctie", "winkelfunctie"],
} as unknown as Address;

test("CSV quotes what needs it, and no cell is a formula", () => {
  expect(toCsv([ADDRESS])).toBe(
    "nummeraanduiding_id,straatnaam,huisletter,latitude,longitude,gebruiksdoel\r\n" +
      `0457200000521749,"'=Straat, ""Oude""",,52.3,-5.03,woonfunctie; winkelfunctie\r\n`,
  );
});

test("GeoJSON has a point with longitude first, and all fields", () => {
  const { features } = JSON.parse(toFeatureCollection([ADDRESS]));
  expect(features).toHaveLength(1);
  expect(features[0].geometry).toEqual({ type: "Point", coordinates: [-5.03, 52.3] });
  expect(features[0].properties).toEqual(ADDRESS);
});
