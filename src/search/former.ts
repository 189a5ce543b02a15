/**
 * Former addresses that a line or a key names exactly (docs/time.md): looked for when no address of today has the key,
 * and before any correction, because the nearest number is not what became of the old one.
 */
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { AdresKeyRecord } from "../registry/history/adres-history.ts";
import {
  type FormerAdres,
  type FormerAdressen,
  findFormerAdressen,
  findHolders,
} from "../registry/history/former-adressen.ts";
import { listNumbersOfPostcode, listNumbersOfStreet, listOldNames } from "../registry/history/old-keys.ts";
import { hasPast, Past } from "../registry/history/past.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import type { AskedNumber, CertainAnswer } from "./certain-answer.ts";
import { isEmptyFieldText } from "./line/designation-words.ts";
import { canonicalName, canonicalWords } from "./line/normalize.ts";
import { type Interpretation, withoutNoise } from "./line/parse-line.ts";
import { completeQuery, type LineParameters } from "./line-parameters.ts";
import type { Candidate } from "./match/candidate.ts";
import { isComplete } from "./match/name-hits.ts";
import { createQuery, type Query } from "./match/query.ts";
import { placeIndexOf } from "./places/place-index.ts";
import type { Refusal } from "./refusal.ts";

/** Maximum former addresses beside an answer without one. */
const MAX_FORMER = 10;
/** Maximum interpretations of a line; the first ones take it as typed. */
const MAX_INTERPRETATIONS = 4;
/** Maximum words that name street and place. */
const MAX_WORDS = 12;
/** Maximum streets of one name that are looked at wherever they lie today. */
const MAX_STREETS = 50;

/** Lists the former holders of a key that no address has, the last first; none where no history can be read. */
export function listFormerOfKey(snapshot: Snapshot, { postcode, ...rest }: AskedNumber): FormerAdres[] {
  if (!hasPast(snapshot)) {
    return [];
  }
  const { number: huisnummer, letter, addition } = rest;
  const parts = { huisletter: letter ?? null, huisnummertoevoeging: addition ?? null };
  return formerOf(findFormerAdressen(new Past(snapshot), { postcode, huisnummer, ...parts }, LIMIT));
}

/** Lists the former addresses that a line and its parameters name exactly; as {@link listFormerOfKey}. */
export function listFormerOfLine(
  snapshot: Snapshot,
  line: string,
  parameters: LineParameters = {},
): FormerAdres[] {
  return snapshot.history === undefined
    ? []
    : listFormerOfQuery(completeQuery(createQuery(snapshot, line), parameters));
}

/** Lists the former addresses that a query names exactly. */
export function listFormerOfQuery(query: Query): FormerAdres[] {
  if (!hasPast(query.snapshot)) {
    return [];
  }
  const past = new Past(query.snapshot);
  for (const interpretation of query.interpretations.filter(isWhole).slice(0, MAX_INTERPRETATIONS)) {
    for (const variant of [interpretation, withoutNoise(interpretation)]) {
      const found = variant === undefined ? undefined : findNamed(query, past, variant);
      if (found !== undefined && (found.current !== null || found.former.length > 0)) {
        return variant!.postcode !== undefined || isOneStreet(found.former) ? formerOf(found) : [];
      }
    }
  }
  return [];
}

const LIMIT = { limit: MAX_FORMER };

/** An address of today with the key takes precedence over all earlier holders. */
function formerOf({ current, former }: FormerAdressen): FormerAdres[] {
  return current === null ? former : [];
}

/** Returns true for a line that is read as typed, with a number and without words that are left out. */
function isWhole({ number, mistypedPostcode, postcodeArea, leftover, tier }: Interpretation): boolean {
  return (
    number !== undefined &&
    mistypedPostcode === undefined &&
    postcodeArea === undefined &&
    leftover.length === 0 &&
    tier < 2
  );
}

/** Returns false for addresses of several streets or places, as a line without a place may name. */
function isOneStreet(former: readonly FormerAdres[]): boolean {
  return new Set(former.map(({ address }) => `${address.straatnaam}, ${address.woonplaats_naam}`)).size <= 1;
}

/** Words that may name a street and a place; either may be none. */
interface Cut {
  readonly street: readonly string[];
  readonly place: readonly string[];
}

function findNamed(query: Query, past: Past, interpretation: Interpretation): FormerAdressen | undefined {
  const { number, postcode, designation, segments } = interpretation;
  const words = segments.flat();
  if (words.length > MAX_WORDS) {
    return undefined;
  }
  const cuts = cutsOf(words, postcode === undefined);
  const named = cuts.map((cut) => ({ ...cut, places: namesOfPlace(query, cut.place) }));
  const ids =
    postcode === undefined
      ? new Set(streetsOf(query, past, named).flatMap((street) => listNumbersOfStreet(past, street, number)))
      : listNumbersOfPostcode(past, postcode, number);
  const accepts = (record: AdresKeyRecord) =>
    (postcode === undefined || record.postcode === postcode) && named.some((cut) => isNamed(record, cut));
  const parts = { huisletter: null, huisnummertoevoeging: designation === "" ? null : designation };
  return findHolders(past, { huisnummer: number!, ...parts, ids: [...ids], accepts }, LIMIT);
}

/** Cut with the names of the places that its words mean, in one run of canonical words. */
interface NamedCut extends Cut {
  readonly places: ReadonlySet<string>;
}

/** Lists the ways to take words as a street and a place, in either order. */
function cutsOf(words: readonly string[], needsStreet: boolean): Cut[] {
  const cuts: Cut[] = [];
  for (let at = 0; at <= words.length; at++) {
    const [before, behind] = [words.slice(0, at), words.slice(at)];
    cuts.push({ street: before, place: behind }, { street: behind, place: before });
  }
  return needsStreet ? cuts.filter(({ street }) => street.length > 0) : cuts;
}

function isNamed(record: AdresKeyRecord, { street, place, places }: NamedCut): boolean {
  return (
    (street.length === 0 || isName(record.straatnaam, street)) &&
    (place.length === 0 || places.has(canonicalName(record.woonplaats_naam).join("")))
  );
}

function isName(name: string, words: readonly string[]): boolean {
  return canonicalName(name).join("") === canonicalWords(words).join("");
}

/** Returns the words of a place themselves, and the names of the places of today that they stand for. */
function namesOfPlace({ snapshot, index }: Query, words: readonly string[]): Set<string> {
  const canonical = canonicalWords(words);
  const names = new Set([canonical.join("")]);
  for (const { place, kind } of placeIndexOf(snapshot).find(canonical)?.values() ?? []) {
    const woonplaats = snapshot.areas.woonplaatsen.get(index.arrays.placeIds[place]!);
    if (woonplaats !== undefined && (kind === "alias" || kind === "short")) {
      names.add(canonicalName(woonplaats.naam).join(""));
    }
  }
  return names;
}

/** Lists the streets that have or had one of the names: of a frequent name those that lie in its places today. */
function streetsOf(query: Query, past: Past, cuts: readonly NamedCut[]): number[] {
  const { index, budget, lookups, snapshot } = query;
  const streets = new Set<number>();
  for (const { street: tokens, places } of cuts) {
    const hits = lookups.findNames({ tokens, isPrefix: false, edits: 0, budget });
    const names = [...hits].filter(([, hit]) => isComplete(hit)).map(([name]) => name);
    const found = names.flatMap((name) => [...index.streetsOfName(name)].map((one) => index.keyOf(one)));
    const liesThere = ({ woonplaatsId }: { readonly woonplaatsId: number }) => {
      const naam = snapshot.areas.woonplaatsen.get(woonplaatsId)?.naam ?? "";
      return places.has(canonicalName(naam).join(""));
    };
    for (const { openbareRuimteId } of found.length <= MAX_STREETS ? found : found.filter(liesThere)) {
      streets.add(openbareRuimteId);
    }
    for (const street of listStreetsOnceNamed(past, tokens)) {
      streets.add(street);
    }
  }
  return [...streets];
}

/** Lists the streets that had a name in any spelling that begins with the same two letters. */
function listStreetsOnceNamed(past: Past, tokens: readonly string[]): number[] {
  const beginning = tokens[0]!.slice(0, 2);
  return ["", "'"]
    .flatMap((apostrophe) => listOldNames(past, apostrophe + beginning))
    .filter(({ nameKey }) => isName(nameKey, tokens))
    .map(({ street }) => street);
}

/** The address that a line or key named once, as it was last. */
export interface FormerAnswer {
  readonly match: "former";
  readonly adres: AdresRecord;
  readonly former: FormerAdres;
}

/** Returns the reason of an answer that is refused for a former address. */
export function formerRefusal({ address, valid_until }: FormerAdres): Refusal {
  return { why: "former", address: address.full_address, valid_until: valid_until! };
}

/** Answer of today with its kind. */
interface AnswerOfToday extends Pick<CertainAnswer, "match" | "adres"> {
  readonly candidate?: Candidate | undefined;
}

/** Answer of today or before, and the former addresses to tell beside none. */
interface Judgement<T extends AnswerOfToday> {
  readonly answer: T | FormerAnswer | undefined;
  readonly former: readonly FormerAdres[];
}

/**
 * Decides between the answer of today and former addresses, which are looked for unless it is exact: exact, former,
 * then any other. A former address is answered only when `takesFormer`; else there is no answer where one is meant. A
 * corrected answer stands when it is the address that the former one is today: then it corrects to the same number.
 */
export function judgeFormer<T extends AnswerOfToday>(
  answer: T | undefined,
  listFormer: () => FormerAdres[],
  takesFormer: boolean,
): Judgement<T> {
  const former = isAsTyped(answer) ? [] : listFormer();
  const [last] = former;
  if (last === undefined) {
    return { answer, former };
  }
  if (takesFormer) {
    return { answer: { match: "former", adres: last.address, former: last }, former };
  }
  const isToday = former.some(
    ({ today }) => today?.nummeraanduiding_id === answer?.adres.nummeraanduiding_id,
  );
  return { answer: isToday ? answer : undefined, former };
}

function isAsTyped(answer: AnswerOfToday | undefined): boolean {
  return (
    answer?.match === "exact" && !(answer.candidate !== undefined && mayLackDesignation(answer.candidate))
  );
}

/** Returns true when words of the line were left out that may be a letter or addition: *36 NO*, *36 NA*. */
export function mayLackDesignation({ match }: Candidate): boolean {
  const { designation, isWithoutNoise = false } = match.interpretation;
  return isWithoutNoise || (designation !== "" && isEmptyFieldText(designation));
}
