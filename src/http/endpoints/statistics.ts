import { faultOf } from "../../base/fault-rules.ts";
import { Past } from "../../registry/history/past.ts";
import { readStreetTimeline } from "../../registry/history/street-timeline.ts";
import { readTimeline } from "../../registry/history/timeline.ts";
import {
  readBouwjaarStatistics,
  readGebruiksdoelCounts,
  readGemeenteStatistics,
  readOverview,
  readPostcodegebiedStatistics,
  readWoonplaatsStatistics,
} from "../../registry/read/statistics.ts";
import { endpoint } from "../endpoint.ts";
import { throwNotFound } from "../not-found.ts";
import { digits, oneOf, optional, withDefault } from "../parameters/kinds.ts";
import { gemeenteCode, woonplaatsId } from "../parameters/object-ids.ts";
import { pastAreaParameters, requireStreet, requireWoonplaatsen } from "../past-area.ts";
import {
  CityStatistics,
  ConstructionYears,
  GROUP_BY,
  MunicipalityStatistics,
  Overview,
  PostcodeAreaStatistics,
  Purposes,
} from "../schemas/aggregates.ts";
import { Timeline } from "../schemas/history.ts";
import { PAST_ERRORS } from "../valid-on.ts";

/** Parameter `group_by`, also of `/buildings/by-year`. */
export const groupByParameter = withDefault(
  oneOf(GROUP_BY, { description: "Length of a period.", example: "decade" }),
  "decade",
);

export const getOverview = endpoint({
  path: "/statistics/overview",
  auth: "key",
  tag: "Statistics",
  summary: "Get the totals of the country",
  description: "Addresses by type and by province too; all twelve provinces are listed.",
  response: Overview,
  handler: ({ snapshot }) => readOverview(snapshot),
});

export const getPurposes = endpoint({
  path: "/statistics/purposes",
  auth: "key",
  tag: "Statistics",
  summary: "Count addresses by purpose of use",
  description: "The totals of `/residences/by-purpose`.",
  response: Purposes,
  handler: ({ snapshot }) => readGebruiksdoelCounts(snapshot),
});

export const getConstructionYears = endpoint({
  path: "/statistics/construction-years",
  auth: "key",
  tag: "Statistics",
  summary: "Count buildings by construction year",
  description: "By year, decade or century; buildings without a year are left out.",
  query: { group_by: groupByParameter },
  response: ConstructionYears,
  example: () => ({ group_by: "century" }),
  handler: ({ snapshot }, { group_by }) => readBouwjaarStatistics(snapshot, group_by),
});

export const getMunicipalityStatistics = endpoint({
  path: "/statistics/municipality/{gemeenteCode}",
  auth: "key",
  tag: "Statistics",
  summary: "Get the totals of a municipality",
  description: "A gemeente by its code.",
  pathParameters: { gemeenteCode },
  response: MunicipalityStatistics,
  errors: ["not_found"],
  example: ({ adres }) => ({ gemeenteCode: adres.gemeente_code }),
  handler: ({ snapshot }, { gemeenteCode }) =>
    readGemeenteStatistics(snapshot, gemeenteCode) ?? throwNotFound("municipality", gemeenteCode),
});

export const getCityStatistics = endpoint({
  path: "/statistics/city/{woonplaatsId}",
  auth: "key",
  tag: "Statistics",
  summary: "Get the totals of a city",
  description: "A woonplaats by its identificatie.",
  pathParameters: { woonplaatsId },
  include: ["by_purpose"],
  response: CityStatistics,
  errors: ["not_found"],
  example: ({ adres }) => ({ woonplaatsId: adres.woonplaats_id }),
  handler: ({ snapshot }, { woonplaatsId, include }) =>
    readWoonplaatsStatistics(snapshot, woonplaatsId, include) ?? throwNotFound("city", woonplaatsId),
});

export const getPostcodeAreaStatistics = endpoint({
  path: "/statistics/postcode-area/{postcode}",
  auth: "key",
  tag: "Statistics",
  summary: "Get the totals of a postcode area",
  description: "The addresses whose postcode begins with these four digits.",
  pathParameters: { postcode: digits(4, { description: "Four digits of the area.", example: "1382" }) },
  response: PostcodeAreaStatistics,
  errors: ["not_found"],
  example: ({ adres }) => ({ postcode: adres.postcode.slice(0, 4) }),
  handler: ({ snapshot }, { postcode }) =>
    readPostcodegebiedStatistics(snapshot, postcode) ?? throwNotFound("postcode area", postcode),
});

/** Error for a time line without an area or street. */
const NO_PLACE = faultOf("required_without_both", { first: "woonplaats id", second: "openbare ruimte id" });

export const getTimeline = endpoint({
  path: "/statistics/timeline",
  auth: "key",
  tag: "Statistics",
  extension: true,
  summary: "Get totals and changes by year or month",
  description:
    "For a municipality, a city or a street: what existed on the first day of each period, and what was issued, " +
    "built, withdrawn and demolished in it, by the first day of each change. The first period begins a year " +
    "after `registry_since`, because the registry was being filled before that; the last one contains the " +
    "reference date. An object is counted where it is today or was last.",
  query: {
    ...pastAreaParameters,
    openbare_ruimte_id: optional(
      digits(16, {
        description:
          "Identificatie of the street: its numbers, the residences at them and their buildings. Used instead of " +
          "an area.",
        example: "0457300000000065",
      }),
    ),
    group_by: withDefault(
      oneOf(["year", "month"], { description: "Length of a period.", example: "year" }),
      "year",
    ),
  },
  response: Timeline,
  errors: PAST_ERRORS,
  example: ({ adres, street }) => ({
    gemeente_code: adres.gemeente_code,
    woonplaats_id: street.woonplaats_id,
    openbare_ruimte_id: street.identificatie,
    group_by: "year",
  }),
  handler({ snapshot }, { group_by, openbare_ruimte_id, ...area }) {
    const past = new Past(snapshot);
    if (openbare_ruimte_id !== undefined) {
      return readStreetTimeline(past, requireStreet(past, openbare_ruimte_id, area), group_by);
    }
    return readTimeline(past, requireWoonplaatsen(past, area, NO_PLACE), group_by);
  },
});
