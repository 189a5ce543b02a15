import { z } from "zod";
import {
  CityStatistics,
  MunicipalityStatistics,
  PostcodeAreaStatistics,
} from "../../http/aggregate-schemas.ts";
import { oneOf, text } from "../../http/parameters.ts";
import { City, Province } from "../../http/schemas.ts";
import type { Gemeente, Provincie, Woonplaats } from "../../registry/areas.ts";
import type { Snapshot } from "../../registry/snapshot.ts";
import {
  gemeenteStatistics,
  postcodegebiedStatistics,
  woonplaatsStatistics,
} from "../../registry/statistieken.ts";
import { findWoonplaats } from "../../registry/woonplaatsen.ts";
import { findGemeenten, findProvincies, findWoonplaatsen, type Matches, nearNames } from "../area-names.ts";
import { flag } from "../parameters.ts";
import { thinned } from "../thin-geometry.ts";
import { tool } from "../tool.ts";
import { ambiguous, type Choice, notFound, Unresolved } from "../unresolved.ts";

const NAMES =
  "Official, everyday and Frisian names are understood (Den Haag, Ljouwert), a doubled name with its province or " +
  "municipality behind it (Bergen NH), and identifiers.";

export const getCityInfo = tool({
  name: "get_city_info",
  title: "City or village by name",
  description:
    "Identifier, municipality, province and numbers of addresses, buildings and streets of a city or village " +
    `(woonplaats). ${NAMES} When several have the name, they come back as choices: ask the user which. Use ` +
    "get_statistics for more numbers or a municipality. Costs one request; about 1 KB. include_geometry adds the " +
    "border, simplified: ask for it only when it is to be drawn.",
  input: {
    city_name: text({
      description: "Name of the city or village, or its four-digit identifier.",
      example: "Weesp",
    }),
    include_geometry: flag("Add the border as GeoJSON."),
  },
  output: z.object({ city: City.optional(), note: z.string().optional(), unresolved: Unresolved.optional() }),
  run(snapshot, { city_name, include_geometry }) {
    const resolved = pick(findWoonplaatsen(snapshot, city_name), {
      what: `city called ${city_name}`,
      hint: "; a municipality of that name is found with get_statistics",
      choice: (woonplaats) => ({
        ...labelOfCity(woonplaats),
        tool: "get_city_info",
        arguments: { city_name: woonplaats.identificatie },
      }),
      near: () => nearNames(snapshot.areas.woonplaatsen.values(), city_name),
    });
    if ("unresolved" in resolved) return resolved;
    const include = { counts: true, geometry: include_geometry };
    const [city, note] = thinned(findWoonplaats(snapshot, resolved.area.identificatie, include)!);
    return { city, ...note };
  },
});

const ProvinceStatistics = Province.pick({ provincie_code: true, provincie_naam: true }).extend({
  total_addresses: z.int(),
  total_buildings: z.int(),
  total_cities: z.int(),
  total_municipalities: z.int(),
});

const AREA_TYPES = ["city", "municipality", "province", "postcode_area"] as const;

export const getStatistics = tool({
  name: "get_statistics",
  title: "Numbers of an area",
  description:
    "How many addresses and buildings an area has, by kind, and for a municipality by purpose of use. Areas are a city " +
    `(woonplaats), a municipality (gemeente), a province or a four-digit postcode area. ${NAMES} A name can be both a city ` +
    "and a municipality, which differ: choose area_type by what the user means, and ask when unclear. For the whole " +
    "country read the resource bag://statistics/overview. Costs one request; about 1 KB.",
  input: {
    area_type: oneOf(AREA_TYPES, { description: "Kind of area.", example: "municipality" }),
    area_name: text({
      description: "Name or code of the area; four digits for a postcode area.",
      example: "Weesp",
    }),
  },
  output: z.object({
    statistics: z
      .union([MunicipalityStatistics, CityStatistics, ProvinceStatistics, PostcodeAreaStatistics])
      .optional(),
    unresolved: Unresolved.optional(),
  }),
  run(snapshot, { area_type, area_name }) {
    return STATISTICS[area_type](snapshot, area_name);
  },
});

const STATISTICS = {
  city(s: Snapshot, name: string) {
    const resolved = pick(findWoonplaatsen(s, name), {
      what: `city called ${name}`,
      hint: "; it may be a municipality",
      choice: (woonplaats) => statisticsChoice(labelOfCity(woonplaats), "city", woonplaats.identificatie),
      near: () => nearNames(s.areas.woonplaatsen.values(), name),
    });
    return "unresolved" in resolved
      ? resolved
      : { statistics: woonplaatsStatistics(s, resolved.area.identificatie) };
  },
  municipality(s: Snapshot, name: string) {
    const resolved = pick(findGemeenten(s, name), {
      what: `municipality called ${name}`,
      hint: "; it may be a city, whose answer of get_city_info names its municipality",
      choice: (gemeente) => statisticsChoice(labelOfMunicipality(gemeente), "municipality", gemeente.code),
      near: () => nearNames(s.areas.gemeenten.values(), name),
    });
    return "unresolved" in resolved ? resolved : { statistics: gemeenteStatistics(s, resolved.area.code) };
  },
  province(s: Snapshot, name: string) {
    const resolved = pick(findProvincies(s, name), {
      what: `province called ${name}`,
      choice: ({ naam, code }) => statisticsChoice({ label: naam }, "province", code),
      near: () => nearNames(s.areas.provincies.values(), name),
    });
    return "unresolved" in resolved ? resolved : { statistics: provincieStatistics(resolved.area) };
  },
  /** A whole postcode stands for its area. */
  postcode_area(s: Snapshot, name: string) {
    const area = /^([1-9]\d{3}) ?([a-z]{2})?$/i.exec(name)?.[1];
    const statistics = area && postcodegebiedStatistics(s, area);
    if (statistics) return { statistics };
    return notFound(`No addresses found in postcode area ${name}.`, {
      choices: [],
      next: "A postcode area is four digits, 1000 to 9999; not all are in use. For a place give area_type city.",
    });
  },
};

function provincieStatistics({ code, naam, adressen, panden, woonplaatsen, gemeenten }: Provincie) {
  return {
    provincie_code: code,
    provincie_naam: naam,
    total_addresses: adressen,
    total_buildings: panden,
    total_cities: woonplaatsen,
    total_municipalities: gemeenten,
  };
}

interface Picking<T> {
  /** `city called Bergen`. */
  readonly what: string;
  /** What else the name may be. */
  readonly hint?: string;
  choice(area: T): Choice;
  /** Areas whose names are like the one sought; read only when none has it. */
  near(): readonly T[];
}

function pick<T>(
  matches: Matches<T>,
  { what, hint = "", choice, near }: Picking<T>,
): { area: T } | { unresolved: Unresolved } {
  const [area, ...others] = matches;
  if (area === undefined) {
    const next = `Check the spelling with the user${hint}.`;
    return notFound(`No ${what}.`, { choices: near().map(choice), next });
  }
  if (others.length === 0) return { area };
  const next = "Ask the user which one is meant, and call again with its code.";
  return ambiguous(`There is more than one ${what}.`, { choices: matches.map(choice), next });
}

function statisticsChoice(label: { label: string }, area_type: string, area_name: string): Choice {
  return { ...label, tool: "get_statistics", arguments: { area_type, area_name } };
}

function labelOfCity({ naam, gemeente }: Woonplaats) {
  return { label: `${naam} (municipality ${gemeente.naam}, ${gemeente.provincie.naam})` };
}

function labelOfMunicipality({ naam, provincie }: Gemeente) {
  return { label: `${naam} (${provincie.naam})` };
}
