import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { readingOfPand } from "../../registry/history/objects-on-day.ts";
import { findPand } from "../../registry/read/panden.ts";
import { listPandenInBox } from "../../registry/read/panden-in-box.ts";
import { countPandenPerPeriod } from "../../registry/read/statistics.ts";
import { stageOf } from "../../registry/schema/object-types.ts";
import { DETAILS, detailed } from "../details.ts";
import { endpoint } from "../endpoint.ts";
import { integer, optional, text, withDefault } from "../parameters/kinds.ts";
import { pandId } from "../parameters/object-ids.ts";
import { stageParameter } from "../parameters/stage.ts";
import { boxAround, boxParameters, requireBox } from "../position.ts";
import { BuildingsByYear } from "../schemas/aggregates.ts";
import { Building } from "../schemas/records.ts";
import { noneOnDay, openPastDay, PAST_ERRORS, requireRecord, requireRecordOn, validOn } from "../valid-on.ts";
import {
  addressKeyExample,
  addressKeyParameters,
  requireAddress,
  requireAddressOn,
  toAdresKey,
} from "./addresses.ts";
import { groupByParameter } from "./statistics.ts";

function yearParameter(description: string) {
  return optional(integer({ min: 0, max: 9999, description, example: 1900 }));
}

/** Values of `include` for today only: no table links a former pand to its addresses. */
const OF_TODAY_ONLY = ["addresses", "counts"] as const;

export const getBuilding = endpoint({
  path: "/buildings/{pandId}",
  auth: "key",
  tag: "Buildings",
  summary: "Get one building",
  description: "A pand by its identificatie.",
  pathParameters: { pandId },
  query: { valid_on: validOn },
  include: ["geometry", "addresses", "counts", "stage", ...DETAILS],
  response: Building,
  errors: PAST_ERRORS,
  example: ({ pand }) => ({ pandId: pand.identificatie, valid_on: null }),
  handler({ snapshot }, input) {
    const { pandId: id, include } = input;
    return requireRecord(snapshot, input, {
      kind: "building",
      id,
      today: () => findPand(snapshot, id, include),
      onDay: readingOfPand(Number(id), include),
      ofTodayOnly: OF_TODAY_ONLY,
    });
  },
});

export const getBuildingAtAddress = endpoint({
  path: "/buildings/at-address",
  auth: "key",
  tag: "Buildings",
  summary: "Get the building of an address",
  description: "The address is found as in the lookup. Berths and pitches have no building: 404.",
  query: { ...addressKeyParameters, valid_on: validOn },
  include: ["geometry", "addresses", "counts", "stage", ...DETAILS],
  response: Building,
  errors: PAST_ERRORS,
  example: (sample) => ({ ...addressKeyExample(sample), valid_on: null }),
  handler({ snapshot }, { valid_on, ...input }) {
    const { include } = input;
    const key = toAdresKey(input);
    const pastDay =
      valid_on === undefined ? undefined : openPastDay(snapshot, valid_on, input, OF_TODAY_ONLY);
    const { pand_id, full_address } = pastDay
      ? requireAddressOn(pastDay, key)
      : requireAddress(snapshot, key);
    const notFound = `No building found at ${full_address}.`;
    if (pastDay !== undefined) {
      if (pand_id === null) {
        throw noneOnDay(pastDay, notFound);
      }
      return requireRecordOn(pastDay, readingOfPand(Number(pand_id), include), notFound);
    }
    const pand = pand_id === null ? undefined : findPand(snapshot, pand_id, include);
    if (pand === undefined) {
      throw new AppError("not_found", notFound);
    }
    return detailed(snapshot, include)(pand);
  },
});

export const buildingsInBox = endpoint({
  path: "/buildings/within-bbox",
  auth: "key",
  tag: "Buildings",
  summary: "List the buildings in a box",
  description:
    "Buildings whose footprint overlaps or touches the box. In no particular order, but in the same order for " +
    "the same data, truncated at `limit`. Filters by year leave out buildings without one.",
  query: {
    ...boxParameters,
    "filter[bouwjaar_min]": yearParameter("First construction year."),
    "filter[bouwjaar_max]": yearParameter("Last construction year."),
    "filter[stage]": stageParameter,
    "filter[status]": optional(text({ description: "Status, in any case.", example: "Pand in gebruik" })),
    limit: withDefault(
      integer({ min: 1, max: 500, description: "Buildings to list, 1 to 500.", example: 100 }),
      100,
    ),
  },
  include: ["stage"],
  response: z.array(Building),
  example: ({ adres, pand }) => ({
    ...boxAround(adres),
    "filter[bouwjaar_min]": pand.bouwjaar,
    "filter[bouwjaar_max]": pand.bouwjaar,
    "filter[status]": pand.status,
    limit: 2,
  }),
  handler({ snapshot }, { limit, ...input }) {
    const query = {
      limit,
      bouwjaarMin: input["filter[bouwjaar_min]"],
      bouwjaarMax: input["filter[bouwjaar_max]"],
      status: input["filter[status]"],
      stage: input["filter[stage]"],
    };
    const panden = listPandenInBox(snapshot, requireBox(input), query);
    return input.include.stage
      ? panden.map((pand) => ({ ...pand, stage: stageOf("PND", pand.status) }))
      : panden;
  },
});

export const buildingsByYear = endpoint({
  path: "/buildings/by-year",
  auth: "key",
  tag: "Buildings",
  summary: "Count buildings by construction year",
  description:
    "By year, decade or century, in an area when one is given: all conditions must hold. Buildings without a year " +
    "are left out.",
  query: {
    group_by: groupByParameter,
    gemeente_code: optional(text({ description: "Code of the municipality.", example: "0457" })),
    woonplaats_id: optional(text({ description: "Identificatie of the woonplaats.", example: "3631" })),
    city: optional(text({ description: "Part of the city's name.", example: "Weesp" })),
    min_year: yearParameter("First construction year to count."),
    max_year: yearParameter("Last construction year to count."),
    "filter[stage]": stageParameter,
  },
  response: BuildingsByYear,
  example: ({ adres, pand }) => ({
    group_by: "century",
    gemeente_code: adres.gemeente_code,
    woonplaats_id: adres.woonplaats_id,
    city: adres.woonplaats_naam,
    min_year: 1900,
    max_year: Math.max(1999, pand.bouwjaar ?? 0),
    "filter[stage]": "standing",
  }),
  handler({ snapshot }, input) {
    const filter = {
      groupBy: input.group_by,
      gemeenteCode: input.gemeente_code,
      woonplaatsId: input.woonplaats_id,
      city: input.city,
      minYear: input.min_year,
      maxYear: input.max_year,
      stage: input["filter[stage]"],
    };
    return countPandenPerPeriod(snapshot, filter);
  },
});
