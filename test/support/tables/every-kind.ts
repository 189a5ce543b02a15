/** Table with a column of every kind, for the tests of formats that have types. */
import type { TableLayout, TypedCell, Value } from "../../../src/tables/table.ts";

/** Returns the layout of a layer of points. `first` names its first column; the format itself uses this name. */
export function layoutOfEveryKind(first: string): TableLayout {
  return {
    name: 'adressen "2021"',
    columns: [
      { name: first, kind: "cell" },
      { name: "naam", kind: "text", mayBeFormula: true },
      { name: "oppervlakte", kind: "integer" },
      { name: "lat", kind: "real" },
      { name: "hoofd", kind: "boolean" },
      { name: "doelen", kind: "list" },
    ],
    geometryType: "Point",
  };
}

/** Row with a value in every column, including characters that need quoting. */
export const FULL_ROW: readonly Value[] = [
  "007",
  '=De "Put"\n\u0001👩‍🚀',
  -5,
  0.1,
  true,
  ["woonfunctie", "kantoorfunctie"],
];

/** Row of values that count as none; its list has no items. */
export const EMPTY_ROW: readonly Value[] = ["", null, null, Number.NaN, null, []];

export const DATE: TypedCell = { kind: "date", text: "2021-03-01", stored: "44256" };
