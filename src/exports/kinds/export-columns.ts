/** Columns of exports, from the declarations of the records; and the values of the woonplaats columns. */
import type { Snapshot } from "../../registry/file/snapshot.ts";
import {
  COLUMN_KINDS,
  type ColumnType,
  type ExportName,
  type ExportOf,
  type Field,
  type Fields,
} from "../../registry/schema/field-types.ts";
import type { STREET } from "../../registry/schema/record-fields.ts";
import type { ColumnSpec } from "./export-kind.ts";

/** Returns the columns of a kind, in the order of their declaration. */
export function exportColumns<F extends Fields>(fields: F): Readonly<Record<ExportName<F>, ColumnSpec>> {
  const columns = Object.entries<Field>(fields).flatMap(([name, { type, layer, export: exported }]) => {
    const description = exported ?? layer?.[1];
    if (description === undefined || description === false) {
      return [];
    }
    const kind = COLUMN_KINDS[type as ColumnType];
    return [[name, type === "free text" ? { kind, mayBeFormula: true, description } : { kind, description }]];
  });
  return Object.fromEntries(columns);
}

type WoonplaatsFields = Pick<
  ExportOf<typeof STREET>,
  "woonplaats_id" | "woonplaats_naam" | "gemeente_code" | "gemeente_naam" | "provincie_naam"
>;

/** Returns the woonplaats of an object with its gemeente and provincie, as values of columns. */
export function woonplaatsFields({ areas }: Snapshot, id: number): WoonplaatsFields {
  const { identificatie, naam, gemeente } = areas.woonplaatsen.get(id)!;
  return {
    woonplaats_id: identificatie,
    woonplaats_naam: naam,
    gemeente_code: gemeente.code,
    gemeente_naam: gemeente.naam,
    provincie_naam: gemeente.provincie.naam,
  };
}
