import type { Role } from "./roles.ts";

/** Column of the table that is used. */
export interface ColumnUse {
  readonly role: Role;
  readonly index: number;
}

/** What rows are read as, and from which columns. */
export interface ColumnsToRead {
  /** `address`: from parts or text of addresses; `position`: the address at coordinates. */
  readonly kind: "address" | "position";
  readonly uses: readonly ColumnUse[];
}

/** Returns what the columns can be geocoded by; `undefined` for too little. */
export function kindOf(uses: readonly ColumnUse[]): ColumnsToRead["kind"] | undefined {
  const has = (role: Role) => uses.some((use) => use.role === role);
  if (has("text") || has("street") || (has("postcode") && has("number"))) {
    return "address";
  }
  return has("position") || (has("latitude") && has("longitude")) ? "position" : undefined;
}
