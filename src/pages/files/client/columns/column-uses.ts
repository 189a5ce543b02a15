/** Roles of the columns, as people choose them in the menus. */
import type { FileColumn, Role, RoleOfColumn } from "../answers.ts";

/** Returns the roles of columns of addresses as the server has them. */
export function usesOf(columns: readonly FileColumn[]): RoleOfColumn[] {
  return columns.flatMap(({ role, index }) =>
    role === null || role === "id" || role === "day" ? [] : [{ role, index }],
  );
}

const WHOLE_POSTCODE = /^\s*\d{4}\s?[a-z]{2}\s*$/i;

/** Returns true for a column that shares its role with other columns; their cells are joined. */
function isJoined(role: Role, { sample }: FileColumn): boolean {
  const isPart = !sample.some((cell) => WHOLE_POSTCODE.test(cell));
  return role === "text" || role === "addition" || (role === "postcode" && isPart);
}

/**
 * Returns the uses with another role of one column. Any other column with this role loses it, unless columns share the
 * role.
 */
export function withRole(
  uses: readonly RoleOfColumn[],
  { columns, index, role }: { columns: readonly FileColumn[]; index: number; role: Role | undefined },
): readonly RoleOfColumn[] {
  const others = uses.filter(
    (use) => use.index !== index && (use.role !== role || isJoined(use.role, columns[use.index]!)),
  );
  const next = role === undefined ? others : [...others, { role, index }];
  return next.toSorted((a, b) => a.index - b.index);
}

/** Roles that need a second role to find an address. */
const HALVES = ["number", "postcode", "latitude", "longitude"] as const;

/** Returns a role that still needs a second one; undefined when no such role is chosen, or an address can be found. */
export function halfOf(uses: readonly RoleOfColumn[]): (typeof HALVES)[number] | undefined {
  return canSearch(uses) ? undefined : HALVES.find((half) => uses.some(({ role }) => role === half));
}

/** Returns true when an address can be found by these columns (batch/columns/roles.ts). */
export function canSearch(uses: readonly RoleOfColumn[]): boolean {
  const has = (role: Role) => uses.some((use) => use.role === role);
  return (
    has("text") ||
    has("street") ||
    (has("postcode") && has("number")) ||
    has("position") ||
    (has("latitude") && has("longitude"))
  );
}
