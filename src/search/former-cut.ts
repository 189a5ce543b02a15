/** Words of a line taken as a street and a place, and the numbers that had such a key (former-line.ts). */
import { computeOnce, memoize } from "../base/memoize.ts";
import type { AdresKeyRecord } from "../registry/history/adres-history.ts";
import { listNumbersOfStreet, listOldKeysOfStreets, type OldKey } from "../registry/history/old-keys.ts";
import type { Past } from "../registry/history/past.ts";
import { joinParts } from "../registry/schema/number-parts.ts";
import { type FormerNames, type OldStreet, STREET_TODAY, type StreetToday, toRun } from "./former-names.ts";
import type { StreetKey } from "./index/address-rows.ts";
import { isComplete } from "./match/name-hits.ts";
import type { Query } from "./match/query.ts";

/** Maximum streets of one name that are looked at wherever they lie today. */
const MAX_STREETS = 50;

/** Names of places that words mean, as runs, and the woonplaatsen that ever had one of them. */
export interface PlaceWords {
  readonly runs: ReadonlySet<string>;
  readonly woonplaatsen: ReadonlySet<number>;
}

/** Words of a street, and their run; none when only a place is named. */
export interface StreetWords {
  readonly words: readonly string[];
  readonly run: string;
}

/** Streets that a cut may mean. */
interface CutStreets {
  /** Of today's name, in the place today or, renamed, before. */
  readonly there: readonly StreetKey[];
  /** Of today's name, in other places: numbers of them may have lain in the place. */
  readonly elsewhere: readonly StreetKey[];
  /** That had the name in the place, and have another or lie elsewhere. */
  readonly once: readonly OldStreet[];
}

export class Cut {
  readonly #query: Query;
  readonly #names: FormerNames;
  readonly #street: StreetWords | undefined;
  readonly #place: PlaceWords | undefined;
  readonly #oldKeys = new Map<number, readonly OldKey[]>();

  /** Without street or place, any will do. */
  constructor(
    query: Query,
    names: FormerNames,
    { street, place }: { readonly street: StreetWords | undefined; readonly place: PlaceWords | undefined },
  ) {
    this.#query = query;
    this.#names = names;
    this.#street = street;
    this.#place = place;
  }

  /** Returns true for a record that has the names. */
  accepts(record: AdresKeyRecord): boolean {
    return (
      (this.#street === undefined || toRun(record.straatnaam) === this.#street.run) &&
      (this.#place === undefined || this.#place.runs.has(toRun(record.woonplaats_naam)))
    );
  }

  /** Returns false when no number of the streets had the key, of those that have another today or none. */
  mayHaveHad(past: Past, number: number, designation: string): boolean {
    const { there, once } = this.#streets();
    const isOnStreet = (street: number) => listNumbersOfStreet(past, street, number).length > 0;
    return (
      this.#oldKeysAt(past, number).some((key) => joinParts(key) === designation) ||
      once.some(({ street }) => isOnStreet(street)) ||
      there.some(
        ({ openbareRuimteId, woonplaatsId }) =>
          this.#renamed().has(woonplaatsId) && isOnStreet(openbareRuimteId),
      )
    );
  }

  /** Lists the numbers that may have or have had the names, at a house number. */
  listNumbers(past: Past, number: number): number[] {
    const { there, once } = this.#streets();
    const streets = new Set([
      ...there.map(({ openbareRuimteId }) => openbareRuimteId),
      ...once.map(({ street }) => street),
    ]);
    return [
      ...[...streets].flatMap((street) => listNumbersOfStreet(past, street, number)),
      ...this.#oldKeysAt(past, number).map(({ id }) => id),
    ];
  }

  /** Returns true when its names are others today, or of other streets and places. */
  isOtherwiseToday(): boolean {
    return this.#once().length > 0 || this.#renamed().size > 0;
  }

  /** Returns true for a key on a street of the name, in the place. */
  mayHave(key: OldKey): boolean {
    return (this.#street === undefined || this.#isNamed(key.street)) && this.#liesIn(key);
  }

  #oldKeysAt(past: Past, number: number): readonly OldKey[] {
    return memoize(this.#oldKeys, number, () => {
      const { there, elsewhere, once } = this.#streets();
      const streets = new Set([
        ...[...there, ...elsewhere].map(({ openbareRuimteId }) => openbareRuimteId),
        ...(this.#place === undefined ? once : this.#onceAnywhere()).map(({ street }) => street),
      ]);
      return streets.size === 0
        ? []
        : listOldKeysOfStreets(past, [...streets], number).filter((key) => this.#liesIn(key));
    });
  }

  #isNamed(street: number): boolean {
    const { run } = this.#street!;
    const isOne = (one: OldStreet) => one.street === street;
    return (
      toRun(this.#todayOf(street)?.naam ?? "") === run || (this.#names.streets.get(run)?.some(isOne) ?? false)
    );
  }

  #liesIn({ street, woonplaats }: OldKey): boolean {
    if (this.#place === undefined) {
      return true;
    }
    const { woonplaatsen } = this.#place;
    if (woonplaats !== null) {
      return woonplaatsen.has(woonplaats);
    }
    const today = this.#todayOf(street);
    const lay = this.#names.woonplaatsenOf.get(street) ?? [];
    return [...lay, ...(today === null ? [] : [today])].some((one) => woonplaatsen.has(one.woonplaats));
  }

  #todayOf(street: number): StreetToday | null {
    return this.#query.snapshot.statement<StreetToday>(STREET_TODAY).get(street);
  }

  readonly #namesakes = computeOnce((): readonly StreetKey[] => {
    const { index, lookups, budget } = this.#query;
    const hits = lookups.findNames({ tokens: this.#street!.words, isPrefix: false, edits: 0, budget });
    const names = [...hits].filter(([, hit]) => isComplete(hit)).map(([name]) => name);
    return names.flatMap((name) => Array.from(index.streetsOfName(name), (street) => index.keyOf(street)));
  });

  /** Streets that had the name in the place; of some numbers that lie in another place than their street do today. */
  readonly #once = computeOnce((): readonly OldStreet[] => {
    const woonplaatsen = this.#place?.woonplaatsen;
    const { index } = this.#query;
    const hasNumbers = (openbareRuimteId: number) =>
      [...woonplaatsen!].some(
        (woonplaatsId) => index.findStreet({ openbareRuimteId, woonplaatsId }) !== undefined,
      );
    return this.#onceAnywhere().filter(
      ({ street, woonplaats }) =>
        woonplaatsen === undefined || woonplaatsen.has(woonplaats) || hasNumbers(street),
    );
  });

  #onceAnywhere(): readonly OldStreet[] {
    return this.#names.streets.get(this.#street?.run ?? "") ?? [];
  }

  readonly #streets = computeOnce((): CutStreets => {
    const found = this.#namesakes();
    const place = this.#place;
    if (place === undefined && found.length > MAX_STREETS) {
      const today = new Set(found.map(({ openbareRuimteId }) => openbareRuimteId));
      return { there: [], elsewhere: [], once: this.#once().filter(({ street }) => !today.has(street)) };
    }
    const liesThere = ({ woonplaatsId }: StreetKey) => place?.woonplaatsen.has(woonplaatsId) ?? true;
    const elsewhere = found.length > MAX_STREETS ? [] : found.filter((street) => !liesThere(street));
    return { there: found.filter(liesThere), elsewhere, once: this.#once() };
  });

  /** Woonplaatsen of the place that have another name today. */
  readonly #renamed = computeOnce((): ReadonlySet<number> => {
    const { woonplaatsen } = this.#query.snapshot.areas;
    const isOther = (id: number) => {
      const naam = woonplaatsen.get(id)?.naam;
      return naam !== undefined && !this.#place!.runs.has(toRun(naam));
    };
    return new Set([...(this.#place?.woonplaatsen ?? [])].filter(isOther));
  });
}
