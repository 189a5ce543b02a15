/**
 * Former addresses that a line names exactly (docs/time.md). Most lines name none: the names of the past, then the keys
 * of the past at the number, tell so before any life is read.
 */
import { memoize } from "../base/memoize.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { AdresKeyRecord } from "../registry/history/adres-history.ts";
import { type FormerAdres, type FormerAdressen, findHolders } from "../registry/history/former-adressen.ts";
import { listNumbersOfPostcode, listOldKeysOfPostcode, type OldKey } from "../registry/history/old-keys.ts";
import { hasPast, Past } from "../registry/history/past.ts";
import { joinParts } from "../registry/schema/number-parts.ts";
import { FORMER_LIMIT, formerOf } from "./former.ts";
import { Cut, type PlaceWords } from "./former-cut.ts";
import { type FormerNames, formerNamesOf, toRun } from "./former-names.ts";
import { findWord } from "./index/vocabulary.ts";
import { canonicalWords } from "./line/normalize.ts";
import { type Interpretation, withoutNoise } from "./line/parse-line.ts";
import { completeQuery, type LineParameters } from "./line-parameters.ts";
import { createQuery, type Query } from "./match/query.ts";
import { placeIndexOf } from "./places/place-index.ts";

/** Maximum interpretations of a line; the first ones take it as typed. */
const MAX_INTERPRETATIONS = 4;
/** Maximum words that name street and place. */
const MAX_WORDS = 12;

/** Lists the former addresses that a line and its parameters name exactly; as `listFormerOfKey`. */
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
  const readings = new LineNames(query).listReadings();
  if (readings.length === 0) {
    return [];
  }
  const past = new Past(query.snapshot);
  // An address of today that an earlier reading names takes precedence: those are read too.
  const last = readings.findLastIndex((reading) => mayBeFormer(past, reading));
  for (const reading of readings.slice(0, last + 1)) {
    const found = findNamed(past, reading);
    if (found.current !== null || found.former.length > 0) {
      return reading.postcode !== undefined || isOneStreet(found.former) ? formerOf(found) : [];
    }
  }
  return [];
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

/** Way to read a line as a key. */
interface Reading {
  readonly number: number;
  readonly postcode: string | undefined;
  readonly designation: string;
  /** Streets and places that its words may name, of those that ever had these names; at least one. */
  readonly cuts: readonly Cut[];
}

/** Finds what the words of a line name, today or before; its interpretations share most of them. */
class LineNames {
  readonly #query: Query;
  readonly #names: FormerNames;
  readonly #cuts = new Map<string, readonly Cut[]>();
  readonly #runs = new Map<string, string>();
  readonly #places = new Map<string, PlaceWords | undefined>();

  constructor(query: Query) {
    this.#query = query;
    this.#names = formerNamesOf(query.snapshot);
  }

  /** Lists the readings that any day's names allow, the line as typed first. */
  listReadings(): Reading[] {
    return this.#query.interpretations
      .filter(isWhole)
      .slice(0, MAX_INTERPRETATIONS)
      .flatMap((interpretation) => [interpretation, withoutNoise(interpretation) ?? []].flat())
      .map(({ number, postcode, designation, segments }) => {
        const cuts = this.#cutsOf(segments.flat(), postcode !== undefined);
        return { number: number!, postcode, designation, cuts };
      })
      .filter(({ cuts }) => cuts.length > 0);
  }

  /**
   * Lists the ways to take words as a street and a place, in either order; either may be none. Without a postcode, the
   * street is one by whose name numbers are found.
   */
  #cutsOf(words: readonly string[], hasPostcode: boolean): readonly Cut[] {
    if (words.length > MAX_WORDS) {
      return [];
    }
    return memoize(this.#cuts, `${hasPostcode} ${words.join(" ")}`, () => {
      const cuts = hasPostcode ? [this.#cut([], words)] : [];
      for (let at = 0; at < words.length; at++) {
        const [before, behind] = [words.slice(0, at), words.slice(at)];
        for (const [street, place] of at === 0
          ? [[behind, before]]
          : [
              [behind, before],
              [before, behind],
            ]) {
          if (hasPostcode || this.#isStreetName(this.#runOf(street!))) {
            cuts.push(this.#cut(street!, place!));
          }
        }
      }
      return cuts.filter((cut) => cut !== undefined);
    });
  }

  /** Returns undefined when no place ever had the name. */
  #cut(words: readonly string[], placeWords: readonly string[]): Cut | undefined {
    const street = words.length === 0 ? undefined : { words, run: this.#runOf(words) };
    const place = placeWords.length === 0 ? undefined : this.#placeOf(placeWords);
    return placeWords.length > 0 && place === undefined
      ? undefined
      : new Cut(this.#query, this.#names, { street, place });
  }

  #runOf(words: readonly string[]): string {
    return memoize(this.#runs, words.join(" "), () => canonicalWords(words).join(""));
  }

  #isStreetName(run: string): boolean {
    return this.#names.streets.has(run) || findWord(this.#query.index.keys, run) >= 0;
  }

  /** Returns the woonplaatsen that ever had the name, or one of today's names that it stands for. */
  #placeOf(words: readonly string[]): PlaceWords | undefined {
    return memoize(this.#places, words.join(" "), () => {
      const { snapshot, index } = this.#query;
      const canonical = canonicalWords(words);
      const runs = new Set([this.#runOf(words)]);
      for (const { place, kind } of placeIndexOf(snapshot).find(canonical)?.values() ?? []) {
        const woonplaats = snapshot.areas.woonplaatsen.get(index.arrays.placeIds[place]!);
        if (woonplaats !== undefined && (kind === "alias" || kind === "short")) {
          runs.add(toRun(woonplaats.naam));
        }
      }
      const woonplaatsen = new Set(
        [...runs].flatMap((run) => [...(this.#names.woonplaatsen.get(run) ?? [])]),
      );
      return woonplaatsen.size === 0 ? undefined : { runs, woonplaatsen };
    });
  }
}

const partsOf = ({ designation }: Reading) => ({
  huisletter: null,
  huisnummertoevoeging: designation === "" ? null : designation,
});

/** Returns false when no number had the key of a reading that has another today, or none. */
function mayBeFormer(past: Past, reading: Reading): boolean {
  const { number, postcode, cuts } = reading;
  const designation = joinParts(partsOf(reading));
  if (postcode === undefined) {
    return cuts.some((cut) => cut.mayHaveHad(past, number, designation));
  }
  const isMeant = (key: OldKey) => joinParts(key) === designation && cuts.some((cut) => cut.mayHave(key));
  return (
    cuts.some((cut) => cut.isOtherwiseToday()) || listOldKeysOfPostcode(past, postcode, number).some(isMeant)
  );
}

function findNamed(past: Past, reading: Reading): FormerAdressen {
  const { number: huisnummer, postcode, cuts } = reading;
  const ids =
    postcode === undefined
      ? [...new Set(cuts.flatMap((cut) => cut.listNumbers(past, huisnummer)))]
      : listNumbersOfPostcode(past, postcode, huisnummer);
  const accepts = (record: AdresKeyRecord) =>
    (postcode === undefined || record.postcode === postcode) && cuts.some((cut) => cut.accepts(record));
  return findHolders(past, { ...partsOf(reading), huisnummer, ids, accepts }, FORMER_LIMIT);
}
