import { dayOf } from "../calendar.ts";
import type { DemoWoonplaats } from "../country/country.ts";
import { FOUR_DIGITS, streetPrefix } from "../country/identificatie.ts";
import { outlines } from "../country/region.ts";
import { warpRing } from "../country/street-layout.ts";
import type { PlannedStreet } from "../country/streets.ts";
import { verkorteNaam } from "../names/verkorte-naam.ts";
import type { DeliveredWoonplaats, OpenbareRuimte } from "../official-format/objects.ts";
import { hashSeed, randomUnit } from "../random.ts";
import {
  CORRECTED_SHARES,
  documentOf,
  type Life,
  lifeEndedOn,
  lifeOf,
  OLDER_DECISIONS,
  VOORKOMEN_COUNT_SHARES,
} from "./life.ts";
import { statusOf } from "./statuses.ts";
import { rewriteOf } from "./supplementary-shares.ts";

/** Salts of hashSeed, one for each thing drawn from a seed of a woonplaats or street. */
const SALTS = { woonplaats: 7, formerWoonplaats: 8, street: 9, isRenamed: 10 } as const;

const WOONPLAATSEN_SINCE = dayOf("2009-03-01");
const WOONPLAATSEN_DAYS = 600;
const STREETS_SINCE = dayOf("2009-08-01");
/** Share of the streets with several voorkomens that had another name before. */
const RENAMED_SHARE = 0.03;

/** Day on which renumbered woonplaatsen got their present number. */
const RENUMBERED = dayOf("2016-01-01");

/** Returns every voorkomen of a woonplaats, each with the present border. `lattice` is the country's. */
export function woonplaatsRecords(woonplaats: DemoWoonplaats, lattice: number): DeliveredWoonplaats[] {
  const seed = hashSeed(woonplaats.seed, SALTS.woonplaats);
  const since = woonplaats.formerIdentificatie ? RENUMBERED : WOONPLAATSEN_SINCE + (seed % WOONPLAATSEN_DAYS);
  const life = lifeOf({
    seed,
    state: "current",
    since,
    cumulativeShares: VOORKOMEN_COUNT_SHARES.WPL,
    corrected: CORRECTED_SHARES.WPL,
  });
  return makeWoonplaatsRecords(woonplaats, { identificatie: woonplaats.identificatie, lattice, life, seed });
}

/** Returns the voorkomens of the withdrawn woonplaats that a renumbered woonplaats replaced. */
export function formerWoonplaatsRecords(woonplaats: DemoWoonplaats, lattice: number): DeliveredWoonplaats[] {
  const seed = hashSeed(woonplaats.seed, SALTS.formerWoonplaats);
  const life = lifeEndedOn(RENUMBERED, { seed, since: WOONPLAATSEN_SINCE });
  return makeWoonplaatsRecords(woonplaats, {
    identificatie: woonplaats.formerIdentificatie!,
    lattice,
    life,
    seed,
  });
}

interface WoonplaatsLife {
  readonly identificatie: string;
  readonly lattice: number;
  readonly life: Life;
  readonly seed: number;
}

function makeWoonplaatsRecords(
  woonplaats: DemoWoonplaats,
  { identificatie, lattice, life, seed }: WoonplaatsLife,
): DeliveredWoonplaats[] {
  const geometrie = outlines(woonplaats.region, lattice).map((ring) => ({ exterior: warpRing(ring) }));
  return life.voorkomens.map((voorkomen, index) => ({
    type: "WPL",
    identificatie,
    naam: woonplaats.naam,
    geometrie,
    status: statusOf("WPL", { life, index, seed, isNew: false }),
    ...documentOf(hashSeed(seed, index), life.begins[index]!, OLDER_DECISIONS.names),
    voorkomen,
  }));
}

/**
 * Returns the life of a street, or of a bridge, a park and the like. In a renumbered woonplaats, the second voorkomen
 * begins on the day of the renumbering.
 */
export function lifeOfStreet(street: PlannedStreet, { formerIdentificatie }: DemoWoonplaats): Life {
  const seed = hashSeed(street.seed, SALTS.street);
  const state = street.isWithdrawn ? "ended" : "current";
  return lifeOf({
    seed,
    state,
    since: STREETS_SINCE + (seed % 300),
    ...(formerIdentificatie === undefined ? {} : { turn: RENUMBERED, least: 2 }),
    rewrite: rewriteOf("OPR", { state, seed, localNumber: street.streetOrdinal + 1 }, street),
    cumulativeShares: VOORKOMEN_COUNT_SHARES.OPR,
    corrected: CORRECTED_SHARES.OPR,
  });
}

/** Returns every voorkomen of a street, or of a bridge, a park and the like. */
export function openbareRuimteRecords(
  street: PlannedStreet,
  woonplaats: DemoWoonplaats,
  life = lifeOfStreet(street, woonplaats),
): OpenbareRuimte[] {
  const seed = hashSeed(street.seed, SALTS.street);
  const isRenamed = randomUnit(seed, SALTS.isRenamed) < RENAMED_SHARE;
  return life.voorkomens.map((voorkomen, index) => {
    const naam = isRenamed && index < life.settledIndex ? `Oude ${street.naam}` : street.naam;
    return {
      type: "OPR",
      identificatie: streetPrefix("OPR", street) + FOUR_DIGITS[0]!,
      naam,
      streetType: street.streetType,
      status: statusOf("OPR", { life, index, seed, isNew: false }),
      ...documentOf(hashSeed(seed, index), life.begins[index]!, OLDER_DECISIONS.names),
      ligtIn: (index === 0 ? woonplaats.formerIdentificatie : undefined) ?? woonplaats.identificatie,
      voorkomen,
      verkorteNaam: verkorteNaam(naam),
    };
  });
}
