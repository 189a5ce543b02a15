import { listAdressenOfStreetOn } from "../../registry/history/adressen-on-day.ts";
import { readingOfOpenbareRuimte } from "../../registry/history/objects-on-day.ts";
import { gapOf } from "../../registry/history/records-on-day.ts";
import { listAdressenOfOpenbareRuimte } from "../../registry/read/adressen.ts";
import { findOpenbareRuimte, listOpenbareRuimten } from "../../registry/read/openbare-ruimten.ts";
import { DETAILS, detailed } from "../details.ts";
import { endpoint } from "../endpoint.ts";
import { notFoundText, throwNotFound } from "../not-found.ts";
import { buurtFilters, NO_BUURT, toBuurtCodes } from "../parameters/buurt-codes.ts";
import { optional, text } from "../parameters/kinds.ts";
import { openbareRuimteId } from "../parameters/object-ids.ts";
import { stageParameter } from "../parameters/stage.ts";
import { Address, Street } from "../schemas/records.ts";
import {
  AREAS_OF_TODAY,
  openPastDay,
  PAST_ERRORS,
  requireRecord,
  requireRecordOn,
  validOn,
} from "../valid-on.ts";

const pathParameters = { openbareRuimteId };

const woonplaatsId = { description: "Identificatie of the woonplaats.", example: "3631" };

export const listStreets = endpoint({
  path: "/streets",
  auth: "key",
  tag: "Streets",
  summary: "List streets",
  description: "By name. Names match without regard to case and diacritics. All filters given must hold.",
  query: {
    "filter[naam]": optional(text({ description: "Part of the name.", example: "Keurstraat" })),
    "filter[woonplaats_id]": optional(text(woonplaatsId)),
    woonplaats_id: optional(
      text({
        ...woonplaatsId,
        description: "The same as `filter[woonplaats_id]`, which wins when both are given.",
      }),
    ),
    city: optional(text({ description: "Part of the city's name.", example: "Weesp" })),
    "filter[type]": optional(text({ description: "Kind of openbare ruimte.", example: "Weg" })),
  },
  sort: ["naam"],
  envelope: "page",
  response: Street,
  example: ({ street }) => ({
    "filter[naam]": street.naam,
    "filter[woonplaats_id]": street.woonplaats_id,
    woonplaats_id: street.woonplaats_id,
    city: street.woonplaats_naam,
    "filter[type]": street.type,
    per_page: 2,
  }),
  handler({ snapshot }, input) {
    const filter = {
      naam: input["filter[naam]"],
      woonplaatsId: input["filter[woonplaats_id]"] ?? input.woonplaats_id,
      city: input.city,
      type: input["filter[type]"],
      descending: input.sort?.descending,
    };
    return listOpenbareRuimten(snapshot, filter, input.page);
  },
});

export const getStreet = endpoint({
  path: "/streets/{openbareRuimteId}",
  auth: "key",
  tag: "Streets",
  summary: "Get one street",
  description: "An openbare ruimte by its identificatie.",
  pathParameters,
  query: { valid_on: validOn },
  include: ["counts", ...DETAILS],
  response: Street,
  errors: PAST_ERRORS,
  example: ({ street }) => ({ openbareRuimteId: street.identificatie, valid_on: null }),
  handler({ snapshot }, input) {
    const { openbareRuimteId: id, include } = input;
    return requireRecord(snapshot, input, {
      kind: "street",
      id,
      today: () => findOpenbareRuimte(snapshot, id, include),
      onDay: readingOfOpenbareRuimte(Number(id), include),
      ofTodayOnly: ["counts"],
    });
  },
});

export const listStreetAddresses = endpoint({
  path: "/streets/{openbareRuimteId}/addresses",
  auth: "key",
  tag: "Streets",
  summary: "List the addresses of a street",
  description: "In the order of number, letter and addition; addresses without a postcode too.",
  pathParameters,
  query: { "filter[stage]": stageParameter, ...buurtFilters, valid_on: validOn },
  include: ["geometry", "stage", "areas", ...DETAILS],
  envelope: "page",
  response: Address,
  errors: PAST_ERRORS,
  example: ({ street }) => ({
    openbareRuimteId: street.identificatie,
    ...NO_BUURT,
    "filter[stage]": "standing",
    valid_on: null,
    per_page: 2,
  }),
  handler({ snapshot }, input) {
    const { openbareRuimteId, page, include, valid_on } = input;
    const ofDay = { ...page, ...include, ofStage: input["filter[stage]"] };
    if (valid_on !== undefined) {
      const pastDay = openPastDay(snapshot, valid_on, input, AREAS_OF_TODAY);
      const text = notFoundText("street", openbareRuimteId);
      requireRecordOn(pastDay, readingOfOpenbareRuimte(Number(openbareRuimteId)), text);
      const { past, day } = pastDay;
      const found = listAdressenOfStreetOn(past, day, Number(openbareRuimteId), ofDay);
      return { ...found, ...gapOf(past, day) };
    }
    const request = { ...ofDay, ...toBuurtCodes(input) };
    const adressen = listAdressenOfOpenbareRuimte(snapshot, openbareRuimteId, request);
    const { rows, total } = adressen ?? throwNotFound("street", openbareRuimteId);
    return { rows: rows.map(detailed(snapshot, include)), total };
  },
});
