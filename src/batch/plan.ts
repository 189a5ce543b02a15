/** Decides how a table is geocoded: which column has which role, and which columns are added. */
import { AppError } from "../base/errors.ts";
import type { Row } from "../tables/table.ts";
import { letterOf, readColumnChoice } from "./columns/choice.ts";
import { ColumnContent } from "./columns/content.ts";
import { recogniseColumns } from "./columns/recognise.ts";
import { ROLES, type Role } from "./columns/roles.ts";
import { nameAddedColumns, type ResultColumnName, selectResultColumns } from "./result-columns.ts";

/** Column of the table that is used. */
interface ColumnUse {
  readonly role: Role;
  readonly index: number;
  readonly name: string;
  /** `name` of the column, its `content`, or the `choice` of the user. */
  readonly by: "name" | "content" | "choice";
}

/** Column to add. */
interface AddedColumn {
  readonly column: ResultColumnName;
  /** Its name in the output: another one where the table has a column of that name. */
  readonly name: string;
}

/** Plan of geocoding a table: plain data, so that it can be passed to threads and stored with a job. */
export interface GeocodePlan {
  /** `address`: from parts or text of addresses; `position`: the address at coordinates. */
  readonly kind: "address" | "position";
  readonly uses: readonly ColumnUse[];
  readonly added: readonly AddedColumn[];
}

export interface PlanOptions {
  /** Roles of columns as the user decided: `postcode=PC,number=Nr`. Recognised when absent. */
  readonly columns?: string | undefined;
  /** Columns to add, by name or group: `address,location`. The usual ones when absent. */
  readonly add?: string | undefined;
  /** Adds the column of duplicates. */
  readonly dedupe?: boolean | undefined;
}

interface Table {
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
}

/**
 * Plans the geocoding of a table from its columns and first rows. Throws AppError `usage` when nothing is recognised,
 * or `--columns` or `--add` name what does not exist.
 */
export function planGeocoding(
  table: Table,
  sampleRows: readonly Row[],
  { columns, add, dedupe = false }: PlanOptions = {},
): GeocodePlan {
  const uses: readonly ColumnUse[] =
    columns === undefined
      ? recogniseColumns(table, sampleRows).map((found) => ({ ...found, name: table.columns[found.index]! }))
      : readColumnChoice(columns, table).map((chosen) => ({
          ...chosen,
          name: table.columns[chosen.index]!,
          by: "choice",
        }));
  const kind = kindOf(uses);
  if (kind === undefined) {
    throw new AppError("usage", explainUnusable(table, sampleRows, uses));
  }
  const added = nameAddedColumns(selectResultColumns(add, { kind, dedupe }), table.columns);
  return { kind, uses: usesOf(kind, uses), added };
}

/** Returns a line for each column used: `column "PC": the postcode (by its name)`. */
export function describePlan({ uses }: GeocodePlan): string[] {
  const why = { name: "by its name", content: "by its content", choice: "as you chose" };
  return uses.map(
    ({ role, name, by }) => `column ${JSON.stringify(name)}: ${ROLES[role].holds} (${why[by]})`,
  );
}

/** Returns what the columns can be geocoded by; `undefined` for too little. */
function kindOf(uses: readonly ColumnUse[]): GeocodePlan["kind"] | undefined {
  const has = (role: Role) => uses.some((use) => use.role === role);
  if (has("text") || has("street") || (has("postcode") && has("number"))) {
    return "address";
  }
  return has("latitude") && has("longitude") ? "position" : undefined;
}

/** Returns the columns without those of the other kind, which are the user's own data. */
function usesOf(kind: GeocodePlan["kind"], uses: readonly ColumnUse[]): ColumnUse[] {
  const isPosition = ({ role }: ColumnUse) => role === "latitude" || role === "longitude";
  return uses.filter((use) => isPosition(use) === (kind === "position"));
}

const MAX_SEEN = 12;

function explainUnusable(table: Table, rows: readonly Row[], uses: readonly ColumnUse[]): string {
  const seen = table.columns.slice(0, MAX_SEEN).map((name, index) => {
    const use = uses.find((each) => each.index === index);
    const sample = new ColumnContent(rows, index).sample();
    const label = table.hasHeader ? JSON.stringify(name) : `column ${letterOf(index)}`;
    const taken = use === undefined ? "" : ` is ${ROLES[use.role].holds},`;
    return `  ${label}${taken}${sample === "" ? " empty" : ` with ${sample}`}`;
  });
  const more =
    table.columns.length > MAX_SEEN ? [`  and ${table.columns.length - MAX_SEEN} more columns`] : [];
  const names = table.hasHeader ? table.columns : table.columns.map((_, index) => letterOf(index));
  return [
    "No columns with addresses or coordinates were recognised. Needed are postcode and number, or street, number and " +
      "place, or the address as text, or latitude and longitude. Seen:",
    ...seen,
    ...more,
    `Say which column is which, for example --columns ${exampleOf(names)}`,
  ].join("\n");
}

function exampleOf([first = "", second]: readonly string[]): string {
  const quote = (name: string) => (/\s/.test(name) ? JSON.stringify(name) : name);
  return second === undefined ? `text=${quote(first)}` : `postcode=${quote(first)},number=${quote(second)}`;
}
