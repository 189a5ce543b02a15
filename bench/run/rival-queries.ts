/** Queries of the compared server: prepared statements by name. */

const COLUMNS = `nummeraanduiding_id, type, huisnummer, huisletter, huisnummertoevoeging, postcode, straatnaam,
  verkorte_straatnaam, woonplaats_naam, woonplaats_id, gemeente_naam, gemeente_code, provincie_naam, gebruiksdoel,
  oppervlakte, status, pand_id, adresseerbaar_object_id, bouwjaar, latitude, longitude, rd_x, rd_y, full_address`;
const FROM = `SELECT ${COLUMNS} FROM adres`;
const PAGE = `SELECT ${COLUMNS}, count(*) OVER () AS total FROM adres`;
const POINT = "ST_Transform(ST_SetSRID(ST_MakePoint($2, $1), 4326), 28992)";
const AROUND = `SELECT ${COLUMNS}, geom <-> ${POINT} AS distance FROM adres WHERE ST_DWithin(geom, ${POINT}, $3)`;

export const QUERIES = {
  lookup: `${FROM} WHERE postcode = $1 AND huisnummer = $2 AND huisletter IS NOT DISTINCT FROM $3
    AND huisnummertoevoeging IS NOT DISTINCT FROM $4 ORDER BY nummeraanduiding_id LIMIT 1`,
  byId: `${FROM} WHERE nummeraanduiding_id = $1`,
  postcode: `${PAGE} WHERE postcode = $1 ORDER BY straatnaam, woonplaats_naam, sort_key COLLATE "C" LIMIT 25`,
  /** Every word, in any order. */
  words: `${PAGE} WHERE tsv @@ plainto_tsquery('dutch_address', $1) ORDER BY length(line), nummeraanduiding_id LIMIT 25`,
  /** The nearest lines by trigrams, where no line has every word. */
  near: `${PAGE} WHERE line % $1 ORDER BY similarity(line, $1) DESC, nummeraanduiding_id LIMIT 25`,
  /** Lines that begin as typed. */
  beginning: `${FROM} WHERE lower(line) LIKE $1 ORDER BY lower(line) USING ~<~ LIMIT 10`,
  /** Lines with every word, the last of them as a beginning. */
  typed: `${FROM} WHERE tsv @@ to_tsquery('dutch_address', $1) LIMIT 10`,
  reverse: `${AROUND} ORDER BY geom <-> ${POINT} LIMIT 1`,
  nearby: `${AROUND} ORDER BY geom <-> ${POINT} LIMIT 25`,
  box: `${FROM} WHERE geom && ST_Transform(ST_MakeEnvelope($1, $2, $3, $4, 4326), 28992) LIMIT 100`,
} as const;

export type QueryName = keyof typeof QUERIES;

/** Row as `pg` returns it. */
export interface RivalRow {
  readonly gebruiksdoel: string;
  readonly full_address: string;
  readonly nummeraanduiding_id: string;
  readonly postcode: string | null;
  readonly woonplaats_naam: string;
  readonly total?: string;
  readonly distance?: number;
}

/** Returns the words of a line for the search: a postcode is one word. */
export function wordsOf(line: string): string[] {
  const words = (line.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
  return words.replace(/\b([1-9]\d{3}) ([a-z]{2})\b/i, "$1$2").split(" ");
}
