import {
  countOpenbareRuimten,
  readOpenbareRuimten,
  toOpenbareRuimteRecord,
} from "../../registry/read/openbare-ruimten.ts";
import type { OpenbareRuimteRecord } from "../../registry/read/records.ts";
import type { ExportKind } from "./export-kind.ts";
import {
  describedAs,
  FREE_TEXT,
  WOONPLAATS_COLUMNS,
  type WoonplaatsFields,
  woonplaatsFields,
} from "./layer-columns.ts";

type Street = Omit<OpenbareRuimteRecord, "counts"> & WoonplaatsFields & { readonly address_count: number };

export const streets: ExportKind<Street> = {
  subject: "street (openbare ruimte)",
  columns: describedAs("street", {
    identificatie: "text",
    naam: FREE_TEXT,
    verkorte_naam: FREE_TEXT,
    type: "text",
    ...WOONPLAATS_COLUMNS,
    status: "text",
    address_count: "integer",
  }),
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
