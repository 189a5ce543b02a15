/** Which column is used as what, as people choose it in the menus. */
import type { FileColumn, Role, RoleOfColumn } from "../../answers.ts";

/** Returns the roles of columns as the server has them. */
export function usesOf(columns: readonly FileColumn[]): RoleOfColumn[] {
  return columns.flatMap(({ role, index }) => (role === null ? [] : [{ role, index }]));
}

/** Roles that several columns can have, which are joined (batch/columns/roles.ts). */
const JOINED_ROLES: readonly Role[] = ["text", "postcode", "addition"];

/** Returns the uses with another role of one column; the column that had that role before has none then. */
export function withRole(
  uses: readonly RoleOfColumn[],
  index: number,
  role: Role | undefined,
): readonly RoleOfColumn[] {
  const others = uses.filter(
    (use) => use.index !== index && (use.role !== role || JOINED_ROLES.includes(use.role)),
  );
  const next = role === undefined ? others : [...others, { role, index }];
  return next.toSorted((a, b) => a.index - b.index);
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
