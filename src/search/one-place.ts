/** Addresses that are one place on a map, though they are several. */
import type { AdresRecord } from "../registry/records.ts";

/** Metres between the two that lie furthest apart. */
const MOST_APART = 25;

/** Whether all lie in one pand, or none is further than 25 m from any other. */
export function areOnePlace(addresses: readonly AdresRecord[]): boolean {
  const [first, ...rest] = addresses;
  if (first === undefined) return false;
  const isOnePand = first.pand_id !== null && rest.every(({ pand_id }) => pand_id === first.pand_id);
  return isOnePand || areNear(addresses);
}

/** A box is looked at first: of hundreds of addresses only those close together are compared with each other. */
function areNear(addresses: readonly AdresRecord[]): boolean {
  const extent = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  if (extent(addresses.map(({ rd_x }) => rd_x)) > MOST_APART) return false;
  if (extent(addresses.map(({ rd_y }) => rd_y)) > MOST_APART) return false;
  return addresses.every((a, i) =>
    addresses.slice(i + 1).every((b) => Math.hypot(a.rd_x - b.rd_x, a.rd_y - b.rd_y) <= MOST_APART),
  );
}
