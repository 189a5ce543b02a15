import type { VerblijfsobjectRecord } from "../../registry/read/records.ts";
import { estimateVerblijfsobjecten, readVerblijfsobjecten } from "../../registry/read/verblijfsobjecten.ts";
import type { ExportKind } from "./export-kind.ts";
import { describedAs } from "./layer-columns.ts";

export const residences: ExportKind<Omit<VerblijfsobjectRecord, "address" | "geometry">> = {
  subject: "residence (verblijfsobject)",
  columns: describedAs("residence", {
    identificatie: "text",
    gebruiksdoel: { kind: "list", description: "Purposes of use" },
    oppervlakte: "integer",
    status: "text",
    pand_id: { kind: "text", description: "Identificatie of the building, 16 digits" },
    hoofdadres_nummeraanduiding_id: { kind: "text", description: "Identificatie of the main address" },
    nevenadres_nummeraanduiding_ids: { kind: "list", description: "Identificaties of further addresses" },
    latitude: "real",
    longitude: "real",
    rd_x: "real",
    rd_y: "real",
  }),
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
