import { REFERENCE_DATE } from "../calendar.ts";
import type { Country, DemoWoonplaats } from "../country/country.ts";
import { streetPrefix } from "../country/identificatie.ts";
import { type StreetPlace, streetPlacesIn } from "../country/street-places.ts";
import type { PlannedStreet } from "../country/streets.ts";
import type { DeliveredWoonplaats } from "../official-format/objects.ts";
import { hashSeed, randomBelow } from "../random.ts";
import { woonplaatsRecords } from "../records/place-records.ts";
import { MutableStreet, type StreetLedger } from "./mutable-street.ts";

/** Number of woonplaatsen that are searched for a street. */
const MAX_SEARCHED_WOONPLAATSEN = 10;

/** Country in whose streets events happen; records which objects they have taken. */
export class MutableCountry {
  readonly country: Country;
  /** True when the extract holds all voorkomens, false when only those in force. */
  readonly hasHistory: boolean;
  readonly #ledgers = new Map<string, StreetLedger>();
  readonly #takenWoonplaatsen = new Set<DemoWoonplaats>();
  readonly #pc4s: Set<number>;

  constructor(country: Country, hasHistory: boolean) {
    this.country = country;
    this.hasHistory = hasHistory;
    this.#pc4s = new Set(country.woonplaatsen.flatMap(({ pc4Areas }) => pc4Areas.map(({ pc4 }) => pc4)));
  }

  /**
   * Draws a street with addresses. With a `kind`, draws a street of that kind in the woonplaats that always has one, or
   * any street there when none of that kind has addresses.
   */
  drawStreet(draw: number, kind?: keyof typeof WOONPLAATS_INDEX_BY_KIND): MutableStreet {
    const seed = hashSeed(this.country.seed, 700_000 + draw);
    const { woonplaatsen } = this.country;
    const preferred = kind && woonplaatsen[WOONPLAATS_INDEX_BY_KIND[kind] % woonplaatsen.length]!;
    const woonplaats = preferred ?? woonplaatsen[randomBelow(seed, 1, woonplaatsen.length)]!;
    const isSuitable = (street: PlannedStreet) =>
      street.addresses > 0 && (kind === undefined || street.kind === kind);
    const places = [...streetPlacesIn(this.country, woonplaats)];
    const suitable = places.filter(({ street }) => isSuitable(street));
    const from = suitable.length > 0 ? suitable : places.filter(({ street }) => street.addresses > 0);
    return this.#open(from[randomBelow(seed, 2, from.length)]!);
  }

  /** Returns another street of the same woonplaats with addresses, if there is one. */
  otherStreet({ place: { woonplaats, street } }: MutableStreet): MutableStreet | undefined {
    const places = [...streetPlacesIn(this.country, woonplaats)].filter(
      (other) => other.street.addresses > 0 && other.street.streetOrdinal !== street.streetOrdinal,
    );
    return places.length === 0
      ? undefined
      : this.#open(places[randomBelow(street.seed, 133, places.length)]!);
  }

  /** Enumerates streets of this woonplaats and the next ones that have addresses, but at most `addresses`. */
  *streetsAround({ place: { woonplaats } }: MutableStreet, addresses: number): Generator<MutableStreet> {
    for (const nearby of this.country.woonplaatsen.slice(
      woonplaats.index,
      woonplaats.index + MAX_SEARCHED_WOONPLAATSEN,
    )) {
      for (const place of streetPlacesIn(this.country, nearby)) {
        if (place.street.addresses > 0 && place.street.addresses <= addresses) {
          yield this.#open(place);
        }
      }
    }
  }

  /** Takes a woonplaats as the extract holds it; undefined when it is taken or something is announced for it. */
  takeWoonplaats(woonplaats: DemoWoonplaats): DeliveredWoonplaats | undefined {
    const latest = woonplaatsRecords(woonplaats, this.country.lattice).at(-1)!;
    if (this.#takenWoonplaatsen.has(woonplaats) || latest.voorkomen.beginGeldigheid > REFERENCE_DATE) {
      return undefined;
    }
    this.#takenWoonplaatsen.add(woonplaats);
    return latest;
  }

  /** Takes a PC4 that no address has. */
  takeFreePc4(seed: number): number {
    let pc4 = 1000 + (seed % 9000);
    while (this.#pc4s.has(pc4)) {
      pc4 = pc4 === 9999 ? 1000 : pc4 + 1;
    }
    this.#pc4s.add(pc4);
    return pc4;
  }

  #open(place: StreetPlace): MutableStreet {
    const key = streetPrefix("OPR", place.street);
    const ledger = this.#ledgers.get(key) ?? { taken: new Set<string>(), added: 0, isWithdrawn: false };
    this.#ledgers.set(key, ledger);
    return new MutableStreet(place, ledger);
  }
}

/** Index of a woonplaats that has a street of the kind (country/streets.ts). */
const WOONPLAATS_INDEX_BY_KIND = { quay: 1, caravans: 2 } as const;
