/** Rechecks rows of a list of ids by its plan. */
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { toDay } from "../../registry/history/days.ts";
import { Past } from "../../registry/history/past.ts";
import { changedFields, NOTHING_KNOWN, type Rechecked, recheck } from "../../registry/history/recheck.ts";
import { type AdresOptions, readAdres } from "../../registry/read/adres-record.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import type { Row } from "../../tables/table.ts";
import { filledText } from "../cells/address-cells.ts";
import type { RowOutcome } from "../outcome.ts";
import type { GeocodePlan } from "../plan.ts";
import { neededIncludes, valuesOf } from "../result-columns.ts";
import { createCellReader } from "../row-parts.ts";
import { readDayCell, readIdCell } from "./id-cells.ts";

/** Rows of a past, which keeps the objects that it has read. */
const ROWS_OF_PAST = 1_000;

/** Returns a function that rechecks one row. */
export function createRowRechecker(snapshot: Snapshot, plan: GeocodePlan): (row: Row) => RowOutcome {
  const describe = createDescriber(snapshot, plan);
  const find = createFinder(snapshot, plan);
  return (row) => describe(find(row));
}

/** Returns a function that finds the result of a row, without the further fields of added columns. */
export function createFinder(snapshot: Snapshot, plan: GeocodePlan): (row: Row) => Rechecked {
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

/** Returns a function that makes the outcome of a row from its result. */
function createDescriber(snapshot: Snapshot, plan: GeocodePlan): (result: Rechecked) => RowOutcome {
  const included = neededIncludes(plan);
  const { referenceDate } = snapshot.meta;
  return (result) => {
    const { status, changes, reason, adres: found } = result;
    const adres = found && included ? readWhole(snapshot, found, included) : found;
    return {
      match: status,
      reason: status === "changed" ? changes.join("|") : reason,
      adres,
      groupKey: null,
      values: valuesOf(plan, { ...result, adres, referenceDate }),
    };
  };
}

function readWhole(snapshot: Snapshot, { nummeraanduiding_id }: AdresRecord, included: AdresOptions) {
  return readAdres(snapshot, Number(nummeraanduiding_id), included)!;
}

/** Returns the outcome of an undecided row after a person chose the address that took its place, or null: none did. */
export function decideRecheck(
  snapshot: Snapshot,
  plan: GeocodePlan,
  { row, adres }: { readonly row: Row; readonly adres: AdresRecord | null },
): RowOutcome {
  const found = createFinder(snapshot, plan)(row);
  const describe = createDescriber(snapshot, plan);
  const decided = { ...found, reason: null, candidates: [], adres };
  if (adres === null) {
    return describe({ ...decided, status: "ended" });
  }
  const chosen = found.candidates.find(
    ({ address }) => address.nummeraanduiding_id === adres.nummeraanduiding_id,
  );
  // Null after an update that removed the id.
  const changes = found.before === null ? [] : changedFields(found.before, adres);
  return describe({ ...decided, status: "replaced", relation: chosen?.relation ?? null, changes });
}
