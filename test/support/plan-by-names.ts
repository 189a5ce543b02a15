/** Plans of rows whose columns have usual names, so that tests of rows do not depend on how columns are chosen. */
import { kindOfRole, ROLE_NAMES, rankOfName } from "../../src/batch/columns/roles.ts";
import type { GeocodePlan } from "../../src/batch/plan.ts";
import { selectColumns } from "../../src/batch/result-columns.ts";

/** Returns the plan in which each column has the role of its name; one without such a name is not used. */
export function planByNames(columns: readonly string[], add?: string): GeocodePlan {
  const uses = columns.flatMap((name, index) => {
    const role = ROLE_NAMES.toSorted((a, b) => rankOfName(name, b) - rankOfName(name, a))[0]!;
    return rankOfName(name, role) > 0 ? [{ role, index, name }] : [];
  });
  const kind = kindOfRole(uses)!;
  const added = selectColumns({ kind, table: { columns }, add });
  return { kind, uses, doubtful: [], added, unused: [], findings: [] };
}
