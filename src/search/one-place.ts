/** Detects several addresses that are one place on a map. */
import type { AdresRecord } from "../registry/read/records.ts";

/** Maximum metres between any two addresses of one place. */
const MAX_DISTANCE_M = 25;

/** Returns true when all addresses lie in one pand, or no two are more than 25 m apart. */
export function areOnePlace(addresses: readonly AdresRecord[]): boolean {
  const [first, ...rest] = addresses;
  if (first === undefined) {
    return false;
  }
  const isOnePand = first.pand_id !== null && rest.every(({ pand_id }) => pand_id === first.pand_id);
  return isOnePand || areNear(addresses);
}

/** Returns true when no two are more than 25 m apart. Checks the bounding box first, before it compares all pairs. */
function areNear(addresses: readonly AdresRecord[]): boolean {
  const extent = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  if (extent(addresses.map(({ rd_x }) => rd_x)) > MAX_DISTANCE_M) {
    return false;
  }
  if (extent(addresses.map(({ rd_y }) => rd_y)) > MAX_DISTANCE_M) {
    return false;
  }
  return addresses.every((a, i) =>
    addresses.slice(i + 1).every((b) => Math.hypot(a.rd_x - b.rd_x, a.rd_y - b.rd_y) <= MAX_DISTANCE_M),
  );
}
