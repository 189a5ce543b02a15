/** Writes addresses as CSV: RFC 4180 in UTF-8, a header, all fields of the record in the order of the specification. */
import type { AdresRecord } from "../registry/records.ts";
import { cellQuoting, escapeFormula } from "../tables/write/csv-cell.ts";

/**
 * Kind of each column. `exact`: numbers and words from closed lists of the registry, written unchanged. `text`: free
 * text that a gemeente typed. `list`: words from a closed list, joined by `|`.
 */
const COLUMNS = {
  nummeraanduiding_id: "exact",
  type: "exact",
  huisnummer: "exact",
  huisletter: "text",
  huisnummertoevoeging: "text",
  postcode: "exact",
  straatnaam: "text",
  verkorte_straatnaam: "text",
  woonplaats_naam: "text",
  woonplaats_id: "exact",
  gemeente_naam: "text",
  gemeente_code: "exact",
  provincie_naam: "exact",
  gebruiksdoel: "list",
  oppervlakte: "exact",
  status: "exact",
  pand_id: "exact",
  adresseerbaar_object_id: "exact",
  bouwjaar: "exact",
  latitude: "exact",
  longitude: "exact",
  rd_x: "exact",
  rd_y: "exact",
  full_address: "text",
} as const satisfies Record<Exclude<keyof AdresRecord, "geometry">, "exact" | "text" | "list">;

const LINE_END = "\r\n";
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

export const CSV_HEADER = NAMES.join(",") + LINE_END;

/** Returns one CSV line with its line end; null is an empty cell. */
export function csvLine(record: AdresRecord): string {
  let line = "";
  for (const name of NAMES) {
    if (line !== "") {
      line += ",";
    }
    const value = record[name];
    if (value === null) {
      continue;
    }
    line +=
      COLUMNS[name] === "exact" ? value : textCell(typeof value === "object" ? value.join("|") : `${value}`);
  }
  return line + LINE_END;
}

const quote = cellQuoting();

/**
 * Escapes and quotes a text cell. Prefixes an apostrophe to text that a spreadsheet would evaluate as a formula (CSV
 * injection); text such as `'s-Gravenhage` is not affected.
 */
export function textCell(text: string): string {
  return quote(escapeFormula(text));
}
