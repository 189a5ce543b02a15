import { buurten, wijken } from "../../registry/read/areas.ts";
import { endpoint } from "../endpoint.ts";
import { buurtCode, wijkCode } from "../parameters/buurt-codes.ts";
import { digits, optional, text, type Values } from "../parameters/kinds.ts";
import { District, Neighbourhood } from "../schemas/records.ts";

const SOURCE =
  "Source: CBS and Kadaster, CC BY 4.0; an empty list when this data was imported without a map of them.";

/** Filters that both lists take. */
const wijkFilters = {
  "filter[wijk_code]": optional(wijkCode),
  "filter[gemeente_code]": optional(digits(4, { description: "Code of the gemeente.", example: "0457" })),
};

function toWijkFilter(input: Values<typeof wijkFilters>) {
  return { wijkCode: input["filter[wijk_code]"], gemeenteCode: input["filter[gemeente_code]"] };
}

export const listNeighbourhoods = endpoint({
  path: "/neighbourhoods",
  auth: "key",
  tag: "Neighbourhoods",
  extension: true,
  summary: "List neighbourhoods",
  description: `CBS buurten on land by code, with the year of their map. Names match without regard to case and diacritics. ${SOURCE}`,
  query: {
    "filter[buurt_code]": optional(buurtCode),
    "filter[buurt_naam]": optional(text({ description: "Part of the name.", example: "Centrum" })),
    ...wijkFilters,
  },
  include: ["counts", "by_type", "by_purpose", "geometry"],
  envelope: "page",
  response: Neighbourhood,
  example: ({ adres }) => ({
    "filter[buurt_code]": null,
    "filter[buurt_naam]": null,
    "filter[wijk_code]": null,
    "filter[gemeente_code]": adres.gemeente_code,
    per_page: 2,
  }),
  handler({ snapshot }, { page, include, ...input }) {
    const ofBuurt = { buurtCode: input["filter[buurt_code]"], naam: input["filter[buurt_naam]"] };
    return buurten.list(snapshot, { ...ofBuurt, ...toWijkFilter(input) }, { ...page, ...include });
  },
});

export const listDistricts = endpoint({
  path: "/districts",
  auth: "key",
  tag: "Neighbourhoods",
  extension: true,
  summary: "List districts",
  description: `CBS wijken by code: a wijk consists of buurten. Names match without regard to case and diacritics. ${SOURCE}`,
  query: {
    "filter[wijk_naam]": optional(text({ description: "Part of the name.", example: "Weesp" })),
    ...wijkFilters,
  },
  include: ["counts", "by_type", "by_purpose", "geometry"],
  envelope: "page",
  response: District,
  example: ({ adres }) => ({
    "filter[wijk_naam]": null,
    "filter[wijk_code]": null,
    "filter[gemeente_code]": adres.gemeente_code,
    per_page: 2,
  }),
  handler({ snapshot }, { page, include, ...input }) {
    const naam = input["filter[wijk_naam]"];
    return wijken.list(snapshot, { naam, ...toWijkFilter(input) }, { ...page, ...include });
  },
});
