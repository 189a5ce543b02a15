/** A row that a person looks at and decides: what was understood of it, what may be meant, and what was decided. */
import type { Snapshot } from "../registry/file/snapshot.ts";
import { formatBound } from "../registry/history/days.ts";
import type { FormerAdres } from "../registry/history/former-adressen.ts";
import type { ValidBounds } from "../registry/history/periods.ts";
import { readAdres, readAdressen } from "../registry/read/adres-record.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { formatFullAddress } from "../registry/schema/full-address.ts";
import { listNumberRowsBeside } from "../search/index/address-rows.ts";
import type { Row } from "../tables/table.ts";
import { cellText } from "./cells/address-cells.ts";
import { createResultFinder } from "./geocode-row.ts";
import type { RowOutcome, RowStatus } from "./outcome.ts";
import type { GeocodePlan } from "./plan.ts";
import { createFinder, decideRecheck } from "./recheck/recheck-row.ts";
import { neededIncludes, type RowResult, valuesOf } from "./result-columns.ts";
import { createPartsReader } from "./row-parts.ts";

/** Parts of an address as the row has them, by name; only those that it has. */
type UnderstoodParts = Readonly<Record<string, string>>;

export interface RowReview extends Pick<RowResult, "refusal" | "corrected" | "adres" | "suggestions"> {
  readonly match: RowStatus;
  readonly understood: UnderstoodParts;
  readonly former: FormerText | null;
}

/** Former address with its days, and its present form. */
interface FormerText extends ValidBounds {
  readonly text: string;
  readonly today: string | null;
}

/** Returns a function that reviews undecided rows of a list of ids. */
function createIdReviewer(snapshot: Snapshot, plan: GeocodePlan): (row: Row) => RowReview {
  const find = createFinder(snapshot, plan);
  return (row) => {
    const { status, before, since, candidates } = find(row);
    const bounds = { valid_from: null, valid_until: since === null ? null : formatBound(since) };
    return {
      ...{ match: status, understood: {}, refusal: null, corrected: null, adres: null },
      suggestions: candidates.map(({ address }) => address),
      former: before && { text: formatFullAddress(before), ...bounds, today: null },
    };
  };
}

/** Returns a former address with its days and its present form. */
function formerText({ address, valid_from, valid_until, today }: FormerAdres): FormerText {
  return { text: address.full_address, valid_from, valid_until, today: today?.full_address ?? null };
}

/** Addresses of a house number that are offered, at most. */
const MAX_BESIDE = 10;

/** Returns a function that reviews rows of a table. */
export function createRowReviewer(snapshot: Snapshot, plan: GeocodePlan): (row: Row) => RowReview {
  if (plan.kind === "recheck") {
    return createIdReviewer(snapshot, plan);
  }
  const find = createResultFinder(snapshot, plan);
  const understand = createPartsNamer(plan);
  return (row) => {
    const { match, refusal, corrected, adres, former, suggestions: found } = find(row);
    const suggestions = match === "one_of_several" && adres !== null ? listBeside(snapshot, adres) : found;
    const named = former && formerText(former);
    return { understood: understand(row), match, refusal, corrected, adres, suggestions, former: named };
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

/**
 * Returns the outcome of a row after a person chose its address, or decided that it has none. Throws a RangeError for
 * an address that does not exist. `row` is read for a list of ids alone.
 */
export function decideRow(
  snapshot: Snapshot,
  plan: GeocodePlan,
  { id, row }: { readonly id: string | null; readonly row: Row },
): RowOutcome {
  const adres = id === null ? null : readAdres(snapshot, Number(id), neededIncludes(plan));
  if (adres === undefined) {
    throw new RangeError(`there is no address with the id ${id}`);
  }
  if (plan.kind === "recheck") {
    return decideRecheck(snapshot, plan, { row, adres });
  }
  const result: RowResult = {
    match: adres === null ? "none" : "corrected",
    refusal: adres === null ? { why: "by hand" } : null,
    corrected: null,
    adres,
    suggestions: [],
    distanceM: null,
    groupKey: id,
    former: null,
  };
  return { ...result, reason: result.refusal?.why ?? null, values: valuesOf(plan, result) };
}
