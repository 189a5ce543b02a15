import type { StreetKind } from "../country/streets.ts";
import { hashSeed, randomUnit } from "../random.ts";
import type { Building } from "./buildings.ts";
import type { PandShape, PlannedPand } from "./street-plan.ts";

/** Share of the plot's width that is built on, greatest width, and depth, both in metres. */
const SIZES: Readonly<Record<StreetKind, readonly [share: number, atMostM: number, depthM: number]>> = {
  terrace: [1, 7.2, 9.5],
  detached: [0.6, 12, 10.5],
  flats: [0.85, 90, 12],
  floors: [1, 9, 13],
  ribbon: [0.45, 14, 12],
  shops: [1, 9, 16],
  works: [0.8, 60, 18],
  holiday: [0.5, 8, 7],
  quay: [0.7, 9, 9],
  caravans: [0.7, 9, 9],
};
/** Metres from the axis to the nearest front. */
export const SETBACK_M = 7;
/** Metres from the axis to a shed at the end of the garden. */
const SHED_M = 27;
const SHED_SHARE = 0.42;
/** Number of residences of a block of flats for each of its garages. */
const FLATS_PER_GARAGE = 5;

/** Returns the pand of the building's residences. */
export function mainPand(building: Building, kind: StreetKind, localNumber: number): PlannedPand {
  const [share, maxWidthM, depthM] = SIZES[kind];
  const { seed, state, since, along, side, bouwjaar } = building;
  const widthM = Math.max(3, Math.min(maxWidthM, share * building.pitchM));
  return {
    localNumber,
    seed: hashSeed(seed, 900),
    state,
    since,
    along,
    widthM,
    across: side * (SETBACK_M + 2 * randomUnit(seed, 61)),
    depthM: depthM * (0.9 + 0.2 * randomUnit(seed, 62)),
    shape: shapeOf(kind, widthM, seed),
    bouwjaar,
  };
}

/** Returns the sheds and garages behind `main`: panden without residence, numbered after it. */
export function shedsBehind(building: Building, kind: StreetKind, main: PlannedPand): PlannedPand[] {
  const { seed, side, along } = building;
  const garages = kind === "flats" ? Math.floor(building.designations.length / FLATS_PER_GARAGE) : 0;
  const count = garages || (randomUnit(seed, 63) < SHED_SHARE ? 1 : 0);
  return Array.from({ length: count }, (_, i) => ({
    ...main,
    localNumber: main.localNumber + 1 + i,
    seed: hashSeed(seed, 950 + i),
    along: along + 3.2 * (i - (count - 1) / 2),
    widthM: 2.8,
    across: side * (SHED_M + randomUnit(seed, 64)),
    depthM: 2.4 + 2 * randomUnit(seed, 65),
    shape: "box",
  }));
}

function shapeOf(kind: StreetKind, widthM: number, seed: number): PandShape {
  const form = randomUnit(seed, 66);
  if ((kind === "flats" || kind === "works") && widthM > 20) {
    return form < 0.12 ? "courtyard" : "corner";
  }
  return form < 0.35 ? "box" : form < 0.7 ? "corner" : "bay";
}
