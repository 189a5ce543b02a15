import { findProvincieByNameOrCode, selectAreas, type Woonplaats } from "../file/areas.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { type Page, type PageRequest, pageOf } from "../index/page.ts";
import { parseIdentificatie } from "../schema/identificatie.ts";
import { nameKey } from "../schema/name-key.ts";
import type { RecordPlace } from "./adres-record.ts";
import { readAreaGeometry } from "./area-geometry.ts";
import type { WoonplaatsRecord } from "./records.ts";

export interface WoonplaatsFilter {
  /** Part of the name. */
  naam?: string;
  /** Four digits. */
  gemeenteCode?: string;
  /** Name or two letters. */
  provincieNaam?: string;
  descending?: boolean;
}

interface WoonplaatsOptions {
  counts?: boolean;
  geometry?: boolean;
}

/**
 * Lists woonplaatsen by name, then id; every condition given must hold. Reads geometry, if asked, for the page's rows
 * only, at a cost proportional to its size.
 */
export function listWoonplaatsen(
  s: Snapshot,
  filter: WoonplaatsFilter,
  request: PageRequest & WoonplaatsOptions,
): Page<WoonplaatsRecord> {
  const part = nameKey(filter.naam ?? "");
  const provincie = filter.provincieNaam && findProvincieByNameOrCode(s.areas, filter.provincieNaam);
  if (filter.provincieNaam && !provincie) {
    return { rows: [], total: 0 };
  }
  const selected = selectAreas(
    s.areas.woonplaatsen,
    ({ nameKey: key, gemeente }) =>
      key.includes(part) &&
      (!filter.gemeenteCode || gemeente.code === filter.gemeenteCode) &&
      (!provincie || gemeente.provincie === provincie),
    filter.descending,
  );
  const { rows, total } = pageOf(selected, request);
  return { rows: rows.map((woonplaats) => toWoonplaatsRecord(s, woonplaats, request)), total };
}

export function findWoonplaats(
  s: Snapshot,
  id: string,
  options?: WoonplaatsOptions,
): WoonplaatsRecord | undefined {
  const key = parseIdentificatie("WPL", id);
  const woonplaats = key === undefined ? undefined : s.areas.woonplaatsen.get(key);
  return woonplaats && toWoonplaatsRecord(s, woonplaats, options);
}

export function toWoonplaatsRecord(
  s: Snapshot,
  woonplaats: Woonplaats,
  options: WoonplaatsOptions = {},
): WoonplaatsRecord {
  const record = woonplaatsRecordOf(woonplaats);
  if (options.counts) {
    record.counts = {
      addresses: woonplaats.adresCount,
      buildings: woonplaats.pandCount,
      streets: woonplaats.openbareRuimteCount,
    };
  }
  if (options.geometry) {
    record.geometry = readAreaGeometry(s, "woonplaats", woonplaats.id);
  }
  return record;
}

/** Makes the record of a woonplaats, without the extra data of {@link WoonplaatsOptions}. */
export function woonplaatsRecordOf(woonplaats: RecordPlace & { readonly status: string }): WoonplaatsRecord {
  const { identificatie, naam, gemeente, status } = woonplaats;
  return {
    identificatie,
    naam,
    gemeente_code: gemeente.code,
    gemeente_naam: gemeente.naam,
    provincie_naam: gemeente.provincie.naam,
    status,
  };
}
