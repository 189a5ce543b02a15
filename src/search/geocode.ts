/** One address for a line, or none: a wrong certain answer is worse than none (decisions.md, "Finding one address"). */
import { type AdresOptions, lookupAdres } from "../registry/adressen.ts";
import type { AdresRecord } from "../registry/records.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { readAdressen } from "../registry/street-numbers.ts";
import { isContradicted } from "./contradiction.ts";
import type { Fit } from "./designation.ts";
import type { Entry, Match } from "./entry.ts";
import { isComplete } from "./find-names.ts";
import { idsOf, idsOfPage, totalOf } from "./page-of-entries.ts";
import { type Query, queryOf } from "./query.ts";
import { type Refusal, refusalOf } from "./refusal.ts";
import { streetEvidenceOf } from "./score.ts";
import { find } from "./search.ts";

export type Geocoded =
  | { readonly adres: AdresRecord }
  | {
      /** What comes nearest, best first, at most 10 of `total`. */
      readonly candidates: AdresRecord[];
      readonly total: number;
      readonly refusal: Refusal;
    };

const MAX_CANDIDATES = 10;
/** More addresses than doubles of one number are never one answer. */
const MAX_DOUBLES = 20;

export function geocodeLine(snapshot: Snapshot, line: string, options?: AdresOptions): Geocoded {
  const query = queryOf(snapshot, line);
  const { entries } = find(query);
  const id = certainId(query, entries);
  if (id !== undefined) return { adres: readAdressen(snapshot, [id], options)[0]! };
  const ids = idsOfPage(query, entries, { offset: 0, limit: MAX_CANDIDATES });
  return {
    candidates: readAdressen(snapshot, ids),
    total: totalOf(entries),
    refusal: refusalOf(query, entries),
  };
}

/** The one address that is meant beyond doubt. */
function certainId(query: Query, entries: readonly Entry[]): number | undefined {
  const [best] = entries;
  if (best === undefined || !isGoodEnough(best) || isContradicted(query, best)) return undefined;
  const evidence = streetEvidenceOf(best, query.index);
  const rivals = entries.filter((entry) => streetEvidenceOf(entry, query.index) >= evidence);
  const { number } = best.match.reading;
  if (rivals.some(({ street, match }) => street !== best.street || match.reading.number !== number)) {
    return undefined;
  }
  const chosen = chooseGroup(rivals);
  return chosen && soleId(query, chosen);
}

/** A place may lack a last letter or two, as a typing error may. */
const MOST_OF_PLACE = 0.8;

/** The number is given; street and place are named completely, within the edits allowed; words are left over only where postcode and street agree. */
function isGoodEnough({ match, postcodeEdits, fit }: Entry): boolean {
  const { reading, name, place, leftover } = match;
  if (leftover.length > 0 && !(postcodeEdits === 0 && name?.edits === 0 && leftover.every(hasNoDigit)))
    return false;
  return (
    reading.number !== undefined &&
    fit !== "other" &&
    (place?.coverage ?? 1) >= MOST_OF_PLACE &&
    ((name?.edits ?? 0) < 2 || isPlaced(match)) &&
    (postcodeEdits ?? 0) <= 1 &&
    (name === undefined ? postcodeEdits === 0 : isComplete(name) || isAllWords(match))
  );
}

/** Two typing errors lead far in a whole provincie, or the country. */
function isPlaced({ place, reading }: Match): boolean {
  const isNear = place !== undefined && place.kind !== "provincie" && place.kind !== "suffix";
  return isNear || reading.postcode !== undefined;
}

/** All words of the name in another order, or initials for some: enough where place or postcode is said. */
function isAllWords({ name, place, reading }: Match): boolean {
  return name?.kind === "all" && (place !== undefined || reading.postcode !== undefined);
}

function hasNoDigit(word: string): boolean {
  return !/\d/.test(word);
}

/** Of one number's addresses: those typed exactly, else in another spelling; with none typed the plain one, else the only other. */
function chooseGroup(rivals: readonly Entry[]): Entry | undefined {
  const byFit = (wanted: Fit) => rivals.find(({ fit }) => fit === wanted);
  const isTyped = rivals[0]!.match.designation.typed !== "";
  if (isTyped) return byFit("equal") ?? byFit("same") ?? byFit("rest");
  return byFit("equal") ?? onlyOther(rivals);
}

function onlyOther(rivals: readonly Entry[]): Entry | undefined {
  const others = rivals.filter(({ fit }) => fit === "part");
  return totalOf(others) === 1 ? others[0] : undefined;
}

/** Doubles of one full key are one address, and which of them the lookup decides. */
function soleId(query: Query, entry: Entry): number | undefined {
  const ids = idsOf(query, entry, { offset: 0, limit: MAX_DOUBLES });
  const [first, ...rest] = readAdressen(query.snapshot, ids);
  const isSame = (other: AdresRecord) =>
    other.postcode === first!.postcode &&
    other.huisletter === first!.huisletter &&
    other.huisnummertoevoeging === first!.huisnummertoevoeging;
  if (first === undefined || entry.count > MAX_DOUBLES || !rest.every(isSame)) return undefined;
  return rest.length === 0 ? ids[0] : preferredId(query, first);
}

function preferredId({ snapshot }: Query, adres: AdresRecord): number | undefined {
  const { postcode, huisnummer, huisletter, huisnummertoevoeging, nummeraanduiding_id } = adres;
  if (postcode === null) return Number(nummeraanduiding_id);
  const found = lookupAdres(snapshot, {
    postcode,
    huisnummer,
    huisletter: huisletter ?? "",
    toevoeging: huisnummertoevoeging ?? "",
  });
  return "adres" in found ? Number(found.adres.nummeraanduiding_id) : undefined;
}
