/** Finds the one address for a line and the parameters beside it, or the reason why there is none. */
import type { AdresRecord } from "../registry/records.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { readAdressen } from "../registry/street-numbers.ts";
import { agreesWith, type Beside, completed, contradictedBy } from "./beside-line.ts";
import { certainOf, type Found } from "./certain.ts";
import { COLLECTORS, findsBegunStreets } from "./collectors.ts";
import type { Entry } from "./entry.ts";
import { idsOfPage, totalOf } from "./page-of-entries.ts";
import { type Query, queryOf } from "./query.ts";
import { type Refusal, refusalOf } from "./refusal.ts";
import { find } from "./search.ts";

export type Geocoded =
  | Found
  | {
      /** Nearest matches, best first, at most 10 of `total`. */
      readonly candidates: AdresRecord[];
      readonly total: number;
      readonly refusal: Refusal;
    };

export interface GeocodeOptions {
  /** Parameters that the answer must agree with. */
  readonly beside?: Beside;
  /** Refuses an answer that is not `exact`. */
  readonly onlyExact?: boolean;
}

const MAX_CANDIDATES = 10;
const WITHOUT_BEGUN_STREETS = COLLECTORS.filter((collector) => !findsBegunStreets(collector));

export function geocodeLine(
  snapshot: Snapshot,
  line: string,
  { beside = {}, onlyExact = false }: GeocodeOptions = {},
): Geocoded {
  const alone = queryOf(snapshot, line);
  const query = completed(alone, beside);
  const { entries } = find(query);
  const found = certainOf(query, entries) ?? certainThoughBegun(query, entries);
  if (found === undefined || !agreesWith(found.adres, beside)) {
    const parameter = contradictedBy(alone, beside);
    if (parameter !== undefined) {
      return refused(alone, find(alone).entries, { why: "other parameter", parameter });
    }
    const refusal = found === undefined ? refusalOf(query, entries) : disagreement(found.adres, beside);
    return refused(query, entries, refusal);
  }
  return onlyExact && found.match !== "exact" ? refused(query, entries, { why: "not exact" }) : found;
}

/**
 * Returns the certain answer when `entries` were found by the prefix of a street: "Keurstraa 5" is Keurstraat with a
 * typing error, unless another street has that prefix too.
 */
function certainThoughBegun(query: Query, entries: readonly Entry[]): Found | undefined {
  const [best] = entries;
  if (best === undefined || !findsBegunStreets({ name: best.match.collector })) return undefined;
  const others = find(query, { collectors: WITHOUT_BEGUN_STREETS }).entries;
  const isSole = entries.every(({ street }) => street === others[0]?.street);
  return isSole ? certainOf(query, others) : undefined;
}

function refused(query: Query, entries: readonly Entry[], refusal: Refusal): Geocoded {
  const ids = idsOfPage(query, entries, { offset: 0, limit: MAX_CANDIDATES });
  return { candidates: readAdressen(query.snapshot, ids), total: totalOf(entries), refusal };
}

/** Returns why these parameters rule out a line's answer. */
function disagreement({ postcode }: AdresRecord, { postcode: asked, letter, addition }: Beside): Refusal {
  if (asked !== undefined && asked !== postcode) return { why: "other postcode" };
  return { why: "no such designation", designation: [letter, addition].filter(Boolean).join(" ") };
}
