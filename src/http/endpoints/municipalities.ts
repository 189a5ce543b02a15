import { readingOfGemeente } from "../../registry/history/objects-on-day.ts";
import { gemeenten, woonplaatsen } from "../../registry/read/areas.ts";
import { endpoint } from "../endpoint.ts";
import { notFoundText, throwNotFound } from "../not-found.ts";
import { optional, text } from "../parameters/kinds.ts";
import { gemeenteCode } from "../parameters/object-ids.ts";
import { City, Municipality } from "../schemas/records.ts";
import { openPastDay, PAST_ERRORS, requireRecordOn, validOn } from "../valid-on.ts";
import { provinceParameter } from "./provinces.ts";

const pathParameters = { gemeenteCode };

export const listMunicipalities = endpoint({
  path: "/municipalities",
  auth: "key",
  tag: "Municipalities",
  summary: "List municipalities",
  description: "By name; those with a city in the data. Names match without regard to case and diacritics.",
  query: {
    "filter[gemeente_naam]": optional(text({ description: "Part of the name.", example: "Weesp" })),
    "filter[provincie_naam]": optional(provinceParameter),
    "filter[provincie_code]": optional(text({ description: "Two letters of the province.", example: "NH" })),
  },
  include: ["counts", "geometry"],
  sort: ["gemeente_naam"],
  envelope: "page-without-links",
  response: Municipality,
  example: ({ adres, provincie }) => ({
    "filter[gemeente_naam]": adres.gemeente_naam,
    "filter[provincie_naam]": provincie.provincie_naam,
    "filter[provincie_code]": provincie.provincie_code,
  }),
  handler({ snapshot }, input) {
    const filter = {
      naam: input["filter[gemeente_naam]"],
      provincieNaam: input["filter[provincie_naam]"],
      provincieCode: input["filter[provincie_code]"],
      descending: input.sort?.descending,
    };
    return gemeenten.list(snapshot, filter, { ...input.page, ...input.include });
  },
});

export const getMunicipality = endpoint({
  path: "/municipalities/{gemeenteCode}",
  auth: "key",
  tag: "Municipalities",
  summary: "Get one municipality",
  description: "A gemeente by its code.",
  pathParameters,
  query: { valid_on: validOn },
  include: ["counts", "geometry"],
  response: Municipality,
  errors: PAST_ERRORS,
  example: ({ adres }) => ({ gemeenteCode: adres.gemeente_code, valid_on: null }),
  handler({ snapshot }, input) {
    const { gemeenteCode: code, valid_on, include } = input;
    if (valid_on === undefined) {
      return gemeenten.find(snapshot, code, include) ?? throwNotFound("municipality", code);
    }
    const pastDay = openPastDay(snapshot, valid_on, input, ["counts", "geometry"]);
    return requireRecordOn(pastDay, readingOfGemeente(Number(code)), notFoundText("municipality", code));
  },
});

export const listMunicipalityCities = endpoint({
  path: "/municipalities/{gemeenteCode}/cities",
  auth: "key",
  tag: "Municipalities",
  summary: "List the cities of a municipality",
  description: "By name.",
  pathParameters,
  include: ["geometry"],
  envelope: "page-without-links",
  response: City,
  errors: ["not_found"],
  example: ({ adres }) => ({ gemeenteCode: adres.gemeente_code, per_page: 2 }),
  handler({ snapshot }, { gemeenteCode, page, include }) {
    const gemeente = gemeenten.find(snapshot, gemeenteCode) ?? throwNotFound("municipality", gemeenteCode);
    return woonplaatsen.list(snapshot, { gemeenteCode: gemeente.gemeente_code }, { ...page, ...include });
  },
});
