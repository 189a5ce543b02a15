import { AppError } from "../../base/errors.ts";
import { readingOfGemeente } from "../../registry/history/objects-on-day.ts";
import { gemeenten, woonplaatsen } from "../../registry/read/areas.ts";
import { endpoint } from "../endpoint.ts";
import { digits, optional, text } from "../parameters/kinds.ts";
import { City, Municipality } from "../schemas/records.ts";
import { openPastDay, PAST_ERRORS, requireRecordOn, validOn } from "../valid-on.ts";
import { provinceParameter } from "./provinces.ts";

const pathParameters = {
  gemeenteCode: digits(4, { description: "Code of the gemeente.", example: "0457" }),
};

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
    const { gemeenteCode, valid_on, include } = input;
    if (valid_on !== undefined) {
      const pastDay = openPastDay(snapshot, valid_on, input, ["counts", "geometry"]);
      return requireRecordOn(pastDay, readingOfGemeente(Number(gemeenteCode)), notFound(gemeenteCode));
    }
    return gemeenten.find(snapshot, gemeenteCode, include) ?? throwNotFound(gemeenteCode);
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
    const gemeente = gemeenten.find(snapshot, gemeenteCode) ?? throwNotFound(gemeenteCode);
    return woonplaatsen.list(snapshot, { gemeenteCode: gemeente.gemeente_code }, { ...page, ...include });
  },
});

function throwNotFound(gemeenteCode: string): never {
  throw new AppError("not_found", notFound(gemeenteCode));
}

function notFound(gemeenteCode: string): string {
  return `No municipality found with code ${gemeenteCode}.`;
}
