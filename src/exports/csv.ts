/** Addresses as CSV: RFC 4180 in UTF-8, a header, every field of the record in the order of the specification. */
import type { AdresRecord } from "../registry/records.ts";

/**
 * `exact`: digits and closed words of the registry's, written as they are. `text`: whatever a municipality typed.
 * `list`: closed words, joined by `|`.
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

/** One line with its end; null is an empty cell. */
export function csvLine(record: AdresRecord): string {
  let line = "";
  for (const name of NAMES) {
    if (line !== "") line += ",";
    const value = record[name];
    if (value === null) continue;
    line +=
      COLUMNS[name] === "exact" ? value : textCell(typeof value === "object" ? value.join("|") : `${value}`);
  }
  return line + LINE_END;
}

const QUOTED = /[",\r\n]/;

/** A cell that a spreadsheet takes for a formula when it begins so. */
const FORMULA = /^[=+\-@\t\r]/;

/** Neutralised with a leading apostrophe where a spreadsheet would compute it; `'s-Gravenhage` begins harmlessly. */
export function textCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
