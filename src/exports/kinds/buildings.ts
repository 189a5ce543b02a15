import { rdToWgs84, roundDegrees } from "../../geo/rd.ts";
import { rdPosition } from "../../geo/representative-point.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { estimatePanden, type PlacedPand, readPanden, toPandRecord } from "../../registry/read/panden.ts";
import type { ExportOf } from "../../registry/schema/field-types.ts";
import { stageOf } from "../../registry/schema/object-types.ts";
import { BUILDING } from "../../registry/schema/record-fields.ts";
import { exportColumns, woonplaatsFields } from "./export-columns.ts";
import type { ExportKind } from "./export-kind.ts";

type Building = ExportOf<typeof BUILDING>;

export const buildings: ExportKind<Building> = {
  subject: "building (pand)",
  columns: exportColumns(BUILDING),
  geometryType: "MultiPolygon",
  textBytes: 210,
  geometryBytes: 190,
  conditions: ["provincieNaam", "gemeenteCode", "woonplaatsId", "stage"],
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
    stage: stageOf("PND", row.status),
    address_count: row.adres_count,
    residence_count: row.verblijfsobject_count,
    ...woonplaatsFields(s, row.woonplaats_id),
    latitude: roundDegrees(lat),
    longitude: roundDegrees(lon),
    rd_x: x,
    rd_y: y,
  };
}
