/** Tests names of areas as people say them, on a country of places that are hard to name. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { getCityInfo } from "../../src/mcp/tools/cities.ts";
import { getStatistics } from "../../src/mcp/tools/statistics.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeCountry } from "../relevance/country.ts";

const PLACES = [
  "'s-Gravenhage|ZH",
  "Leeuwarden|FR",
  "Menaam|FR",
  "Bergen|NH",
  "Bergen|LI",
  "Alphen aan den Rijn|ZH",
  "Súdwest|FR",
  "IJsselstein|UT",
  "Hengelo|OV",
  "Hengelo|GE",
];
const folder = makeCountry(PLACES.map((place, i) => `Dorpsstraat|${i + 1}|||${1000 + i}AA|${place}`));
const registry = openRegistry(folder);
const snapshot = registry.current()!;
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as they come
const cityOf = (city_name: string): any => getCityInfo.call(snapshot, { city_name }).structuredContent;
const cityAndProvince = ({ city }: { city: { naam: string; provincie_naam: string } }) =>
  `${city.naam}, ${city.provincie_naam}`;

describe("get_city_info", () => {
  test.each([
    ["'s-Gravenhage", "'s-Gravenhage, Zuid-Holland"],
    ["s gravenhage", "'s-Gravenhage, Zuid-Holland"],
    ["Den Haag", "'s-Gravenhage, Zuid-Holland"],
    ["the hague", "'s-Gravenhage, Zuid-Holland"],
    ["Ljouwert", "Leeuwarden, Friesland"],
    ["Menaldum", "Menaam, Friesland"],
    ["sudwest", "Súdwest, Friesland"],
    ["Ysselstein", "IJsselstein, Utrecht"],
    ["Alphen", "Alphen aan den Rijn, Zuid-Holland"],
    ["Bergen (NH)", "Bergen, Noord-Holland"],
    ["Bergen NH", "Bergen, Noord-Holland"],
    ["bergen, limburg", "Bergen, Limburg"],
    ["Hengelo Gld.", "Hengelo, Gelderland"],
    ["Hengelo (Overijssel)", "Hengelo, Overijssel"],
    ["Den Haag, Zuid-Holland", "'s-Gravenhage, Zuid-Holland"],
    ["1003", "Bergen, Noord-Holland"],
  ])("%s is %s", (name, expected) => {
    expect(cityAndProvince(cityOf(name))).toBe(expected);
  });

  test("a name of several places returns all of them, each with the call that gets it", () => {
    const { unresolved, city } = cityOf("Bergen");
    expect(city).toBeUndefined();
    expect(unresolved).toMatchObject({ ambiguous: true, choices_total: 2 });
    const provinces = unresolved.choices.map((choice: { tool: string; arguments: { city_name: string } }) => {
      expect(choice.tool).toBe("get_city_info");
      return cityAndProvince(cityOf(choice.arguments.city_name));
    });
    expect(provinces.sort()).toEqual(["Bergen, Limburg", "Bergen, Noord-Holland"]);
    expect(getCityInfo.call(snapshot, { city_name: "Bergen" }).isError).toBeUndefined();
  });

  test.each([
    ["Leuwarden", "Leeuwarden"],
    ["gravenhage ", "'s-Gravenhage"],
    ["Alphen aan den Rein", "Alphen aan den Rijn"],
  ])("%s is like %s", (name, similar) => {
    const { city, unresolved } = cityOf(name);
    if (city !== undefined) {
      return expect(city.naam).toBe(similar);
    }
    expect(unresolved.choices[0].label).toStartWith(similar);
  });

  test("a name like no other is an error in words", () => {
    const { isError, content } = getCityInfo.call(snapshot, { city_name: "Xyzzy" });
    expect(isError).toBe(true);
    expect(content).toEqual([{ type: "text", text: expect.stringContaining("No city called Xyzzy.") }]);
  });
});

describe("get_statistics", () => {
  test.each([
    ["city", "Den Haag", { naam: "'s-Gravenhage" }],
    ["city", "1001", { naam: "Leeuwarden" }],
    ["municipality", "Den Haag", { gemeente_naam: "'s-Gravenhage" }],
    ["municipality", "gemeente Leeuwarden", { gemeente_naam: "Leeuwarden" }],
    ["municipality", "Bergen (L)", { gemeente_naam: "Bergen", provincie_naam: "Limburg" }],
    ["municipality", "GM1001", { gemeente_naam: "Leeuwarden" }],
    ["municipality", "1001", { gemeente_naam: "Leeuwarden" }],
    ["province", "Fryslân", { provincie_naam: "Friesland" }],
    ["province", "provincie Noord-Brabant", { provincie_naam: "Noord-Brabant" }],
    ["province", "brabant", { provincie_naam: "Noord-Brabant" }],
    ["province", "nh", { provincie_naam: "Noord-Holland" }],
  ])("%s %s", (area_type, area_name, expected) => {
    expect(getStatistics.call(snapshot, { area_type, area_name }).structuredContent).toMatchObject({
      statistics: expected,
    });
  });

  test("a name of several municipalities is a choice of codes", () => {
    const { structuredContent } = getStatistics.call(snapshot, {
      area_type: "municipality",
      area_name: "Bergen",
    });
    expect(structuredContent).toMatchObject({
      unresolved: {
        ambiguous: true,
        choices: [
          { arguments: { area_type: "municipality", area_name: "1003" } },
          { arguments: { area_type: "municipality", area_name: "1004" } },
        ],
      },
    });
  });

  test("a kind of area that does not exist is refused with those that do", () => {
    const { isError, content } = getStatistics.call(snapshot, { area_type: "country", area_name: "x" });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain("area_type");
  });
});
