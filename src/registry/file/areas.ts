/** In-memory tables of woonplaatsen, gemeenten and provincies: fewer than 3,000, and every record names them. */
import type { Database } from "../../base/sqlite.ts";
import { compareKeys, nameKey } from "../schema/name-key.ts";
import { formatIdentificatie } from "../schema/object-types.ts";
import { COUNTS, COUNTS_OF, type CountsOf } from "../schema/shared-fields.ts";

interface Area {
  /** Key in the area's table. */
  readonly id: number;
  readonly naam: string;
  /** {@link nameKey} of `naam`. */
  readonly nameKey: string;
}

export interface Provincie extends Area, CountsOf<"provincie", 2> {
  /** Two letters: `NH`. */
  readonly code: string;
  readonly pandCount: number;
}

export interface Gemeente extends Area, CountsOf<"gemeente", 2> {
  /** Four digits: `0457`. */
  readonly code: string;
  readonly provincie: Provincie;
  /** Name; null when the registry does not know it. */
  readonly veiligheidsregio: string | null;
}

export interface Woonplaats extends Area, CountsOf<"woonplaats", 2> {
  /** Four digits: `3631`. */
  readonly identificatie: string;
  readonly status: string;
  readonly gemeente: Gemeente;
}

/** Areas by key; each map iterates by name, then key. */
export interface Areas {
  readonly woonplaatsen: ReadonlyMap<number, Woonplaats>;
  readonly gemeenten: ReadonlyMap<number, Gemeente>;
  readonly provincies: ReadonlyMap<number, Provincie>;
}

/**
 * Reads three small tables whole (milliseconds). Throws an Error when a woonplaats lies in no known gemeente, or a
 * gemeente in no known provincie.
 */
export function readAreas(db: Database): Areas {
  const provincies = byKey(db.query<Omit<Provincie, "nameKey">, []>(PROVINCIES_SQL).all().map(withNameKey));
  const gemeenten = byKey(
    db
      .query<GemeenteRow, []>(GEMEENTEN_SQL)
      .all()
      .map(({ provincie_id, ...row }) => ({
        ...row,
        provincie: requireArea(provincies, provincie_id, `gemeente ${row.code}`),
      })),
  );
  const woonplaatsen = byKey(
    db
      .query<WoonplaatsRow, []>(WOONPLAATSEN_SQL)
      .all()
      .map(({ gemeente_code, ...row }) => ({
        ...row,
        identificatie: formatIdentificatie(row.id, 4),
        gemeente: requireArea(gemeenten, gemeente_code, `woonplaats ${row.id}`),
      })),
  );
  return { woonplaatsen, gemeenten, provincies };
}

/**
 * Returns the areas that a filter accepts by name, then key; `descending` reverses the names and keeps equal names in
 * order of key.
 */
export function selectAreas<T extends Area>(
  areas: ReadonlyMap<number, T>,
  accepts: (area: T) => boolean,
  descending = false,
): T[] {
  const selected = [...areas.values()].filter(accepts);
  return descending ? selected.sort((a, b) => -compareKeys(a.nameKey, b.nameKey) || a.id - b.id) : selected;
}

/** Finds a provincie by its two letters or its name (`Fryslân` too), ignoring case and diacritics. */
export function findProvincieByNameOrCode(areas: Areas, nameOrCode: string): Provincie | undefined {
  const byCode = findProvincieByCode(areas, nameOrCode);
  if (byCode !== undefined) {
    return byCode;
  }
  const key = nameKey(nameOrCode);
  const wanted = key === "fryslan" ? "friesland" : key;
  return areas.provincies.values().find((provincie) => provincie.nameKey === wanted);
}

/** Finds a provincie by its two letters, case-insensitively. */
export function findProvincieByCode(areas: Areas, code: string): Provincie | undefined {
  const wanted = code.toUpperCase();
  return areas.provincies.values().find((provincie) => provincie.code === wanted);
}

/** Columns of the counts of a table. */
function countColumns(table: keyof typeof COUNTS_OF): string {
  return COUNTS_OF[table].map((name) => `${COUNTS[name][1]} AS ${COUNTS[name][2]}`).join(", ");
}

const PROVINCIES_SQL = `SELECT fid AS id, code, naam, pand_count AS pandCount, ${countColumns("provincie")}
  FROM provincie`;
const GEMEENTEN_SQL = `SELECT fid AS id, code, naam, name_key AS nameKey, provincie_id,
  ${countColumns("gemeente")},
  (SELECT naam FROM veiligheidsregio WHERE gemeente_code = fid) AS veiligheidsregio FROM gemeente`;
const WOONPLAATSEN_SQL = `SELECT fid AS id, naam, name_key AS nameKey, status, gemeente_code,
  ${countColumns("woonplaats")} FROM woonplaats`;

type GemeenteRow = Omit<Gemeente, "provincie"> & { provincie_id: number };
type WoonplaatsRow = Omit<Woonplaats, "gemeente" | "identificatie"> & { gemeente_code: number | null };

function withNameKey<T extends { naam: string }>(row: T): T & { nameKey: string } {
  return { ...row, nameKey: nameKey(row.naam) };
}

function byKey<T extends Area>(areas: T[]): ReadonlyMap<number, T> {
  areas.sort((a, b) => compareKeys(a.nameKey, b.nameKey) || a.id - b.id);
  return new Map(areas.map((area) => [area.id, area]));
}

function requireArea<T>(areas: ReadonlyMap<number, T>, key: number | null, subject: string): T {
  const area = key === null ? undefined : areas.get(key);
  if (area === undefined) {
    throw new Error(`registry: ${subject} refers to an unknown area (${key})`);
  }
  return area;
}
