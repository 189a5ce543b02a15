import { readingOfVerblijfsobject } from "../../registry/history/objects-on-day.ts";
import { findGebruiksdoel, listAdressenPerDoel } from "../../registry/read/adressen-per-doel.ts";
import { findVerblijfsobject } from "../../registry/read/verblijfsobjecten.ts";
import { GEBRUIKSDOELEN } from "../../registry/schema/object-types.ts";
import { DETAILS, detailed } from "../details.ts";
import { endpoint } from "../endpoint.ts";
import { integer, invalidChoiceMessage, optional, text } from "../parameters/kinds.ts";
import { verblijfsobjectId } from "../parameters/object-ids.ts";
import { Address, Residence } from "../schemas/records.ts";
import { PAST_ERRORS, requireRecord, validOn } from "../valid-on.ts";

export const getResidence = endpoint({
  path: "/residences/{verblijfsobjectId}",
  auth: "key",
  tag: "Residences",
  summary: "Get one residence",
  description: "A verblijfsobject by its identificatie.",
  pathParameters: { verblijfsobjectId },
  query: { valid_on: validOn },
  include: ["geometry", "address", "stage", ...DETAILS],
  response: Residence,
  errors: PAST_ERRORS,
  example: ({ adres }) => ({ verblijfsobjectId: adres.adresseerbaar_object_id, valid_on: null }),
  handler({ snapshot }, input) {
    const { verblijfsobjectId: id, include } = input;
    return requireRecord(snapshot, input, {
      kind: "residence",
      id,
      today: () => findVerblijfsobject(snapshot, id, include),
      onDay: readingOfVerblijfsobject(Number(id), include),
    });
  },
});

const purpose = { description: "Purpose of use (gebruiksdoel), in any case.", example: "woonfunctie" };

const purposeParameter = text(purpose)
  .refine((value) => findGebruiksdoel(value) !== undefined, invalidChoiceMessage(GEBRUIKSDOELEN))
  .meta(purpose);

function areaParameter(description: string) {
  return optional(integer({ min: 0, max: 999_999, description, example: 100 }));
}

export const residencesByPurpose = endpoint({
  path: "/residences/by-purpose",
  auth: "key",
  tag: "Residences",
  summary: "List addresses by purpose of use",
  description:
    "A residence with several purposes is listed under each. Sorted by area and identifier; residences without an " +
    "area come last, and are left out with a minimum or maximum area. A purpose, area or city that does not occur " +
    "gives an empty list; a purpose that does not exist is 422.",
  query: {
    purpose: purposeParameter,
    gemeente_code: optional(text({ description: "Code of the municipality.", example: "0457" })),
    woonplaats_id: optional(text({ description: "Identificatie of the woonplaats.", example: "3631" })),
    city: optional(text({ description: "Full name of the city.", example: "Weesp" })),
    oppervlakte_min: areaParameter("Minimum area in square metres."),
    oppervlakte_max: areaParameter("Maximum area in square metres."),
  },
  include: ["stage", ...DETAILS],
  envelope: "page",
  response: Address,
  errors: ["history_not_kept"],
  example: ({ adres }) => ({
    purpose: adres.gebruiksdoel[0]!,
    gemeente_code: adres.gemeente_code,
    woonplaats_id: adres.woonplaats_id,
    city: adres.woonplaats_naam,
    oppervlakte_min: adres.oppervlakte,
    oppervlakte_max: adres.oppervlakte,
    per_page: 2,
  }),
  handler({ snapshot }, { page, purpose, include, ...input }) {
    const filter = {
      gebruiksdoel: purpose,
      gemeenteCode: input.gemeente_code,
      woonplaatsId: input.woonplaats_id,
      city: input.city,
      oppervlakteMin: input.oppervlakte_min,
      oppervlakteMax: input.oppervlakte_max,
    };
    const request = { ...page, ...include };
    const found = listAdressenPerDoel(snapshot, filter, request);
    return { ...found, rows: found.rows.map(detailed(snapshot, include)) };
  },
});
