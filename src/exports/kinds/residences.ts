import { estimateVerblijfsobjecten, readVerblijfsobjecten } from "../../registry/read/verblijfsobjecten.ts";
import type { ExportOf } from "../../registry/schema/field-types.ts";
import { stageOf } from "../../registry/schema/object-types.ts";
import { RESIDENCE } from "../../registry/schema/record-fields.ts";
import { exportColumns } from "./export-columns.ts";
import type { ExportKind } from "./export-kind.ts";

export const residences: ExportKind<ExportOf<typeof RESIDENCE>> = {
  subject: "residence (verblijfsobject)",
  columns: exportColumns(RESIDENCE),
  geometryType: "Point",
  textBytes: 140,
  geometryBytes: 21,
  conditions: [
    "provincieNaam",
    "gemeenteCode",
    "woonplaatsId",
    "postcodegebied",
    "stage",
    "buurtCode",
    "wijkCode",
  ],
  count: estimateVerblijfsobjecten,
  *read(s, selection) {
    for (const list of readVerblijfsobjecten(s, selection)) {
      yield list.map((record) => ({ record: { ...record, stage: stageOf("VBO", record.status) } }));
    }
  },
};
