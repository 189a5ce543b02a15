import { StreetNames } from "../names/street-names.ts";
import { hashSeed, pickWeighted, randomUnit } from "../random.ts";
import { apportion } from "./apportion.ts";
import type { DemoWoonplaats, Pc4Area } from "./country.ts";
import { MAX_OBJECTS_PER_STREET, MAX_STREETS, type StreetNumber } from "./identificatie.ts";
import { layOutStreets, type StreetFrame } from "./street-layout.ts";
import { countPostcodes, LETTER_PAIRS } from "./street-postcodes.ts";

/** Type of building along a street; determines plots, panden and purposes. */
export type StreetKind =
  | "terrace"
  | "detached"
  | "flats"
  | "floors"
  | "ribbon"
  | "shops"
  | "works"
  | "holiday"
  | "quay"
  | "caravans";

export interface PlannedStreet extends StreetNumber {
  readonly seed: number;
  readonly naam: string;
  readonly streetType: string;
  /** Existing addresses along it, exactly; 0 for a bridge, a park, or a street that was withdrawn. */
  readonly addresses: number;
  readonly isWithdrawn: boolean;
  readonly kind: StreetKind;
  readonly pc4: number;
  /** Index of its first postcode among the letter pairs of the PC4. */
  readonly firstPostcode: number;
  readonly frame: StreetFrame;
}

const STREET_KINDS: readonly StreetKind[] = [
  "terrace",
  "detached",
  "flats",
  "floors",
  "ribbon",
  "shops",
  "works",
  "holiday",
  "quay",
  "caravans",
];
/**
 * Cumulative shares of streets by kind, in a city and elsewhere. Ligplaatsen and standplaatsen follow the national
 * 0.13 % and 0.5 %.
 */
const CITY_KIND_SHARES = [0.51, 0.59, 0.71, 0.86, 0.87, 0.945, 0.985, 0.99, 0.9945, 1];
const VILLAGE_KIND_SHARES = [0.44, 0.69, 0.75, 0.76, 0.88, 0.935, 0.965, 0.99, 0.9945, 1];
/** Metres of street for each address on both sides together. */
const METRES_PER_ADDRESS: Readonly<Record<StreetKind, number>> = {
  terrace: 3.2,
  detached: 8,
  flats: 0.9,
  floors: 1.3,
  ribbon: 14,
  shops: 3.6,
  works: 14,
  holiday: 6,
  quay: 6,
  caravans: 6,
};
/** Number of addresses from which a woonplaats is a city. */
const MIN_CITY_ADDRESSES = 4_000;
const MEAN_STREET_ADDRESSES = 40;

/** Returns all openbare ruimten of a woonplaats, in order of identificatie. */
export function streetsOf(woonplaats: DemoWoonplaats): PlannedStreet[] {
  const names = new StreetNames(woonplaats.gemeente.provincie.code);
  let ordinal = 0;
  const streets = woonplaats.pc4Areas.flatMap((area) => {
    const areaStreets = streetsInArea({ woonplaats, area, names, ordinal });
    ordinal += areaStreets.length;
    return areaStreets;
  });
  if (streets.length > MAX_STREETS) {
    throw new Error(`demo country: ${streets.length} streets in one woonplaats`);
  }
  return streets;
}

interface AreaPlan {
  readonly woonplaats: DemoWoonplaats;
  readonly area: Pc4Area;
  readonly names: StreetNames;
  /** Ordinal of the first street. */
  readonly ordinal: number;
}

type StreetDraft = Omit<PlannedStreet, "frame" | "firstPostcode">;

function streetsInArea({ woonplaats, area, names, ordinal }: AreaPlan): PlannedStreet[] {
  const drafts: StreetDraft[] = [];
  for (const addresses of streetSizes(hashSeed(woonplaats.seed, area.pc4), area.addresses)) {
    const streetOrdinal = ordinal + drafts.length;
    drafts.push(draftStreet({ woonplaats, names, streetOrdinal, addresses, pc4: area.pc4 }));
    const draw = randomUnit(woonplaats.seed, 40_000 + streetOrdinal);
    if (draw < 0.06) {
      drafts.push(
        draftWithoutAddresses(
          { woonplaats, names, streetOrdinal: streetOrdinal + 1, pc4: area.pc4 },
          draw < 0.006,
        ),
      );
    }
  }
  const built = drafts.filter((draft) => draft.addresses > 0);
  const frames = layOutStreets(
    area.region,
    built.map((draft) => draft.addresses * METRES_PER_ADDRESS[draft.kind] + 10),
  );
  const frameWithoutPlots = frames[0]!;
  let next = 0;
  let firstPostcode = 0;
  return drafts.map((draft) => {
    if (draft.addresses === 0) {
      return { ...draft, firstPostcode, frame: frameWithoutPlots };
    }
    const street = { ...draft, firstPostcode, frame: frames[next]! };
    const [odd, even] = countPostcodes(draft.addresses);
    next += 1;
    firstPostcode += odd + even;
    if (firstPostcode > LETTER_PAIRS.length) {
      throw new Error(`demo country: PC4 ${area.pc4} has no postcode letters left`);
    }
    return street;
  });
}

/** Returns the number of addresses of each street: about 40 on average, many short streets, a few long ones. */
function streetSizes(seed: number, addresses: number): number[] {
  const count = Math.max(1, Math.round(addresses / MEAN_STREET_ADDRESSES));
  const weights = Array.from({ length: count }, (_, i) => 0.15 - Math.log(1 - randomUnit(seed, i)));
  const sizes = apportion(addresses, weights, 2);
  if (sizes.some((size) => size > MAX_OBJECTS_PER_STREET / 4)) {
    throw new Error("demo country: a street is too long");
  }
  return sizes;
}

interface DraftPlan {
  readonly woonplaats: DemoWoonplaats;
  readonly names: StreetNames;
  readonly streetOrdinal: number;
  readonly pc4: number;
}

function draftStreet({
  woonplaats,
  names,
  streetOrdinal,
  addresses,
  pc4,
}: DraftPlan & { addresses: number }): StreetDraft {
  const seed = hashSeed(woonplaats.seed, streetOrdinal);
  return {
    idPrefix: woonplaats.idPrefix,
    woonplaatsOrdinal: woonplaats.ordinal,
    streetOrdinal,
    seed,
    naam: names.next(hashSeed(seed, 1)),
    streetType: "Weg",
    addresses,
    isWithdrawn: false,
    kind: streetKind(woonplaats, streetOrdinal, seed),
    pc4,
  };
}

/**
 * Returns the kind of a street. The first streets of the second, third and fourth woonplaats have the kinds quay,
 * caravans and flats, so that also the smallest country shows them; so do the first streets of every 150th woonplaats
 * after.
 */
function streetKind(woonplaats: DemoWoonplaats, streetOrdinal: number, seed: number): StreetKind {
  if (streetOrdinal === 0 && woonplaats.index % 150 === 1) {
    return "quay";
  }
  if (streetOrdinal === 0 && woonplaats.index % 150 === 2) {
    return "caravans";
  }
  if (streetOrdinal === 0 && woonplaats.index % 150 === 3) {
    return "flats";
  }
  const shares = woonplaats.addresses >= MIN_CITY_ADDRESSES ? CITY_KIND_SHARES : VILLAGE_KIND_SHARES;
  return STREET_KINDS[pickWeighted(randomUnit(seed, 2), shares)]!;
}

function draftWithoutAddresses(
  { woonplaats, names, streetOrdinal, pc4 }: DraftPlan,
  isWithdrawn: boolean,
): StreetDraft {
  const seed = hashSeed(woonplaats.seed, streetOrdinal);
  const name = isWithdrawn
    ? { naam: names.next(hashSeed(seed, 1)), streetType: "Weg" }
    : names.nextOther(hashSeed(seed, 1));
  return {
    idPrefix: woonplaats.idPrefix,
    woonplaatsOrdinal: woonplaats.ordinal,
    streetOrdinal,
    seed,
    ...name,
    addresses: 0,
    isWithdrawn,
    kind: "terrace",
    pc4,
  };
}
