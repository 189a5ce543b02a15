/**
 * Columns of exports, with the names and descriptions of the layers for analysts. Kinds share the columns of the
 * woonplaats.
 */
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { ANALYST_LAYERS } from "../../registry/schema/analyst-layers.ts";
import type { ColumnKind } from "../../tables/table.ts";
import type { ColumnSpec } from "./export-kind.ts";

/** Kind of a column; with a description of its own where a file does not hold it as the layer does. */
export type LayerColumn = ColumnKind | (Omit<ColumnSpec, "description"> & { readonly description?: string });

/** Free text that a gemeente typed. */
export const FREE_TEXT = { kind: "text", mayBeFormula: true } as const satisfies LayerColumn;

/** Adds to columns the descriptions of a layer's columns of these names. Throws for one that has none. */
export function describedAs<Name extends string>(
  layerName: string,
  columns: Readonly<Record<Name, LayerColumn>>,
): Readonly<Record<Name, ColumnSpec>> {
  const layer = ANALYST_LAYERS.find(({ name }) => name === layerName);
  const described = Object.entries<LayerColumn>(columns).map(([name, column]) => {
    const spec = typeof column === "string" ? { kind: column } : column;
    const description = spec.description ?? layer?.columns[name]?.[1];
    if (description === undefined) {
      throw new Error(`Column ${name} of layer ${layerName} has no description.`);
    }
    return [name, { ...spec, description }];
  });
  return Object.fromEntries(described);
}

export type WoonplaatsFields = {
  readonly woonplaats_id: string;
  readonly woonplaats_naam: string;
  readonly gemeente_code: string;
  readonly gemeente_naam: string;
  readonly provincie_naam: string;
};

/** The woonplaats of an object with its gemeente and provincie, as columns. */
export const WOONPLAATS_COLUMNS = {
  woonplaats_id: { kind: "text", description: "Identificatie of the woonplaats, 4 digits" },
  woonplaats_naam: FREE_TEXT,
  gemeente_code: { kind: "text", description: "Code of the gemeente, 4 digits" },
  gemeente_naam: FREE_TEXT,
  provincie_naam: "text",
} as const satisfies Record<keyof WoonplaatsFields, LayerColumn>;

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
