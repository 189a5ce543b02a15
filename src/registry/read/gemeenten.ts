import { findProvincieByCode, findProvincieByNameOrCode, type Gemeente, selectAreas } from "../file/areas.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { type Page, type PageRequest, pageOf } from "../index/page.ts";
import { nameKey } from "../schema/name-key.ts";
import { readAreaGeometry } from "./area-geometry.ts";
import type { GemeenteRecord } from "./records.ts";

export interface GemeenteFilter {
  /** Part of the name. */
  naam?: string;
  /** Name or two letters. */
  provincieNaam?: string;
  /** Two letters. */
  provincieCode?: string;
  descending?: boolean;
}

interface GemeenteOptions {
  counts?: boolean;
  geometry?: boolean;
}

/**
 * Lists gemeenten by name, then code; every condition given must hold. Reads geometry, if asked, for the page's rows
 * only, at a cost proportional to its size.
 */
export function listGemeenten(
  s: Snapshot,
  filter: GemeenteFilter,
  request: PageRequest & GemeenteOptions,
): Page<GemeenteRecord> {
  const part = nameKey(filter.naam ?? "");
  const byName = filter.provincieNaam && findProvincieByNameOrCode(s.areas, filter.provincieNaam);
  const byCode = filter.provincieCode && findProvincieByCode(s.areas, filter.provincieCode);
  const selected = selectAreas(
    s.areas.gemeenten,
    ({ nameKey: key, provincie }) =>
      key.includes(part) &&
      (!filter.provincieNaam || provincie === byName) &&
      (!filter.provincieCode || provincie === byCode),
    filter.descending,
  );
  const { rows, total } = pageOf(selected, request);
  return { rows: rows.map((gemeente) => toGemeenteRecord(s, gemeente, request)), total };
}

export function findGemeente(
  s: Snapshot,
  code: string,
  options?: GemeenteOptions,
): GemeenteRecord | undefined {
  const gemeente = /^\d{4}$/.test(code) ? s.areas.gemeenten.get(Number(code)) : undefined;
  return gemeente && toGemeenteRecord(s, gemeente, options);
}

export function toGemeenteRecord(
  s: Snapshot,
  gemeente: Gemeente,
  options: GemeenteOptions = {},
): GemeenteRecord {
  const record = gemeenteRecordOf(gemeente);
  if (options.counts) {
    record.counts = {
      addresses: gemeente.adresCount,
      buildings: gemeente.pandCount,
      cities: gemeente.woonplaatsCount,
      streets: gemeente.openbareRuimteCount,
    };
  }
  if (options.geometry) {
    record.geometry = readAreaGeometry(s, "gemeente", gemeente.id);
  }
  return record;
}

/** Makes the record of a gemeente, without the extra data of {@link GemeenteOptions}. */
export function gemeenteRecordOf({ code, naam, provincie }: GemeenteValues): GemeenteRecord {
  return {
    gemeente_code: code,
    gemeente_naam: naam,
    provincie_naam: provincie.naam,
    provincie_code: provincie.code,
  };
}

type GemeenteValues = Pick<Gemeente, "code" | "naam"> & {
  readonly provincie: Pick<Gemeente["provincie"], "naam" | "code">;
};
