import type { StreetKind } from "../country/streets.ts";
import { hashSeed, pick, randomUnit } from "../random.ts";

/**
 * Letter, addition and house number step of an address. `step` is the advance in house numbers of its side of the
 * street: 0 keeps the previous house number.
 */
export interface AddressSlot {
  readonly step: 0 | 1;
  readonly huisletter: string | undefined;
  readonly toevoeging: string | undefined;
}

const PLAIN: AddressSlot = { step: 1, huisletter: undefined, toevoeging: undefined };

/**
 * Additions that distinguish the floors of one house, a style for each street: ground floor first. Additions have
 * four characters at most.
 */
const FLOOR_STYLES: readonly (readonly (string | undefined)[])[] = [
  ["hs", "1", "2", "3"],
  [undefined, "I", "II", "III"],
  [undefined, "bis", "bisA", "ter"],
  [undefined, "bov", "zold", "dak"],
  ["H", "1", "2", "3"],
  ["bg", "1hg", "2hg", "3hg"],
];

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Styles that number the flats of a block; each street has one. */
const FLAT_STYLES = ["own number", "letter", "counted addition", "floor and door"] as const;

/** Returns the designations of the addresses in one building, in order. */
export function designationsOf(
  size: number,
  kind: StreetKind,
  seeds: { street: number; building: number },
): AddressSlot[] {
  if (kind === "flats" && size > 4) {
    return designateFlats(size, seeds.street);
  }
  if (kind === "floors" && size > 1) {
    return designateFloors(size, seeds.street);
  }
  return designateLettered(size, seeds.building);
}

function designateFloors(size: number, streetSeed: number): AddressSlot[] {
  const style = pick(streetSeed, 301, FLOOR_STYLES);
  return Array.from({ length: size }, (_, i) => ({
    step: i === 0 ? 1 : 0,
    huisletter: undefined,
    toevoeging: style[i % style.length],
  }));
}

/** Returns the designations of a block of flats; with more flats than letters each has its own number. */
function designateFlats(size: number, streetSeed: number): AddressSlot[] {
  const style = pick(streetSeed, 302, FLAT_STYLES);
  if (style === "own number" || (style === "letter" && size > LETTERS.length)) {
    return new Array<AddressSlot>(size).fill(PLAIN);
  }
  return Array.from({ length: size }, (_, i) => ({
    step: i === 0 ? 1 : 0,
    huisletter: style === "letter" ? LETTERS[i]!.toUpperCase() : undefined,
    toevoeging:
      style === "letter" ? undefined : style === "counted addition" ? String(i + 1) : floorAndDoor(i),
  }));
}

/** Returns the number of a flat, of eight on each floor: 101 to 108, 201 and on. */
function floorAndDoor(i: number): string {
  return String(100 * (1 + Math.floor(i / 8)) + 1 + (i % 8));
}

/** Returns designations as splitting and filling gaps leave behind: 12 · 12, 12a · 12A, 12B · 12a-1. */
function designateLettered(size: number, seed: number): AddressSlot[] {
  if (size === 1 && randomUnit(seed, 303) < 0.96) {
    return [PLAIN];
  }
  const capital = randomUnit(seed, 304) < 0.4;
  const hasBareFirst = size > 1 && randomUnit(seed, 305) < 0.6;
  const letterAt = (i: number): string => (capital ? LETTERS[i]!.toUpperCase() : LETTERS[i]!);
  return Array.from({ length: size }, (_, i) => ({
    step: i === 0 ? 1 : 0,
    huisletter: hasBareFirst ? (i === 0 ? undefined : letterAt(i - 1)) : letterAt(i),
    toevoeging: randomUnit(hashSeed(seed, i), 306) < 0.03 ? String(1 + i) : undefined,
  }));
}
