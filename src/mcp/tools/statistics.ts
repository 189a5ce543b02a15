import { z } from "zod";
import { oneOf, text } from "../../http/parameters/kinds.ts";
import {
  BuildingsByYear,
  CityStatistics,
  MunicipalityStatistics,
  PostcodeAreaStatistics,
} from "../../http/schemas/aggregates.ts";
import { Municipality, Province } from "../../http/schemas/records.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import {
  countPandenPerPeriod,
  readGemeenteStatistics,
  readPostcodegebiedStatistics,
  readProvincieStatistics,
  readWoonplaatsGebruiksdoelCounts,
  readWoonplaatsStatistics,
} from "../../registry/read/statistics.ts";
import {
  AREA_NAMES,
  findGemeenten,
  findProvincies,
  findSimilarlyNamed,
  findWoonplaatsen,
  labelOfCity,
  labelOfMunicipality,
  pickArea,
} from "./area-names.ts";
import { tool } from "./tool.ts";
import { type Choice, notFound, Unresolved } from "./unresolved.ts";

const count = z.int();
/** Buildings by decade; a period is given as its first year. */
const byDecade = { buildings_by_decade: BuildingsByYear.shape.statistics };

/** Schemas of the kinds of area, each with the fields of the HTTP statistics, counts and construction years. */
const City = CityStatistics.extend({
  ...Municipality.pick({ gemeente_code: true, gemeente_naam: true, provincie_naam: true }).shape,
  total_streets: count,
  by_purpose: MunicipalityStatistics.shape.by_purpose,
  ...byDecade,
});
const Gemeente = MunicipalityStatistics.extend({ total_streets: count, ...byDecade });
const Provincie = MunicipalityStatistics.omit({ gemeente_code: true, gemeente_naam: true }).extend({
  ...Province.pick({ provincie_code: true }).shape,
  total_municipalities: count,
  ...byDecade,
});

const AREA_TYPES = ["city", "municipality", "province", "postcode_area"] as const;

export const getStatistics = tool({
  name: "get_statistics",
  title: "Numbers of an area",
  description:
    "How many addresses and buildings an area has: addresses by kind and by purpose of use, buildings by decade of " +
    "construction. Areas are a city (woonplaats), a municipality (gemeente), a province or a four-digit postcode area, of " +
    `which only addresses by kind are counted. ${AREA_NAMES} A name can be both a city and a municipality, which differ: ` +
    "choose area_type by what the user means, and ask when unclear. For the whole country read the resource " +
    "bag://statistics/overview. Costs one request; about 2 KB.",
  input: {
    area_type: oneOf(AREA_TYPES, { description: "Kind of area.", example: "municipality" }),
    area_name: text({
      description: "Name or code of the area; four digits for a postcode area.",
      example: "Weesp",
    }),
  },
  output: z.object({
    statistics: z.union([Gemeente, City, Provincie, PostcodeAreaStatistics]).optional(),
    unresolved: Unresolved.optional(),
  }),
  run(snapshot, { area_type, area_name }) {
    return STATISTICS[area_type](snapshot, area_name);
  },
});

const STATISTICS = {
  city(s: Snapshot, name: string) {
    const resolved = pickArea(findWoonplaatsen(s, name), {
      description: `city called ${name}`,
      hint: "; it may be a municipality",
      choice: (woonplaats) => statisticsChoice(labelOfCity(woonplaats), "city", woonplaats.identificatie),
      similar: () => findSimilarlyNamed(s.areas.woonplaatsen.values(), name),
    });
    if ("unresolved" in resolved) {
      return resolved;
    }
    const { area: woonplaats } = resolved;
    const { identificatie, gemeente, openbareRuimteCount } = woonplaats;
    return {
      statistics: {
        ...readWoonplaatsStatistics(s, identificatie)!,
        gemeente_code: gemeente.code,
        gemeente_naam: gemeente.naam,
        provincie_naam: gemeente.provincie.naam,
        total_streets: openbareRuimteCount,
        by_purpose: readWoonplaatsGebruiksdoelCounts(s, woonplaats),
        ...decadesOf(s, { woonplaatsId: identificatie }),
      },
    };
  },
  municipality(s: Snapshot, name: string) {
    const resolved = pickArea(findGemeenten(s, name), {
      description: `municipality called ${name}`,
      hint: "; it may be a city, whose answer of get_city_info names its municipality",
      choice: (gemeente) => statisticsChoice(labelOfMunicipality(gemeente), "municipality", gemeente.code),
      similar: () => findSimilarlyNamed(s.areas.gemeenten.values(), name),
    });
    if ("unresolved" in resolved) {
      return resolved;
    }
    const { code, openbareRuimteCount } = resolved.area;
    const decades = decadesOf(s, { gemeenteCode: code });
    return {
      statistics: { ...readGemeenteStatistics(s, code)!, total_streets: openbareRuimteCount, ...decades },
    };
  },
  province(s: Snapshot, name: string) {
    const resolved = pickArea(findProvincies(s, name), {
      description: `province called ${name}`,
      choice: ({ naam, code }) => statisticsChoice({ label: naam }, "province", code),
      similar: () => findSimilarlyNamed(s.areas.provincies.values(), name),
    });
    if ("unresolved" in resolved) {
      return resolved;
    }
    const { area: provincie } = resolved;
    const decades = decadesOf(s, { provincieCode: provincie.code });
    return { statistics: { ...readProvincieStatistics(s, provincie), ...decades } };
  },
  /** Accepts a full postcode as its four-digit area. */
  postcode_area(s: Snapshot, name: string) {
    const area = /^([1-9]\d{3}) ?([a-z]{2})?$/i.exec(name)?.[1];
    const statistics = area && readPostcodegebiedStatistics(s, area);
    if (statistics) {
      return { statistics };
    }
    return notFound(`No addresses found in postcode area ${name}.`, {
      choices: [],
      next: "A postcode area is four digits, 1000 to 9999; not all are in use. For a place give area_type city.",
    });
  },
};

function decadesOf(s: Snapshot, area: Omit<Parameters<typeof countPandenPerPeriod>[1], "groupBy">) {
  return { buildings_by_decade: countPandenPerPeriod(s, { ...area, groupBy: "decade" }).statistics };
}

function statisticsChoice(label: { label: string }, area_type: string, area_name: string): Choice {
  return { ...label, tool: "get_statistics", arguments: { area_type, area_name } };
}
