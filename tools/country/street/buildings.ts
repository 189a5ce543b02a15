import { dayOf, REFERENCE_DATE, REFERENCE_DAY } from "../calendar.ts";
import { FOUR_DIGITS } from "../country/identificatie.ts";
import { countBySide, countPostcodes, LETTER_PAIRS } from "../country/street-postcodes.ts";
import type { PlannedStreet, StreetKind } from "../country/streets.ts";
import { hashSeed, randomBelow, randomUnit } from "../random.ts";
import type { LifeState } from "../records/life.ts";
import { type AddressSlot, designationsOf } from "./designations.ts";
import { handOver, splitOrAddition } from "./former-buildings.ts";
import type { PlannedBuilding } from "./planned-building.ts";

const SHARES = {
  /** Share of addresses; 0.9 % in Weesp, 1.8 % nationally. */
  noPostcode: 0.011,
  /** Share of plots where a demolished building had the same numbers. */
  predecessor: 0.045,
  skippedNumber: 0.03,
  bouwjaarUnknown: 0.0008,
  /** Share of sides of streets with a future building after the last number. */
  future: 0.05,
  /**
   * Share of future buildings that begin on the next day. About three times as many as on another day, so that every
   * country has some.
   */
  tomorrow: 0.02,
} as const;

const REFERENCE_YEAR = Number(REFERENCE_DATE.slice(0, 4));
const FIRST_SURVEY = dayOf("2009-06-01");
const FIRST_SURVEY_YEAR = 2009;
const PLAIN: readonly AddressSlot[] = [{ step: 1, huisletter: undefined, toevoeging: undefined }];

/**
 * Returns the buildings of a street: odd side, even side, each by house number; their existing addresses add up
 * exactly.
 */
export function buildingsOf(street: PlannedStreet): PlannedBuilding[] {
  const [odd, even] = countBySide(street.addresses);
  const [oddPostcodes, evenPostcodes] = countPostcodes(street.addresses);
  return [
    ...buildingsOnSide(street, { side: 1, addresses: odd, firstPostcode: 0, postcodes: oddPostcodes }),
    ...buildingsOnSide(street, {
      side: -1,
      addresses: even,
      firstPostcode: evenPostcodes > 0 ? oddPostcodes : 0,
      postcodes: evenPostcodes || oddPostcodes,
    }),
  ];
}

interface Side {
  readonly side: 1 | -1;
  readonly addresses: number;
  /** Position counted from the street's first postcode. */
  readonly firstPostcode: number;
  readonly postcodes: number;
}

function buildingsOnSide(street: PlannedStreet, plan: Side): PlannedBuilding[] {
  const { side, addresses } = plan;
  const seed = hashSeed(street.seed, side === 1 ? 21 : 22);
  const sizes = buildingSizes(street.kind, seed, addresses);
  const pitchM = street.frame.lengthM / Math.max(1, sizes.length);
  const buildings: PlannedBuilding[] = [];
  let huisnummer = side === 1 ? 1 : 2;
  let addressesBefore = 0;
  sizes.forEach((size, b) => {
    const buildingSeed = hashSeed(seed, 1000 + b);
    const designations = designationsOf(size, street.kind, { street: street.seed, building: buildingSeed });
    const postcodes = designations.map((_, k) =>
      randomUnit(buildingSeed, 500 + k) < SHARES.noPostcode
        ? undefined
        : postcodeAt(street, plan, addressesBefore + k),
    );
    const along = -street.frame.lengthM / 2 + (b + 0.5) * pitchM;
    const plot = { along, pitchM, side, designations, huisnummer, postcodes };
    const present: PlannedBuilding = { ...plot, ...ageOf(street, buildingSeed, "current") };
    if (randomUnit(buildingSeed, 31) < SHARES.predecessor) {
      const past = { ...plot, ...ageOf(street, hashSeed(buildingSeed, 32), "ended") };
      const plan = handOver(past, present);
      buildings.push(plan.past, splitOrAddition(plan.present, true));
    } else {
      buildings.push(splitOrAddition(present, false));
    }
    addressesBefore += size;
    huisnummer +=
      2 *
      designations.reduce(
        (sum, d) => sum + d.step,
        randomUnit(buildingSeed, 33) < SHARES.skippedNumber ? 1 : 0,
      );
  });
  if (addresses > 0 && randomUnit(seed, 34) < SHARES.future) {
    const along = street.frame.lengthM / 2 - pitchM / 2;
    const postcodes = [postcodeAt(street, plan, addresses - 1)];
    const plot = { along, pitchM, side, designations: PLAIN, huisnummer, postcodes };
    buildings.push({ ...plot, ...ageOf(street, hashSeed(seed, 35), "future") });
  }
  return buildings;
}

/** Returns the postcode of an address: postcodes ascend with the house numbers of a side. */
function postcodeAt({ pc4, firstPostcode }: PlannedStreet, side: Side, address: number): string {
  const step = Math.floor((address * side.postcodes) / side.addresses);
  return FOUR_DIGITS[pc4]! + LETTER_PAIRS[firstPostcode + side.firstPostcode + step]!;
}

/** Returns the number of addresses of each building of a side, together exactly `addresses`. */
function buildingSizes(kind: StreetKind, seed: number, addresses: number): number[] {
  const sizes: number[] = [];
  for (let left = addresses; left > 0; left -= sizes.at(-1)!) {
    sizes.push(Math.min(left, buildingSize(kind, hashSeed(seed, sizes.length))));
  }
  return sizes;
}

function buildingSize(kind: StreetKind, seed: number): number {
  if (kind === "flats") {
    return 12 + randomBelow(seed, 81, 44);
  }
  if (kind === "floors") {
    return 2 + randomBelow(seed, 81, 3);
  }
  const twoAddressesShare = kind === "shops" ? 0.5 : kind === "caravans" ? 0 : 0.045;
  return randomUnit(seed, 82) < twoAddressesShare ? 2 : 1;
}

function ageOf(
  street: PlannedStreet,
  seed: number,
  state: LifeState,
): Pick<PlannedBuilding, "seed" | "state" | "since" | "decision" | "bouwjaar"> {
  const bouwjaar = bouwjaarOf(street, seed, state);
  const decision = hashSeed(seed, 77);
  if (state === "future") {
    const days = randomUnit(seed, 76) < SHARES.tomorrow ? 1 : 2 + randomBelow(seed, 75, 150);
    return { seed, state, since: REFERENCE_DAY + days, decision, bouwjaar };
  }
  const days = randomBelow(seed, 75, 540);
  const isOld = bouwjaar <= FIRST_SURVEY_YEAR + 1 || bouwjaar > REFERENCE_YEAR;
  const since = isOld
    ? FIRST_SURVEY + days
    : FIRST_SURVEY + Math.round((bouwjaar - 1 - FIRST_SURVEY_YEAR) * 365.25) + days - 180;
  return { seed, state, since, decision, bouwjaar };
}

/**
 * Returns a bouwjaar: most of a street was built within a few years; some houses are centuries old, some years are
 * dummies.
 */
function bouwjaarOf(street: PlannedStreet, seed: number, state: LifeState): number {
  if (state === "future") {
    return REFERENCE_YEAR + 1;
  }
  const draw = randomUnit(seed, 71);
  if (draw < SHARES.bouwjaarUnknown) {
    return draw < SHARES.bouwjaarUnknown / 2 ? 1005 : 9999;
  }
  if (draw > 0.995) {
    return 1560 + randomBelow(seed, 72, 300);
  }
  const era = 1890 + Math.floor(135 * Math.sqrt(randomUnit(street.seed, 11)));
  const scatter = randomUnit(seed, 73) < 0.8 ? randomBelow(seed, 74, 3) : randomBelow(seed, 74, 60) - 20;
  return Math.min(REFERENCE_YEAR - 1, era + scatter - (state === "ended" ? 30 : 0));
}
