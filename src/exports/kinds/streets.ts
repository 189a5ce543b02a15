import {
  countOpenbareRuimten,
  readOpenbareRuimten,
  toOpenbareRuimteRecord,
} from "../../registry/read/openbare-ruimten.ts";
import type { ExportOf } from "../../registry/schema/field-types.ts";
import { STREET } from "../../registry/schema/record-fields.ts";
import { exportColumns, woonplaatsFields } from "./export-columns.ts";
import type { ExportKind } from "./export-kind.ts";

export const streets: ExportKind<ExportOf<typeof STREET>> = {
  subject: "street (openbare ruimte)",
  columns: exportColumns(STREET),
  geometryType: undefined,
  textBytes: 130,
  geometryBytes: 0,
  conditions: ["provincieNaam", "gemeenteCode", "woonplaatsId"],
  count: countOpenbareRuimten,
  *read(s, selection) {
    for (const rows of readOpenbareRuimten(s, selection)) {
      yield rows.map((row) => {
        const { status, ...record } = toOpenbareRuimteRecord(s, row);
        const { identificatie, naam, verkorte_naam, type } = record;
        return {
          record: {
            identificatie,
            naam,
            verkorte_naam,
            type,
            ...woonplaatsFields(s, row.woonplaats_id),
            status,
            address_count: row.adres_count,
          },
        };
      });
    }
  },
};
