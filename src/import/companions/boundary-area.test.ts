import { describe, expect, test } from "bun:test";
import { parseBoundaryArea } from "./boundary-area.ts";

test.each([
  ["CBS gebiedsindelingen", { id: 1, statcode: "GM0363", jrstatcode: "2022GM0363", statnaam: "Amsterdam" }],
  ["Kadaster gemeentegebied", { identificatie: "GM0363", code: "0363", ligt_in_provincie_code: "27" }],
  ["the same exchanged", { identificatie: "0363", code: "GM0363", naam: "Amsterdam" }],
  ["the GML edition", { identificatie: "GM0363", code: "0363", ligtInProvincieCode: "27" }],
  ["the code alone", { code: "0363" }],
  ["as a number", { gemeentecode: 363 }],
  ["CBS wijken en buurten", { gemeentecode: "GM0363", gemeentenaam: "Amsterdam" }],
  ["older CBS", { GM_CODE: "GM0363", GM_NAAM: "Amsterdam" }],
  ["CBS table", { Gemeentecode: "0363", GemeentecodeGM: "GM0363" }],
  ["OpenDataSoft", { gem_code: ["0363"], gem_name: ["Amsterdam"], prov_code: ["27"] }],
])("a gemeente of %s", (_, properties) => {
  expect(parseBoundaryArea(properties, "feature 1")).toEqual({ kind: "gemeente", code: 363 });
});

test.each([
  ["as a number", { PC4CODE: 1382, density: 0 }],
  ["as text", { PC4CODE: "1382" }],
  [
    "OpenDataSoft, with the gemeente it lies in",
    { pc4_code: "1382", gem_code: ["0457"], gem_name: ["Weesp"] },
  ],
  ["CBS GeoPackage", { fid: 9, postcode: 1382, aantal_inwoners: -99997 }],
  ["CBS services", { postcode4: "1382", aantalInwoners: 5 }],
  ["short", { PC4: 1382 }],
])("a postcodegebied: %s", (_, properties) => {
  expect(parseBoundaryArea(properties, "feature 1")).toEqual({ kind: "postcodegebied", code: 1382 });
});

test.each([
  ["provincie of CBS", { statcode: "PV27", statnaam: "Noord-Holland" }],
  ["provincie of Kadaster", { identificatie: "PV26", code: "26", ligt_in_land_code: "6030" }],
  ["land", { identificatie: "6030", code: "6030", naam: "Nederland" }],
  ["wijk", { statcode: "WK036300", gemeentecode: "GM0363" }],
  ["buurt", { buurtcode: "BU03630000", gemeentecode: "GM0363" }],
  ["woonplaats of the BAG", { identificatie: "1012", woonplaats: "Weesp", bronhouder_identificatie: "0457" }],
  ["postcode of six characters", { postcode: "1382KT" }],
  ["the same of PDOK", { postcode6: "1382KT" }],
  ["empty code", { PC4CODE: null, statcode: "" }],
  ["no code", { naam: "Weesp" }],
  ["nothing", {}],
])("another area: %s", (_, properties) => {
  expect(parseBoundaryArea(properties, "feature 1")).toBeUndefined();
});

describe("codes that cannot be read are refused with the feature", () => {
  test.each([
    [{ PC4CODE: "138" }, 'feature 7: "138" is not a postcode of four digits.'],
    [{ pc4_code: 382 }, 'feature 7: "382" is not a postcode of four digits.'],
    [{ statcode: "GM36" }, 'feature 7: statcode "GM36" is not GM and four digits.'],
  ])("%p", (properties, message) => {
    expect(() => parseBoundaryArea(properties, "feature 7")).toThrow(message);
  });
});
