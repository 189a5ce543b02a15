/** Finds the address at the position of a row. */

import type { Snapshot } from "../registry/file/snapshot.ts";
import { findNearestAdres, listNearbyAdressen } from "../registry/read/nearby.ts";
import type { Cell } from "../tables/table.ts";
import { cellText } from "./cells/cell-text.ts";
import { type PositionCells, readPosition, readPositionCell } from "./cells/position-cells.ts";
import { type Found, refused } from "./geocode-address.ts";

/** Metres around the position; the default of reverse geocoding over HTTP. */
const RADIUS_M = 100;
/** Coordinates with five decimals of a degree are up to 0.7 m off. */
const SAME_POSITION_M = 1;

/** Cells of latitude (RD y) and longitude (RD x), or the one that holds both. */
export type CellsOfPosition = { readonly y: Cell; readonly x: Cell } | { readonly pair: Cell };

/**
 * Finds the address at a position. `exact`: the only one at it, or of the building there; `one_of_several`: the nearest
 * of those of the building, or at one point; `corrected`: the nearest outside, which the words say.
 */
export function geocodePosition(s: Snapshot, cells: CellsOfPosition): Found {
  if (Object.values(cells).every((cell) => cellText(cell) === "")) {
    return refused({ why: "empty" });
  }
  const position: PositionCells =
    "pair" in cells ? readPositionCell(cells.pair) : readPosition(cells.y, cells.x);
  if (position.kind !== "position") {
    return refused({ why: REFUSALS[position.kind] });
  }
  const found = findNearestAdres(s, position.rd, RADIUS_M);
  if (found === undefined) {
    return refused({ why: "no address near", radiusM: RADIUS_M });
  }
  const { adres, addressesInPanden } = found;
  const distanceM = Math.round(found.distanceM * 10) / 10;
  const isAtPoint = found.distanceM <= SAME_POSITION_M;
  if (addressesInPanden === 0 && !isAtPoint) {
    return { match: "corrected", adres, distanceM, corrected: `position: ${distanceM} m from the address` };
  }
  const near = listNearbyAdressen(s, position.rd, { radiusM: found.distanceM + SAME_POSITION_M, limit: 2 });
  if (near.length > 1 || addressesInPanden > 1) {
    return { match: "one_of_several", adres, distanceM, corrected: severalText(addressesInPanden) };
  }
  return { match: "exact", adres, distanceM, corrected: null };
}

const REFUSALS = {
  none: "not a position",
  swapped: "swapped coordinates",
  outside: "outside the Netherlands",
} as const;

function severalText(addressesInPanden: number): string {
  return addressesInPanden > 1
    ? `position: the nearest of ${addressesInPanden} addresses of the building`
    : "position: other addresses are as near";
}
