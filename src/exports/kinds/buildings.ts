import { rdToWgs84, roundDegrees } from "../../geo/rd.ts";
import { rdPosition } from "../../geo/representative-point.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { estimatePanden, type PlacedPand, readPanden, toPandRecord } from "../../registry/read/panden.ts";
import type { PandRecord } from "../../registry/read/records.ts";
import type { ExportKind } from "./export-kind.ts";
import { describedAs, WOONPLAATS_COLUMNS, type WoonplaatsFields, woonplaatsFields } from "./layer-columns.ts";

type Building = Omit<PandRecord, "counts" | "addresses" | "geometry"> & {
  readonly address_count: number;
  readonly residence_count: number;
} & WoonplaatsFields & {
    readonly latitude: number;
    readonly longitude: number;
    readonly rd_x: number;
    readonly rd_y: number;
  };

export const buildings: ExportKind<Building> = {
  subject: "building (pand)",
  columns: describedAs("building", {
    identificatie: "text",
    bouwjaar: "integer",
    status: "text",
    geconstateerd: { kind: "boolean", description: "True when it was found, without a permit" },
    voorkomen_identificatie: "integer",
    begin_geldigheid: "date",
    eind_geldigheid: "date",
    address_count: "integer",
    residence_count: "integer",
    ...WOONPLAATS_COLUMNS,
    latitude: { kind: "real", description: "Degrees north of a point within, WGS84" },
    longitude: { kind: "real", description: "Degrees east of that point" },
    rd_x: { kind: "real", description: "Metres east of that point in RD (EPSG:28992)" },
    rd_y: { kind: "real", description: "Metres north of that point in RD" },
  }),
  geometryType: "MultiPolygon",
  textBytes: 210,
  geometryBytes: 190,
  conditions: ["provincieNaam", "gemeenteCode", "woonplaatsId"],
  count: estimatePanden,
  *read(s, selection) {
    for (const panden of readPanden(s, selection)) {
      yield panden.map((pand) => ({ record: toBuilding(s, pand), geometry: pand.footprint }));
    }
  },
};

function toBuilding(s: Snapshot, { row, footprint }: PlacedPand): Building {
  const { x, y } = rdPosition(footprint);
  const { lat, lon } = rdToWgs84(x, y);
  return {
    ...toPandRecord(row),
    address_count: row.adres_count,
    residence_count: row.verblijfsobject_count,
    ...woonplaatsFields(s, row.woonplaats_id),
    latitude: roundDegrees(lat),
    longitude: roundDegrees(lon),
    rd_x: x,
    rd_y: y,
  };
}
