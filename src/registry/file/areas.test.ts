import { afterAll, expect, test } from "bun:test";
import { writeRegistryFixture } from "../../../test/support/registries/registry-fixture.ts";
import { gemeenten, listProvincies, provincies, woonplaatsen } from "../read/areas.ts";
import { openSnapshot } from "./snapshot.ts";

const s = openSnapshot(writeRegistryFixture());
afterAll(() => s.close());
const ALL = { page: 1, perPage: 100 };

test("a woonplaats, and what it includes", () => {
  const record = {
    identificatie: "3631",
    naam: "Weesp",
    gemeente_code: "0457",
    gemeente_naam: "Weesp",
    provincie_naam: "Noord-Holland",
    status: "Woonplaats aangewezen",
  };
  expect(woonplaatsen.find(s, "3631")).toEqual(record);
  expect(woonplaatsen.find(s, "3631", { counts: true })).toEqual({
    ...record,
    counts: { addresses: 15, buildings: 2, streets: 4 },
  });
  expect(woonplaatsen.find(s, "3631", { geometry: true })?.geometry?.type).toBe("Polygon");
  expect(woonplaatsen.find(s, "3594", { geometry: true })?.geometry).toBeNull();
});

test.each(["1012", "", "weesp", "363", "03631", "36.1"])("%j is no woonplaats", (id) => {
  expect(woonplaatsen.find(s, id)).toBeUndefined();
});

test.each<[Parameters<typeof woonplaatsen.list>[1], string[]]>([
  [{}, ["3594", "3631", "1004", "1005"]],
  [{ descending: true }, ["1004", "1005", "3631", "3594"]],
  [{ naam: "ÉES" }, ["3631", "1004", "1005"]],
  [{ naam: "sperd" }, ["1004", "1005"]],
  [{ naam: "%" }, []],
  [{ naam: " " }, ["3594", "3631", "1004", "1005"]],
  [{ gemeenteCode: "0363" }, ["3594"]],
  [{ gemeenteCode: "363" }, []],
  [{ provincieNaam: "NOORD-holland" }, ["3594", "3631"]],
  [{ provincieNaam: "Fryslân" }, ["1004", "1005"]],
  [{ provincieNaam: "nh" }, ["3594", "3631"]],
  [{ provincieNaam: "Holland" }, []],
  [{ provincieNaam: "Noord-Holland", naam: "weesp", gemeenteCode: "0457" }, ["3631"]],
])("woonplaatsen of %j", (filter, ids) => {
  const page = woonplaatsen.list(s, filter, ALL);
  expect(page.rows.map(({ identificatie }) => identificatie)).toEqual(ids);
  expect(page.total).toBe(ids.length);
});

test("a page of woonplaatsen counts them all", () => {
  const page = woonplaatsen.list(s, {}, { page: 2, perPage: 3, counts: true });
  expect(page.total).toBe(4);
  expect(page.rows.map(({ identificatie, counts }) => [identificatie, counts?.addresses])).toEqual([
    ["1005", 1],
  ]);
});

test("a gemeente, and what it includes", () => {
  const record = {
    gemeente_code: "0080",
    gemeente_naam: "Leeuwarden",
    provincie_naam: "Friesland",
    provincie_code: "FR",
  };
  expect(gemeenten.find(s, "0080")).toEqual(record);
  expect(gemeenten.find(s, "0080", { counts: true, geometry: true })).toEqual({
    ...record,
    counts: { addresses: 1, buildings: 0, cities: 2, streets: 1 },
    geometry: null,
  });
});

test.each(["80", "0081", "", "008O", "+080"])("%j is no gemeente", (code) => {
  expect(gemeenten.find(s, code)).toBeUndefined();
});

test.each<[Parameters<typeof gemeenten.list>[1], string[]]>([
  [{}, ["0363", "0080", "0457"]],
  [{ descending: true }, ["0457", "0080", "0363"]],
  [{ naam: "EE" }, ["0080", "0457"]],
  [{ provincieCode: "nh" }, ["0363", "0457"]],
  [{ provincieCode: "XX" }, []],
  [{ provincieNaam: "fryslan" }, ["0080"]],
  [{ provincieNaam: "FR" }, ["0080"]],
  [{ provincieNaam: "Friesland", provincieCode: "NH" }, []],
  [{ provincieNaam: "Nergens" }, []],
])("gemeenten of %j", (filter, codes) => {
  const page = gemeenten.list(s, filter, ALL);
  expect(page.rows.map(({ gemeente_code }) => gemeente_code)).toEqual(codes);
  expect(page.total).toBe(codes.length);
});

test("all twelve provincies, by name", () => {
  const provincies = listProvincies(s, { counts: true });
  expect(provincies.map(({ provincie_code }) => provincie_code).join(" ")).toBe(
    "DR FL FR GE GR LI NB NH OV UT ZE ZH",
  );
  expect(provincies[0]).toEqual({
    provincie_code: "DR",
    provincie_naam: "Drenthe",
    counts: { addresses: 0, municipalities: 0, cities: 0 },
  });
  expect(provincies[7]?.counts).toEqual({ addresses: 16, municipalities: 2, cities: 2 });
});

test.each([
  ["noord-holland", "NH"],
  ["NOORD-HOLLAND", "NH"],
  ["nh", "NH"],
  ["Friesland", "FR"],
  ["Fryslân", "FR"],
  ["fr", "FR"],
  ["Holland", undefined],
  ["", undefined],
])("provincie %j is %j", (text, code) => {
  expect(provincies.find(s, text)?.provincie_code).toBe(code as string);
});

test("a provincie's gemeenten come by name", () => {
  expect(provincies.find(s, "NH", { municipalities: true })).toEqual({
    provincie_code: "NH",
    provincie_naam: "Noord-Holland",
    municipalities: [gemeenten.find(s, "0363")!, gemeenten.find(s, "0457")!],
  });
});
