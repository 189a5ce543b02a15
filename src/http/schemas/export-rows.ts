/** Schemas of the rows of exports as JSON, from the columns of each kind. */
import { z } from "zod";
import { EXPORT_KINDS, type ExportWhat, KINDS } from "../../exports/kinds/index.ts";
import type { ColumnKind } from "../../tables/table.ts";

/** Schemas of values that are not text. */
const VALUES: Partial<Readonly<Record<ColumnKind, z.ZodType>>> = {
  integer: z.int(),
  real: z.number(),
  boolean: z.boolean(),
  list: z.array(z.string()),
};

function rowOf(what: ExportWhat) {
  const { subject, columns } = KINDS[what];
  const fields = Object.entries(columns).map(([name, { kind, description }]) => [
    name,
    (VALUES[kind] ?? z.string()).nullable().meta({ description }),
  ]);
  return z.strictObject(Object.fromEntries(fields)).meta({
    id: `Exported${what[0]!.toUpperCase()}${what.slice(1)}`,
    description: `A row of an export of ${what}: one ${subject}.`,
  });
}

const [first, ...others] = EXPORT_KINDS.map((what) => z.array(rowOf(what)));

/** The array of an export as JSON, of any kind. */
export const ExportedRows = z.union([first!, ...others]);
