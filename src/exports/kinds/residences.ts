import type { VerblijfsobjectRecord } from "../../registry/records.ts";
import {
  estimateVerblijfsobjecten,
  readVerblijfsobjecten,
} from "../../registry/verblijfsobjecten-by-place.ts";
import type { ExportKind } from "./export-kind.ts";

export const residences: ExportKind<Omit<VerblijfsobjectRecord, "address" | "geometry">> = {
  subject: "residence (verblijfsobject)",
  columns: {
    identificatie: { kind: "text", description: "Identificatie, 16 digits" },
    gebruiksdoel: { kind: "list", description: "Purposes of use" },
    oppervlakte: { kind: "integer", description: "Floor area in m²" },
    status: { kind: "text", description: "Status of the verblijfsobject" },
    pand_id: { kind: "text", description: "Identificatie of the building, 16 digits" },
    hoofdadres_nummeraanduiding_id: { kind: "text", description: "Identificatie of the main address" },
    nevenadres_nummeraanduiding_ids: { kind: "list", description: "Identificaties of further addresses" },
    latitude: { kind: "real", description: "Degrees north, WGS84" },
    longitude: { kind: "real", description: "Degrees east, WGS84" },
    rd_x: { kind: "real", description: "Metres east in RD (EPSG:28992)" },
    rd_y: { kind: "real", description: "Metres north in RD (EPSG:28992)" },
  },
  geometryType: "Point",
  textBytes: 140,
  geometryBytes: 21,
  conditions: ["provincieNaam", "gemeenteCode", "woonplaatsId", "postcodegebied"],
  count: estimateVerblijfsobjecten,
  *read(s, selection) {
    for (const list of readVerblijfsobjecten(s, selection)) {
      yield list.map((record) => ({ record }));
    }
  },
};
