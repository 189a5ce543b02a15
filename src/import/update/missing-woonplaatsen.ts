import type { Database } from "../../base/sqlite.ts";
import { formatIdentificatie } from "../../registry/schema/object-types.ts";
import type { ImportReport } from "../report.ts";

export interface AreaOnDate {
  /** Codes of the registry's gemeenten. */
  readonly area: readonly string[];
  /** Gemeente of each woonplaats on the new date. */
  readonly gemeenteByWoonplaats: ReadonlyMap<number, number>;
}

/**
 * Reports woonplaatsen that moved from other gemeenten to those of the registry: no delivery contains their objects.
 */
export function reportMissingWoonplaatsen(
  db: Database,
  { area, gemeenteByWoonplaats }: AreaOnDate,
  report: ImportReport,
): void {
  const gemeenten = new Set(area.map(Number));
  const findKnown = db.query<unknown, [number]>(`SELECT 1 FROM woonplaats WHERE fid = ?1
    UNION ALL SELECT 1 FROM voorkomen WHERE object_id = ?1 UNION ALL SELECT 1 FROM ended_object WHERE fid = ?1 LIMIT 1`);
  for (const [woonplaats, gemeente] of gemeenteByWoonplaats) {
    if (gemeenten.has(gemeente) && findKnown.get(woonplaats) === null) {
      report.add("WPL", "noticed", MISSING_OBJECTS, formatIdentificatie(woonplaats, 4));
    }
  }
}

const MISSING_OBJECTS =
  "moved to a gemeente of the registry, but no delivery contains its objects: import an extract of that gemeente";
