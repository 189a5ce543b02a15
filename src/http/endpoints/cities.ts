import { readingOfWoonplaats } from "../../registry/history/objects-on-day.ts";
import { woonplaatsen } from "../../registry/read/areas.ts";
import { listOpenbareRuimten } from "../../registry/read/openbare-ruimten.ts";
import { DETAILS } from "../details.ts";
import { endpoint } from "../endpoint.ts";
import { throwNotFound } from "../not-found.ts";
import { optional, text } from "../parameters/kinds.ts";
import { woonplaatsId } from "../parameters/object-ids.ts";
import { City, Street } from "../schemas/records.ts";
import { PAST_ERRORS, requireRecord, validOn } from "../valid-on.ts";
import { provinceParameter } from "./provinces.ts";

const pathParameters = { woonplaatsId };

export const listCities = endpoint({
  path: "/cities",
  auth: "key",
  tag: "Cities",
  summary: "List cities",
  description: "By name. Names match without regard to case and diacritics.",
  query: {
    "filter[naam]": optional(text({ description: "Part of the name.", example: "Weesp" })),
    "filter[gemeente_code]": optional(text({ description: "Code of the municipality.", example: "0457" })),
    "filter[provincie_naam]": optional(provinceParameter),
  },
  include: ["counts", "geometry"],
  sort: ["naam"],
  envelope: "page-without-links",
  response: City,
  example: ({ adres }) => ({
    "filter[naam]": adres.woonplaats_naam,
    "filter[gemeente_code]": adres.gemeente_code,
    "filter[provincie_naam]": adres.provincie_naam,
  }),
  handler({ snapshot }, input) {
    const filter = {
      naam: input["filter[naam]"],
      gemeenteCode: input["filter[gemeente_code]"],
      provincieNaam: input["filter[provincie_naam]"],
      descending: input.sort?.descending,
    };
    return woonplaatsen.list(snapshot, filter, { ...input.page, ...input.include });
  },
});

export const getCity = endpoint({
  path: "/cities/{woonplaatsId}",
  auth: "key",
  tag: "Cities",
  summary: "Get one city",
  description: "A woonplaats by its identificatie.",
  pathParameters,
  query: { valid_on: validOn },
  include: ["counts", "geometry", ...DETAILS],
  response: City,
  errors: PAST_ERRORS,
  example: ({ adres }) => ({ woonplaatsId: adres.woonplaats_id, valid_on: null }),
  handler({ snapshot }, input) {
    const { woonplaatsId: id, include } = input;
    return requireRecord(snapshot, input, {
      kind: "city",
      id,
      today: () => woonplaatsen.find(snapshot, id, include),
      onDay: readingOfWoonplaats(Number(id), include),
      ofTodayOnly: ["counts"],
    });
  },
});

export const listCityStreets = endpoint({
  path: "/cities/{woonplaatsId}/streets",
  auth: "key",
  tag: "Cities",
  summary: "List the streets of a city",
  description: "By name.",
  pathParameters,
  sort: ["naam"],
  envelope: "page",
  response: Street,
  errors: ["not_found"],
  example: ({ adres }) => ({ woonplaatsId: adres.woonplaats_id, per_page: 2 }),
  handler({ snapshot }, { woonplaatsId, page, sort }) {
    const woonplaats = woonplaatsen.find(snapshot, woonplaatsId) ?? throwNotFound("city", woonplaatsId);
    const filter = { woonplaatsId: woonplaats.identificatie, descending: sort?.descending };
    return listOpenbareRuimten(snapshot, filter, page);
  },
});
