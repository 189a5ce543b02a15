/** JSON schemas by which Fastify writes the rival's answers. */

const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };
const integerOrNull = { type: ["integer", "null"] };
const number = { type: "number" };

/** Record of an address, field by field in the order of docs/records.md. */
export const ADDRESS = {
  type: "object",
  properties: {
    nummeraanduiding_id: text,
    type: text,
    huisnummer: { type: "integer" },
    huisletter: textOrNull,
    huisnummertoevoeging: textOrNull,
    postcode: textOrNull,
    straatnaam: text,
    verkorte_straatnaam: textOrNull,
    woonplaats_naam: text,
    woonplaats_id: text,
    gemeente_naam: text,
    gemeente_code: text,
    provincie_naam: text,
    gebruiksdoel: { type: "array", items: text },
    oppervlakte: integerOrNull,
    status: text,
    pand_id: textOrNull,
    adresseerbaar_object_id: text,
    bouwjaar: integerOrNull,
    latitude: number,
    longitude: number,
    rd_x: number,
    rd_y: number,
    full_address: text,
  },
} as const;

export const SUGGESTION = {
  type: "object",
  properties: { id: text, label: text, postcode: textOrNull, city: text },
} as const;

/** Schema of a list; `meta` is written where the answer has one. */
export function paged(item: object): object {
  const meta = { type: "object", properties: { total: number, per_page: number, current_page: number } };
  return { type: "object", properties: { data: { type: "array", items: item }, meta } };
}
