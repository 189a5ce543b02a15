/** Reads `--columns`: which column has which role, as a person decided. */
import { AppError } from "../../base/errors.ts";
import type { PlanOptions, TableToPlan } from "../plan.ts";
import { ADDRESS_ROLES, type ColumnUse, ID_ROLES, type Role, roleOfName, SINGLE_ROLES } from "./roles.ts";

/** Choices of columns with the roles that they may name. */
const CHOICES = {
  address: { roles: ADDRESS_ROLES, example: "postcode=PC,number=Nr" },
  recheck: { roles: ID_ROLES as readonly Role[], example: "id=nummeraanduiding_id,day=peildatum" },
};

/**
 * Returns the columns that a person or a program decided; undefined where the registry decides. Throws AppError `usage`
 * with the names of the existing columns.
 */
export function givenColumns(
  table: TableToPlan,
  { uses, columns }: PlanOptions,
  kind: keyof typeof CHOICES = "address",
): readonly ColumnUse[] | undefined {
  const given = uses ?? (columns === undefined ? undefined : readColumnChoice(columns, table, kind));
  if (given !== undefined) {
    assertChoice(given, table.columns);
  }
  return given;
}

/** Returns the columns of `postcode=PC,number=Nr`; without a header by letter or position (`postcode=C,number=4`). */
function readColumnChoice(choice: string, table: TableToPlan, kind: keyof typeof CHOICES): ColumnUse[] {
  const { roles, example } = CHOICES[kind];
  const chosen: ColumnUse[] = [];
  // A name may contain a comma. A comma begins the next role only when a name and `=` follow it.
  for (const pair of choice.split(/,(?=\s*[\w ]+=)/)) {
    const at = pair.indexOf("=");
    const role = at < 0 ? undefined : roleOfName(pair.slice(0, at));
    if (role === undefined || !roles.includes(role)) {
      const expected = `Write role=column, such as ${example}; the roles are ${roles.join(", ")}`;
      throw new AppError(
        "usage",
        `--columns does not understand ${JSON.stringify(pair.trim())}. ${expected}.`,
      );
    }
    chosen.push({ role, index: findColumn(pair.slice(at + 1).trim(), table) });
  }
  return chosen;
}

/** Throws AppError `usage` for columns that a table of these names lacks, and for a column or role given twice. */
function assertChoice(chosen: readonly ColumnUse[], columns: readonly string[]): void {
  for (const [at, { role, index }] of chosen.entries()) {
    if (columns[index] === undefined) {
      throw new AppError("usage", `The file has ${columns.length} columns, and none of index ${index}.`);
    }
    const earlier = chosen.slice(0, at);
    const isTaken = SINGLE_ROLES.includes(role) && earlier.some((other) => other.role === role);
    if (isTaken || earlier.some((other) => other.index === index)) {
      const twice = isTaken ? `The role ${role}` : `The column ${JSON.stringify(columns[index])}`;
      throw new AppError(
        "usage",
        `${twice} is given twice in --columns; only text, postcode and addition can have several columns.`,
      );
    }
  }
}

function findColumn(name: string, { columns, hasHeader }: TableToPlan): number {
  const exact = columns.indexOf(name);
  const index =
    exact >= 0 ? exact : columns.findIndex((each) => each.trim().toLowerCase() === name.toLowerCase());
  const found = index < 0 && !hasHeader ? positionOf(name) : index;
  if (found >= 0 && found < columns.length) {
    return found;
  }
  const last = letterOf(columns.length - 1);
  const known = hasHeader
    ? `The columns are ${listNames(columns)}.`
    : `The file has no header: name its ${columns.length} columns by letter (A to ${last}) or position (1 to ${columns.length}).`;
  throw new AppError(
    "usage",
    `--columns names a column that the file does not have: ${JSON.stringify(name)}. ${known}`,
  );
}

/** Returns the position of `C` or `3`, from 0; -1 for anything else. */
function positionOf(name: string): number {
  if (/^[1-9]\d{0,4}$/.test(name)) {
    return Number(name) - 1;
  }
  if (!/^[a-z]{1,3}$/i.test(name)) {
    return -1;
  }
  return [...name.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Returns the letter that spreadsheets give a column: `A`, `Z`, `AA`. */
export function letterOf(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? "" : letterOf(rest - 1)) + String.fromCharCode(65 + (index % 26));
}

const MAX_NAMES = 40;

/** Returns the names of columns for a message. */
function listNames(columns: readonly string[]): string {
  const more = columns.length > MAX_NAMES ? ` and ${columns.length - MAX_NAMES} more` : "";
  return (
    columns
      .slice(0, MAX_NAMES)
      .map((name) => JSON.stringify(name))
      .join(", ") + more
  );
}
