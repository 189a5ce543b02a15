/** Borders of CBS wijken and buurten by place, for tiles: in full detail, because they are drawn at high zooms only. */
import { memoizePerObject } from "../../base/memoize.ts";
import { type Box, boxesOverlap } from "../../geo/geometry.ts";
import { decodeGpkgGeometry, GPKG_ENVELOPE_END, readGpkgEnvelope } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import type { AreaOutline } from "./area-outlines.ts";

export type CbsAreaKind = "wijk" | "buurt";

interface PlacedArea {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly box: Box;
}

/**
 * Areas of the gemeenten of the registry that have a border, in order of code: 18,000 in the country. They are read
 * once per snapshot, when first asked for.
 */
const areasOf = memoizePerObject((s: Snapshot): Readonly<Record<CbsAreaKind, readonly PlacedArea[]>> => {
  const read = (kind: CbsAreaKind) => {
    const rows = s.db
      .query<{ id: number; code: string; name: string; head: Uint8Array }, []>(
        `SELECT fid AS id, code, naam AS name, substr(geom, 1, ${GPKG_ENVELOPE_END}) AS head FROM ${kind}
         WHERE geom IS NOT NULL AND gemeente_code IN (SELECT fid FROM gemeente) ORDER BY fid`,
      )
      .all();
    return rows.map(({ head, ...area }) => ({ ...area, box: readGpkgEnvelope(head)! }));
  };
  return { wijk: read("wijk"), buurt: read("buurt") };
});

/** Lists the areas of a kind whose boxes overlap a box in RD, by id. */
export function* listCbsOutlines(s: Snapshot, kind: CbsAreaKind, box: Box): Generator<AreaOutline> {
  const select = s.statement<{ geom: Uint8Array }>(`SELECT geom FROM ${kind} WHERE fid = ?`);
  for (const { id, code, name, box: own } of areasOf(s)[kind]) {
    if (boxesOverlap(own, box)) {
      yield { id, code, name, geometry: decodeGpkgGeometry(select.get(id)!.geom) };
    }
  }
}
