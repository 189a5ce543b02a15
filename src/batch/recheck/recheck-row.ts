/** Rechecks rows of a list of ids by its plan. */
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { toDay } from "../../registry/history/days.ts";
import { Past } from "../../registry/history/past.ts";
import { changedFields, NOTHING_KNOWN, type Rechecked, recheck } from "../../registry/history/recheck.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import type { Row } from "../../tables/table.ts";
import { filledText } from "../cells/address-cells.ts";
import { NOTHING_ELSE, type RowResult } from "../outcome.ts";
import type { GeocodePlan } from "../plan.ts";
import { createCellReader } from "../row-parts.ts";
import { readDayCell, readIdCell } from "./id-cells.ts";

/** Rows after which a new Past is opened, because a Past keeps the objects that it has read. */
const ROWS_OF_PAST = 1_000;

/** Returns a function that rechecks a row. */
export function createIdFinder(snapshot: Snapshot, plan: GeocodePlan): (row: Row) => RowResult {
  const find = createFinder(snapshot, plan);
  return (row) => resultOf(snapshot, find(row));
}

function createFinder(snapshot: Snapshot, plan: GeocodePlan): (row: Row) => Rechecked {
  const [idOf, dayOf] = [createCellReader(plan, "id"), createCellReader(plan, "day")];
  let past = new Past(snapshot);
  let rows = 0;
  return (row) => {
    past = ++rows % ROWS_OF_PAST === 0 ? new Past(snapshot) : past;
    const id = readIdCell(idOf(row));
    if (id === undefined) {
      return { ...NOTHING_KNOWN, reason: filledText(idOf(row)) === "" ? "no id" : "not an id" };
    }
    const day = readDayCell(dayOf(row)) ?? plan.since;
    return day === undefined ? { ...NOTHING_KNOWN, reason: "no day" } : recheck(past, id, toDay(day));
  };
}

function resultOf({ meta: { referenceDate } }: Snapshot, found: Rechecked): RowResult {
  const { status: match, changes, adres, candidates } = found;
  const reason = match === "changed" ? changes.join("|") : found.reason;
  const suggestions = candidates.map(({ address }) => address);
  const facts = { match, reason, adres, groupKey: null, suggestions };
  return { ...NOTHING_ELSE, ...facts, recheck: found, referenceDate };
}

/** Returns the result of an undecided row after a person chose its successor; null: no address took its place. */
export function decideRecheck(
  snapshot: Snapshot,
  plan: GeocodePlan,
  { row, adres }: { readonly row: Row; readonly adres: AdresRecord | null },
): RowResult {
  const found = createFinder(snapshot, plan)(row);
  const decided = { ...found, reason: null, candidates: [], adres };
  if (adres === null) {
    return resultOf(snapshot, { ...decided, status: "ended" });
  }
  const chosen = found.candidates.find(
    ({ address }) => address.nummeraanduiding_id === adres.nummeraanduiding_id,
  );
  // Null after an update that removed the id.
  const changes = found.before === null ? [] : changedFields(found.before, adres);
  return resultOf(snapshot, { ...decided, status: "replaced", relation: chosen?.relation ?? null, changes });
}
