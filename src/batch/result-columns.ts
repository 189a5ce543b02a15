/** The columns that geocoding adds to a table: names, kinds and values, declared once. */

import { didYouMean } from "../base/did-you-mean.ts";
import { AppError } from "../base/errors.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import type { Column, ColumnKind, Value } from "../tables/table.ts";
import type { RowMatch } from "./outcome.ts";

/** All that is known of a row; the values of its added columns are made from it. */
export interface RowResult {
  readonly match: RowMatch;
  /** Code of the reason of `none`. */
  readonly reason: string | null;
  /** Reason in words; for `one_of_several` how many addresses there are. */
  readonly message: string | null;
  /** Differences between row and address, in words. */
  readonly corrected: string | null;
  readonly adres: AdresRecord | null;
  readonly suggestions: readonly AdresRecord[];
  /** Metres from the position of the row; null for rows of addresses. */
  readonly distanceM: number | null;
  readonly groupKey: string | null;
}

const GROUPS = {
  match: "kind of the match, corrections and reasons",
  suggestions: "up to three addresses that may be meant",
  address: "identifier and parts of the address",
  location: "coordinates in degrees and in RD metres",
  building: "building: identifier and year of construction",
  residence: "purposes, floor area and kind of the residence",
  area: "gemeente and provincie",
  codes: "identifiers of place, gemeente and object",
  distance: "metres from the coordinates given",
  group: "duplicates: equal for rows of one address",
} as const;
type ResultGroup = keyof typeof GROUPS;

interface Declaration {
  readonly group: ResultGroup;
  readonly kind: ColumnKind;
  readonly description: string;
  readonly mayBeFormula?: boolean;
  readonly value: (result: RowResult) => Value;
}

/** Declares a column with a field of the address. */
function ofAdres(
  group: ResultGroup,
  kind: ColumnKind,
  description: string,
  value: (adres: AdresRecord) => Value,
): Declaration {
  return { group, kind, description, value: ({ adres }) => (adres === null ? null : value(adres)) };
}

function suggestion(position: number): Declaration {
  return {
    group: "suggestions",
    kind: "text",
    description: `Suggestion ${position} for a row without an address, as a full address.`,
    value: ({ suggestions }) => suggestions[position - 1]?.full_address ?? null,
  };
}

/** All columns, in their order. */
const RESULT_COLUMNS = {
  result_match: {
    group: "match",
    kind: "text",
    description: "exact, corrected, one_of_several or none.",
    value: ({ match }) => match,
  },
  result_corrected: {
    group: "match",
    kind: "text",
    description: "What was typed otherwise than in the registry: `street: Keurstaat → Keurstraat`.",
    mayBeFormula: true,
    value: ({ corrected }) => corrected,
  },
  result_reason: {
    group: "match",
    kind: "text",
    description: "Reason of none, from a closed list.",
    value: ({ reason }) => reason,
  },
  result_message: {
    group: "match",
    kind: "text",
    description: "Reason of none in words.",
    mayBeFormula: true,
    value: ({ message }) => message,
  },
  result_suggestion_1: suggestion(1),
  result_suggestion_2: suggestion(2),
  result_suggestion_3: suggestion(3),
  result_nummeraanduiding_id: ofAdres(
    "address",
    "text",
    "Identificatie of the address: 16 digits.",
    (a) => a.nummeraanduiding_id,
  ),
  result_straatnaam: ofAdres("address", "text", "Street.", (a) => a.straatnaam),
  result_huisnummer: ofAdres("address", "integer", "House number.", (a) => a.huisnummer),
  result_huisletter: ofAdres("address", "text", "House letter.", (a) => a.huisletter),
  result_huisnummertoevoeging: ofAdres("address", "text", "Addition.", (a) => a.huisnummertoevoeging),
  result_postcode: ofAdres("address", "text", "Postcode.", (a) => a.postcode),
  result_woonplaats: ofAdres("address", "text", "Place.", (a) => a.woonplaats_naam),
  result_full_address: ofAdres("address", "text", "The address on one line.", (a) => a.full_address),
  result_latitude: ofAdres("location", "real", "WGS84 latitude in degrees.", (a) => a.latitude),
  result_longitude: ofAdres("location", "real", "WGS84 longitude in degrees.", (a) => a.longitude),
  result_rd_x: ofAdres("location", "real", "RD x in metres.", (a) => a.rd_x),
  result_rd_y: ofAdres("location", "real", "RD y in metres.", (a) => a.rd_y),
  result_pand_id: ofAdres("building", "text", "Identificatie of the building: 16 digits.", (a) => a.pand_id),
  result_bouwjaar: ofAdres("building", "integer", "Year of construction.", (a) => a.bouwjaar),
  result_gebruiksdoel: ofAdres("residence", "list", "Purposes.", (a) => a.gebruiksdoel),
  result_oppervlakte: ofAdres("residence", "integer", "Floor area in m².", (a) => a.oppervlakte),
  result_type: ofAdres("residence", "text", "verblijfsobject, ligplaats or standplaats.", (a) => a.type),
  result_gemeente: ofAdres("area", "text", "Gemeente.", (a) => a.gemeente_naam),
  result_provincie: ofAdres("area", "text", "Provincie.", (a) => a.provincie_naam),
  result_woonplaats_id: ofAdres("codes", "text", "Identificatie of the place.", (a) => a.woonplaats_id),
  result_gemeente_code: ofAdres("codes", "text", "Code of the gemeente.", (a) => a.gemeente_code),
  result_adresseerbaar_object_id: ofAdres(
    "codes",
    "text",
    "Identificatie of the object: 16 digits.",
    (a) => a.adresseerbaar_object_id,
  ),
  result_distance_m: {
    group: "distance",
    kind: "real",
    description: "Metres between the coordinates given and the address.",
    value: ({ distanceM }) => distanceM,
  },
  result_group: {
    group: "group",
    kind: "integer",
    description: "The same number for rows that are the same address, though written differently.",
    // Numbers are given in the order of the rows, when these are written (run/write-result.ts).
    value: () => null,
  },
} as const satisfies Record<string, Declaration>;

export type ResultColumnName = keyof typeof RESULT_COLUMNS;
const RESULT_COLUMN_NAMES = Object.keys(RESULT_COLUMNS) as ResultColumnName[];

const DEFAULT_GROUPS: readonly ResultGroup[] = [
  "match",
  "suggestions",
  "address",
  "location",
  "building",
  "residence",
  "area",
];

interface Selection {
  readonly kind: "address" | "position";
  readonly dedupe: boolean;
}

/**
 * Returns the columns of `--add`, in the order of the declaration: names with or without `result_`, groups, `all`;
 * `result_match` always, and what the kind of table and `--dedupe` ask for. Throws AppError `usage` for another name.
 */
export function selectResultColumns(
  add: string | undefined,
  { kind, dedupe }: Selection,
): ResultColumnName[] {
  const selected = new Set<ResultColumnName>(["result_match"]);
  const asked =
    add === undefined ? [...DEFAULT_GROUPS, ...(kind === "position" ? ["distance"] : [])] : add.split(",");
  for (const each of [...asked, ...(dedupe ? ["group"] : [])]) {
    for (const column of columnsNamed(each.trim().toLowerCase())) {
      selected.add(column);
    }
  }
  return RESULT_COLUMN_NAMES.filter((column) => selected.has(column));
}

function columnsNamed(name: string): readonly ResultColumnName[] {
  if (name === "all") {
    return RESULT_COLUMN_NAMES;
  }
  const columns = RESULT_COLUMN_NAMES.filter(
    (column) => RESULT_COLUMNS[column].group === name || column === name || column === `result_${name}`,
  );
  if (columns.length > 0) {
    return columns;
  }
  const groups = Object.keys(GROUPS);
  const names = RESULT_COLUMN_NAMES.map((column) => column.slice("result_".length));
  throw new AppError(
    "usage",
    `--add does not know ${JSON.stringify(name)}.${didYouMean(name, [...groups, ...names])} ` +
      `Groups: ${groups.join(", ")}, all. Columns: ${names.join(", ")}.`,
  );
}

/** Names the columns in the output: one that the table has already, in any case, gets a number behind it. */
export function nameAddedColumns(
  columns: readonly ResultColumnName[],
  existing: readonly string[],
): { readonly column: ResultColumnName; readonly name: string }[] {
  const taken = new Set(existing.map((name) => name.trim().toLowerCase()));
  return columns.map((column) => {
    let name: string = column;
    for (let number = 2; taken.has(name); number++) {
      name = `${column}_${number}`;
    }
    return { column, name };
  });
}

/** Returns the added columns as columns to write. */
export function addedColumnsOf(
  added: readonly { readonly column: ResultColumnName; readonly name: string }[],
): Column[] {
  return added.map(({ column, name }) => {
    const { kind, mayBeFormula = false }: Declaration = RESULT_COLUMNS[column];
    return mayBeFormula ? { name, kind, mayBeFormula } : { name, kind };
  });
}

/** Returns the values of the added columns, in their order. */
export function valuesOf(columns: readonly ResultColumnName[], result: RowResult): Value[] {
  return columns.map((column) => RESULT_COLUMNS[column].value(result));
}
