/**
 * Outlines of areas for tiles, generalised for low zooms: table `area_outline`, a row for each kind, band of zooms and
 * area. Neighbours share their generalised border as they share the original one. An area too small to be seen in a
 * band has no row there. A provincie is drawn as its gemeenten together, at high zooms too ({@link FULL_DETAIL}),
 * because the registry has no border of its own for it.
 */
import { memoizePerObject } from "../../base/memoize.ts";
import { type Box, boxesOverlap, type Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry, GPKG_ENVELOPE_END, readGpkgEnvelope } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { ADDRESS_HULL_SOURCE } from "../schema/boundary-sources.ts";
import { rtreeName } from "../schema/geopackage.ts";
import { formatIdentificatie } from "../schema/object-types.ts";

/** Zooms that share generalised outlines. */
export interface OutlineBand {
  readonly maxZoom: number;
  /** Side in metres of the grid that vertices lie on. */
  readonly gridM: number;
  /** Maximum distance in metres of a vertex that is left out to the line that replaces it. */
  readonly toleranceM: number;
}

/** The bands, coarsest first. At zoom 12 a pixel (of 512 in a tile) is 11.8 m: three times the grid. */
export const OUTLINE_BANDS: readonly OutlineBand[] = [6, 8, 10, 12].map((maxZoom) => {
  const gridM = 4 * 2 ** (12 - maxZoom);
  return { maxZoom, gridM, toleranceM: gridM };
});

/** Band of provincies that are not generalised. */
export const FULL_DETAIL = OUTLINE_BANDS.length;

/** Kinds of areas with a border of their own. */
export const BORDERED_AREAS = ["gemeente", "woonplaats", "postcodegebied"] as const;
export type BorderedArea = (typeof BORDERED_AREAS)[number];
export type AreaKind = BorderedArea | "provincie";

export interface AreaOutline {
  /** Key in the area's table. */
  readonly id: number;
  /** Two letters of a provincie, else four digits. */
  readonly code: string;
  /** Name; the code of a postcodegebied. */
  readonly name: string;
  /** Polygon or multipolygon in RD. */
  readonly geometry: Geometry;
}

/** Lists the areas of a kind whose boxes overlap a box in RD, by id, with the outlines drawn at a zoom. */
export function* listAreaOutlines(
  s: Snapshot,
  kind: AreaKind,
  { zoom, box }: { zoom: number; box: Box },
): Generator<AreaOutline> {
  const found = OUTLINE_BANDS.findIndex(({ maxZoom }) => zoom <= maxZoom);
  const band = found === -1 ? FULL_DETAIL : found;
  const rows =
    kind === "provincie" ? listProvincieRows(s, { band, box }) : listRowsInBox(s, kind, { band, box });
  for (const { id, geom } of rows) {
    const envelope = readGpkgEnvelope(geom);
    if (envelope !== undefined && boxesOverlap(envelope, box)) {
      yield { id, ...NAMES[kind](s, id), geometry: decodeGpkgGeometry(geom) };
    }
  }
}

interface OutlineRow {
  readonly id: number;
  readonly geom: Uint8Array;
}

/** Boxes of the provincies in each band, by id: read once per snapshot, because their outlines are large. */
const provincieBoxesOf = memoizePerObject((s: Snapshot) =>
  s.db
    .query<{ band: number; id: number; head: Uint8Array }, []>(
      `SELECT band, area_id AS id, substr(geom, 1, ${GPKG_ENVELOPE_END}) AS head FROM area_outline
       WHERE kind = 'provincie' ORDER BY id`,
    )
    .all()
    .map(({ head, ...row }) => ({ ...row, box: readGpkgEnvelope(head) })),
);

function listProvincieRows(s: Snapshot, { band, box }: { band: number; box: Box }): OutlineRow[] {
  const select = s.statement<OutlineRow>(
    "SELECT area_id AS id, geom FROM area_outline WHERE kind = 'provincie' AND band = ? AND area_id = ?",
  );
  return provincieBoxesOf(s)
    .filter((row) => row.band === band && row.box !== undefined && boxesOverlap(row.box, box))
    .map(({ id }) => select.get(band, id)!);
}

/** Lists areas by the boxes of their borders, which a generalised border exceeds by a cell of its grid at most. */
function listRowsInBox(
  s: Snapshot,
  kind: BorderedArea,
  { band, box: { minX, minY, maxX, maxY } }: { band: number; box: Box },
): OutlineRow[] {
  const inBox = `(SELECT id FROM ${rtreeName(kind)} WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?)`;
  if (band === FULL_DETAIL) {
    return s
      .statement<OutlineRow>(`SELECT id, geom FROM ${inBox} CROSS JOIN ${kind} ON fid = id ORDER BY id`)
      .all(maxX, minX, maxY, minY);
  }
  const marginM = OUTLINE_BANDS[band]!.gridM;
  return s
    .statement<OutlineRow>(
      `SELECT id, geom FROM ${inBox} CROSS JOIN area_outline ON kind = '${kind}' AND band = ? AND area_id = id
       ORDER BY id`,
    )
    .all(maxX + marginM, minX - marginM, maxY + marginM, minY - marginM, band);
}

/** Returns the keys of the postcodegebieden whose border is the hull of their addresses. */
export const derivedPostcodegebieden = memoizePerObject(
  (s: Snapshot): ReadonlySet<number> =>
    new Set(
      s
        .statement<{ fid: number }>("SELECT fid FROM postcodegebied WHERE boundary_source = ?")
        .all(ADDRESS_HULL_SOURCE)
        .map(({ fid }) => fid),
    ),
);

/** Code and name of an area by its kind. */
const NAMES: Record<AreaKind, (s: Snapshot, id: number) => { code: string; name: string }> = {
  provincie({ areas }, id) {
    const { code, naam } = areas.provincies.get(id)!;
    return { code, name: naam };
  },
  gemeente({ areas }, id) {
    const { code, naam } = areas.gemeenten.get(id)!;
    return { code, name: naam };
  },
  woonplaats({ areas }, id) {
    const { identificatie, naam } = areas.woonplaatsen.get(id)!;
    return { code: identificatie, name: naam };
  },
  postcodegebied(_, id) {
    const code = formatIdentificatie(id, 4);
    return { code, name: code };
  },
};
