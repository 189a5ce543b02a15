/** Compares choices of columns for different addresses of one row: a file may have those of visits and of post. */

import type { Column } from "./column-profile.ts";
import { type ColumnUse, kindOf } from "./column-use.ts";
import { isOfSecondAddress, rankOfName } from "./roles.ts";
import type { Trial } from "./trial.ts";

/** Share of the rows in which two choices find different addresses when these are not the same, misspelt in a few. */
const DIFFERENT = 0.05;
/** Difference in exact rows, as a share of all, of choices that are close to each other. */
const CLOSE = 0.05;
/** Difference in the mean rank of names from which they decide. */
const CLEARLY_NAMED = 0.3;

/** Returns true when a choice finds other addresses in rows in which both find one. */
export function isOfOthers(a: Trial, b: Trial): boolean {
  const idOf = ({ found }: Trial, row: number) => {
    const each = found[row]!;
    return each.match === "none" ? "" : each.adres.nummeraanduiding_id;
  };
  const different = a.found.filter(
    (_, row) => idOf(a, row) !== "" && idOf(b, row) !== "" && idOf(a, row) !== idOf(b, row),
  );
  return different.length > DIFFERENT * a.found.length;
}

/** Returns true when two choices explain the rows about as well: how many letters and additions fit does not count. */
export function isClose(a: Trial, b: Trial): boolean {
  return kindOf(a.uses) === kindOf(b.uses) && Math.abs(a.exact - b.exact) <= CLOSE;
}

interface Choice {
  readonly core: { readonly uses: readonly ColumnUse[] };
  readonly trial: Trial;
}

/**
 * Returns true when the names say that a choice is meant rather than another; or else when it has more parts of the
 * address; or else when it stands left of that.
 */
export function isPreferred(choice: Choice, other: Choice, columns: readonly Column[]): boolean {
  const isSecond = ({ core }: Choice) =>
    core.uses.some(({ index }) => isOfSecondAddress(columns[index]!.name));
  if (isSecond(choice) !== isSecond(other)) {
    return isSecond(other);
  }
  const nameRank = ({ core: { uses } }: Choice) =>
    uses.reduce((sum, { role, index }) => sum + rankOfName(columns[index]!.name, role), 0) / uses.length;
  const byName = nameRank(choice) - nameRank(other);
  const byParts = countParts(choice.trial) - countParts(other.trial);
  const firstIndex = ({ core }: Choice) => Math.min(...core.uses.map(({ index }) => index));
  return Math.abs(byName) >= CLEARLY_NAMED
    ? byName > 0
    : byParts !== 0
      ? byParts > 0
      : firstIndex(choice) < firstIndex(other);
}

/** Returns the number of parts of an address that columns hold; a text has street and number. */
function countParts({ uses }: Trial): number {
  return new Set(uses.flatMap(({ role }) => (role === "text" ? ["street", "number"] : role))).size;
}
