/** Verblijfsobjecten by place: each is found by its hoofdadres, at the same position. */

import type { Snapshot } from "../file/snapshot.ts";
import { hasArea } from "./adres-filter.ts";
import { adresConditions, estimateAdressen, listAdresKeys } from "./adressen-by-place.ts";
import type { VerblijfsobjectRecord } from "./records.ts";
import { LISTED_KEYS, readRowsByKeys, type Selection } from "./rows-by-place.ts";
import {
  toVerblijfsobjectRecord,
  VERBLIJFSOBJECT_COLUMNS,
  type VerblijfsobjectRow,
} from "./verblijfsobjecten.ts";

const OF_ADRESSEN = `SELECT ${VERBLIJFSOBJECT_COLUMNS} FROM ${LISTED_KEYS} CROSS JOIN adres ON adres.fid = listed
  CROSS JOIN verblijfsobject ON verblijfsobject.fid = adresseerbaar_object_id AND hoofdadres_id = adres.fid
  WHERE true`;
/** Those whose hoofdadres is no address, or one of another object (update-schema.ts, reference a). */
const WITHOUT_ADRES = `SELECT ${VERBLIJFSOBJECT_COLUMNS} FROM unresolved_reference
  CROSS JOIN verblijfsobject ON verblijfsobject.fid = source_id AND hoofdadres_id = target_id ORDER BY verblijfsobject.fid`;

/**
 * Yields the selected verblijfsobjecten by place, some hundreds at a time, those without an address at the end. Areas
 * of the filter are those of the hoofdadres, so that one without an address is in none.
 */
export function* readVerblijfsobjecten(
  s: Snapshot,
  { filter, region }: Selection,
): Generator<VerblijfsobjectRecord[]> {
  const selection = { region, filter: { ...filter, type: "verblijfsobject" } } as const;
  const { sql, values } = adresConditions(s, selection.filter);
  const keys = listAdresKeys(s, selection);
  const toSelected = (rows: VerblijfsobjectRow[]) => {
    const records = rows.map(toVerblijfsobjectRecord);
    return region === undefined ? records : records.filter((record) => region.contains(record));
  };
  for (const rows of readRowsByKeys<VerblijfsobjectRow>(s, keys, { sql: OF_ADRESSEN + sql, values })) {
    yield toSelected(rows);
  }
  if (!hasArea(filter) && filter.postcodegebied === undefined) {
    yield toSelected(s.statement<VerblijfsobjectRow>(WITHOUT_ADRES).all());
  }
}

/** Estimates the number of selected verblijfsobjecten: nevenadressen count too, objects without address do not. */
export function estimateVerblijfsobjecten(s: Snapshot, { filter, region }: Selection): number {
  return estimateAdressen(s, { region, filter: { ...filter, type: "verblijfsobject" } });
}
