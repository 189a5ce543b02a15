/** Geocodes rows of a table by its plan. */
import { BoundedMap, memoize } from "../base/memoize.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { Cell, Row } from "../tables/table.ts";
import { cellText, isTooLong } from "./cells/cell-text.ts";
import type { ColumnsToRead } from "./columns/column-use.ts";
import { refuseDoubtful } from "./doubt.ts";
import { type Found, geocodeAddress, refused } from "./geocode-address.ts";
import { geocodePosition } from "./geocode-position.ts";
import { groupKeyOf } from "./group-key.ts";
import type { RowOutcome } from "./outcome.ts";
import type { GeocodePlan } from "./plan.ts";
import { rowRefusalText } from "./reasons.ts";
import { type RowResult, valuesOf } from "./result-columns.ts";
import { createCellReader, createPartsReader } from "./row-parts.ts";

/** Rows whose outcome is kept: files repeat addresses, mostly in rows that follow each other. */
const MAX_CACHED = 2_000;
/** Characters of the cells of a row that is kept: an address has fewer, and a cell may have a million. */
const MAX_KEY = 1_000;

/**
 * Returns a function that geocodes one row. The outcome depends on the cells used or doubtful and the snapshot only,
 * whatever rows were before.
 */
export function createRowGeocoder(snapshot: Snapshot, plan: GeocodePlan): (row: Row) => RowOutcome {
  const columns = plan.added.map(({ column }) => column);
  const find = createFinder(snapshot, plan);
  const cache = new BoundedMap<string, RowOutcome>(MAX_CACHED);
  const geocode = (row: Row, cells: readonly Cell[]): RowOutcome => {
    const found = cells.some(isTooLong) ? refused({ why: "too long" }) : find(row);
    const result = resultOf(refuseDoubtful(snapshot, plan, row, found), cells);
    const { match, reason, adres, groupKey } = result;
    return { match, reason, adres, groupKey, values: valuesOf(columns, result) };
  };
  return (row) => {
    const cells = plan.uses.map(({ index }) => row[index] ?? "");
    const key = keyOf([...cells, ...plan.doubtful.map(({ index }) => row[index] ?? "")]);
    return key.length > MAX_KEY ? geocode(row, cells) : memoize(cache, key, () => geocode(row, cells));
  };
}

/** Returns a function that finds the address of a row, from the columns of a plan. */
export function createFinder(snapshot: Snapshot, plan: ColumnsToRead): (row: Row) => Found {
  if (plan.kind === "address") {
    const read = createPartsReader(plan);
    return (row) => geocodeAddress(snapshot, read(row));
  }
  const cellOf = createCellReader(plan);
  const isPair = plan.uses.some(({ role }) => role === "position");
  return (row) =>
    geocodePosition(
      snapshot,
      isPair
        ? { pair: cellOf(row, "position") }
        : { y: cellOf(row, "latitude"), x: cellOf(row, "longitude") },
    );
}

/** Returns a key of the cells; the kind of a typed cell is a part of it, as a date is refused. */
function keyOf(cells: readonly Cell[]): string {
  return cells
    .map((cell) => (typeof cell === "string" ? cell : `${cell.text}\u0001${cell.kind}`))
    .join("\u0000");
}

function resultOf(found: Found, cells: readonly Cell[]): RowResult {
  const text = cells.map(cellText).join(" ");
  if (found.match === "none") {
    const { refusal, suggestions } = found;
    return {
      match: "none",
      reason: refusal.why,
      message: rowRefusalText(refusal),
      corrected: null,
      adres: null,
      suggestions,
      distanceM: null,
      groupKey: groupKeyOf("none", null, text),
    };
  }
  const { match, adres, corrected, distanceM = null } = found;
  const groupKey = groupKeyOf(match, adres, text);
  return { match, reason: null, message: null, corrected, adres, suggestions: [], distanceM, groupKey };
}
