/** Provincies, gemeenten and PC4 areas: names from the names file, membership from the registry, borders from boundary files. */
import type { Database } from "../base/sqlite.ts";
import { convexHull } from "../geo/convex-hull.ts";
import { dissolve } from "../geo/dissolve.ts";
import type { Geometry } from "../geo/geometry.ts";
import { decodeGpkgGeometry, encodeGpkgGeometry } from "../geo/gpkg-geometry.ts";
import { wgs84ToRd } from "../geo/rd.ts";
import { nameKey } from "../registry/name-key.ts";
import { formatIdentificatie } from "../registry/object-types.ts";
import { PROVINCIES } from "../registry/provincies.ts";
import type { BoundaryFile } from "./boundaries.ts";
import type { ExtractHeader } from "./extract-header.ts";
import type { GemeenteNames } from "./gemeente-names.ts";
import { refuse } from "./refuse.ts";
import type { ImportReport } from "./report.ts";

/** What an area's border is called when it is drawn from the registry itself. */
export const OWN_BOUNDARY = "afgeleid van BAG-adressen";
const WOONPLAATS_BOUNDARY = "afgeleid van BAG-woonplaatsen";

/** Fills provincie and gemeente, and gives each woonplaats its gemeente by GEM-WPL-RELATIE on the reference date. */
export function deriveGemeenten(db: Database, header: ExtractHeader, names: readonly GemeenteNames[]): void {
  const addProvincie = db.query("INSERT INTO provincie (fid, code, naam) VALUES (?, ?, ?)");
  for (const { nummer, code, naam } of PROVINCIES) addProvincie.run(nummer, code, naam);
  const addGemeente = db.query(
    "INSERT INTO gemeente (fid, naam, naam_sleutel, provincie_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const setGemeente = db.query("UPDATE woonplaats SET gemeente_code = ? WHERE fid = ?");
  for (const { fid, naam } of db
    .query<{ fid: number; naam: string }, []>("SELECT fid, naam FROM woonplaats")
    .all()) {
    const code = header.gemeenteByWoonplaats.get(fid);
    if (code === undefined)
      refuse(
        `woonplaats ${formatIdentificatie(fid, 4)} ${naam} has no gemeente in GEM-WPL-RELATIE on the extract's date`,
      );
    const gemeente = names
      .map((file) => file.find(code, header.referenceDate))
      .find((found) => found !== undefined);
    if (gemeente === undefined)
      refuse(
        `gemeente ${formatIdentificatie(code, 4)} (of woonplaats ${naam}) has no name: give a file of gemeente names that holds it with --gemeenten FILE`,
      );
    addGemeente.run(code, gemeente.naam, nameKey(gemeente.naam), gemeente.provincieNummer);
    setGemeente.run(code, fid);
  }
}

/** Borders of gemeenten: from the boundary files, else the union of the gemeente's woonplaatsen. */
export function deriveGemeenteBorders(db: Database, boundaries: readonly BoundaryFile[]): void {
  const parts = db.query<{ geom: Uint8Array }, [number]>(
    "SELECT geom FROM woonplaats WHERE gemeente_code = ?",
  );
  const update = db.query("UPDATE gemeente SET geom = ?, boundary_source = ? WHERE fid = ?");
  for (const { fid } of db.query<{ fid: number }, []>("SELECT fid FROM gemeente").all()) {
    const file = boundaries.find((candidate) => candidate.gemeenten.has(fid));
    const geometry =
      file?.gemeenten.get(fid) ?? dissolve(parts.all(fid).map(({ geom }) => decodeGpkgGeometry(geom)));
    update.run(encodeGpkgGeometry(geometry), file?.label ?? WOONPLAATS_BOUNDARY, fid);
  }
}

interface AreaRow {
  gebied: number;
  aantal: number;
  woonplaats: string;
  latitude: number;
  longitude: number;
}

/** PC4 areas with an address; the border from the boundary files, else the hull of the area's addresses. */
export function derivePostcodegebieden(
  db: Database,
  boundaries: readonly BoundaryFile[],
  report: ImportReport,
): void {
  const insert = db.query(
    `INSERT INTO postcodegebied (fid, adres_aantal, woonplaats_naam, latitude, longitude, boundary_source, geom)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { gebied, aantal, woonplaats, latitude, longitude } of listAreas(db)) {
    const file = boundaries.find((candidate) => candidate.postcodegebieden.has(gebied));
    const geometry = file?.postcodegebieden.get(gebied) ?? hullOf(db, gebied);
    if (file === undefined && boundaries.some((candidate) => candidate.postcodegebieden.size > 0))
      report.add(
        "postcodegebied",
        "noticed",
        "not in the boundary file, drawn around its addresses",
        String(gebied),
      );
    insert.run(
      gebied,
      aantal,
      woonplaats,
      latitude,
      longitude,
      file?.label ?? OWN_BOUNDARY,
      encodeGpkgGeometry(geometry),
    );
  }
}

/** Areas with the number and middle of their addresses and the woonplaats most of them lie in. */
function listAreas(db: Database): AreaRow[] {
  const rows = db
    .query<AreaRow, []>(`
    SELECT CAST(substr(postcode, 1, 4) AS INTEGER) AS gebied, w.naam AS woonplaats, sum(p.adres_aantal) AS aantal,
      sum(p.latitude * p.adres_aantal) AS latitude, sum(p.longitude * p.adres_aantal) AS longitude
    FROM postcode p JOIN woonplaats w ON w.fid = p.woonplaats_id
    GROUP BY gebied, w.fid ORDER BY gebied, aantal DESC, w.fid`)
    .all();
  const areas: AreaRow[] = [];
  for (const row of rows) {
    const area = areas.at(-1);
    if (area?.gebied !== row.gebied) {
      areas.push(row);
      continue;
    }
    area.aantal += row.aantal;
    area.latitude += row.latitude;
    area.longitude += row.longitude;
  }
  return areas.map((a) => ({ ...a, latitude: a.latitude / a.aantal, longitude: a.longitude / a.aantal }));
}

/** Metres added around the addresses of an area, so that one whose addresses lie on one spot or line has a surface too. */
const HULL_MARGIN_M = 10;

function hullOf(db: Database, gebied: number): Geometry {
  const rows = db
    .query<unknown, [string, string]>(
      "SELECT latitude, longitude FROM adres WHERE postcode >= ? AND postcode < ?",
    )
    .values(`${gebied}`, `${gebied + 1}`) as [number, number][];
  const points = new Float64Array(rows.length * 2);
  rows.forEach(([lat, lon], i) => {
    const { x, y } = wgs84ToRd(lat, lon);
    points[i * 2] = x;
    points[i * 2 + 1] = y;
  });
  return { type: "Polygon", rings: [convexHull(withMargin(convexHull(points)))] };
}

/** The corners of a square around each point. */
function withMargin(points: Float64Array): Float64Array {
  const corners: number[] = [];
  for (let i = 0; i < points.length; i += 2)
    for (const [dx, dy] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const)
      corners.push(points[i]! + dx * HULL_MARGIN_M, points[i + 1]! + dy * HULL_MARGIN_M);
  return Float64Array.from(corners);
}
