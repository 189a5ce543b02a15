/** Columns of exports, described as those of the layers for analysts, whose names they have. */
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
