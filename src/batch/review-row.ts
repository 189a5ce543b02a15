/** A row that a person looks at and decides: what was understood of it, what may be meant, and what was decided. */
import { AppError } from "../base/errors.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { formatBound, OPEN } from "../registry/history/days.ts";
import type { ValidBounds } from "../registry/history/periods.ts";
import { readAdres, readAdressen } from "../registry/read/adres-record.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { listNumberRowsBeside } from "../search/index/address-rows.ts";
import type { Row } from "../tables/table.ts";
import { cellText } from "./cells/address-cells.ts";
import { createResultFinder } from "./geocode-row.ts";
import { NOTHING_ELSE, type RowOutcome, type RowResult } from "./outcome.ts";
import type { GeocodePlan } from "./plan.ts";
import { decideRecheck } from "./recheck/recheck-row.ts";
import { neededIncludes, outcomeOf } from "./result-columns.ts";
import { createPartsReader } from "./row-parts.ts";

/** Parts of an address as the row has them, by name; only those that it has. */
type UnderstoodParts = Readonly<Record<string, string>>;

export interface RowReview
  extends Pick<RowResult, "match" | "refusal" | "corrected" | "adres" | "suggestions"> {
  readonly understood: UnderstoodParts;
  readonly former: FormerText | null;
}

/** Former address with its days, and its present form. */
interface FormerText extends ValidBounds {
  readonly text: string;
  readonly today: string | null;
}

/** Returns the former address that a row names or that its id had, with its days and its present form. */
function formerText({ former, recheck }: RowResult): FormerText | null {
  if (recheck?.before) {
    const bounds = { valid_from: null, valid_until: formatBound(recheck.since ?? OPEN) };
    return { text: recheck.before.full_address, ...bounds, today: null };
  }
  if (former === null) {
    return null;
  }
  const { address, valid_from, valid_until, today } = former;
  return { text: address.full_address, valid_from, valid_until, today: today?.full_address ?? null };
}

/** Maximum addresses of a house number that are offered. */
const MAX_BESIDE = 10;

/** Returns a function that reviews rows of a table. */
export function createRowReviewer(snapshot: Snapshot, plan: GeocodePlan): (row: Row) => RowReview {
  const find = createResultFinder(snapshot, plan);
  const understand = createPartsNamer(plan);
  return (row) => {
    const result = find(row);
    const { match, refusal, corrected, adres, suggestions: found } = result;
    const suggestions = match === "one_of_several" && adres !== null ? listBeside(snapshot, adres) : found;
    const former = formerText(result);
    return { understood: understand(row), match, refusal, corrected, adres, suggestions, former };
  };
}

/** Lists the other addresses at the house number of an address. */
function listBeside(snapshot: Snapshot, adres: AdresRecord): AdresRecord[] {
  const own = Number(adres.nummeraanduiding_id);
  const fids = listNumberRowsBeside(snapshot, adres).map(({ fid }) => fid);
  return readAdressen(snapshot, fids.filter((fid) => fid !== own).slice(0, MAX_BESIDE));
}

function createPartsNamer(plan: GeocodePlan): (row: Row) => UnderstoodParts {
  if (plan.kind === "position") {
    return (row) => ({ position: plan.uses.map(({ index }) => cellText(row[index] ?? "")).join(" ") });
  }
  const read = createPartsReader(plan);
  return (row) => {
    const { postcode, postcodeText, numberText, letter, addition, street, place, text, country } = read(row);
    const parts = { postcode: postcode ?? postcodeText, number: numberText, letter, addition };
    const named = Object.entries({ ...parts, street, place, text, country });
    return Object.fromEntries(named.filter(([, value]) => value !== ""));
  };
}

const NO_ADDRESS = "There is no address with this id.";

/**
 * Returns the outcome of a row after a person chose its address, or decided that it has none. Throws AppError
 * `validation_failed` for an address that does not exist, `not_found` for an id without its `row`.
 */
export function decideRow(
  snapshot: Snapshot,
  plan: GeocodePlan,
  { id, row }: { readonly id: string | null; readonly row: Row | undefined },
): RowOutcome {
  const adres = id === null ? null : readAdres(snapshot, Number(id), neededIncludes(plan));
  if (adres === undefined) {
    throw new AppError("validation_failed", NO_ADDRESS, { errors: { address: [NO_ADDRESS] } });
  }
  if (plan.kind === "recheck") {
    if (row === undefined) {
      throw new AppError("not_found", "There is nothing to decide about this row.");
    }
    return outcomeOf(plan, decideRecheck(snapshot, plan, { row, adres }));
  }
  const found = { ...NOTHING_ELSE, adres, groupKey: id };
  return outcomeOf(
    plan,
    adres === null
      ? { ...found, match: "none", reason: "by hand", refusal: { why: "by hand" } }
      : { ...found, match: "corrected" },
  );
}
