/**
 * Defines the places, numbers and names of fuzzed countries: few of each, so that they collide. An object refers to any
 * identificatie of the universe, whether it exists (by now) or not.
 */
import type { RdPolygon } from "../../../tools/country/official-format/gml.ts";
import type { BagObject, DeliveredType } from "../../../tools/country/official-format/objects.ts";
import * as make from "../extracts/bag-objects.ts";
import { square } from "../extracts/bag-objects.ts";
import type { Dice } from "./dice.ts";

/** Number of identificaties of each type; the first, number 0, always exists and never changes. */
const OBJECT_COUNTS = { WPL: 5, OPR: 14, NUM: 60, VBO: 44, LIG: 5, STA: 5, PND: 36 } as const;

const TYPE_DIGITS = { OPR: "30", NUM: "20", VBO: "01", LIG: "02", STA: "03", PND: "10" } as const;

export const GEMEENTEN = ["0901", "0902", "0903", "0904"] as const;

export function idOf(type: DeliveredType, n: number): string {
  if (type === "WPL") {
    return String(9000 + n);
  }
  return `${n % 5 === 4 ? "0902" : "0901"}${TYPE_DIGITS[type]}${String(n).padStart(10, "0")}`;
}

/** All identificaties except the unchanging first of each type. */
export const CHANGING_OBJECTS: readonly { type: DeliveredType; n: number }[] = (
  Object.entries(OBJECT_COUNTS) as [DeliveredType, number][]
).flatMap(([type, count]) => Array.from({ length: count - 1 }, (_, i) => ({ type, n: i + 1 })));

function anyId(type: DeliveredType, dice: Dice): string {
  return idOf(type, dice.below(OBJECT_COUNTS[type]));
}

/** Returns mostly the identificatie of the same number, so that most of the country is connected. */
function mostlyMatchingId(type: DeliveredType, n: number, dice: Dice): string {
  return dice.chance(0.8) ? idOf(type, n % OBJECT_COUNTS[type]) : anyId(type, dice);
}

const STREET_NAMES = ["Dorpsstraat", "Kerkpad", "dorpsstraat", "Ring", "'t Höfke", "Oude Kerkpad"];
const PLACE_NAMES = ["Aadorp", "Beek", "Beek", "Ceintuur", "Éénhoorn"];
export const PC4 = [1011, 1012, 1013, 2345, 9999];
const POSTCODES = [...PC4.flatMap((pc4) => [`${pc4}AA`, `${pc4}AB`]), "1011ZZ", undefined];
const PURPOSES = ["woonfunctie", "winkelfunctie", "kantoorfunctie", "overige gebruiksfunctie"];
const BOUWJAREN = [1850, 1999, 1999, 1999, 1999, 2020, 2025, 2031, 2032, 2033, 2040, 1005, 9999];
const AREAS = [1, 50, 50, 75, 120, 999_999];
const STREET_TYPES = ["Weg", "Weg", "Weg", "Water", "Terrein"];

/** Lower left corner of the country in RD metres. */
export const ORIGIN = { x: 120_000, y: 480_000 } as const;

/** Draws a point on a coarse lattice, so that borders, corners and points coincide. */
function drawLatticePoint(dice: Dice, stepM: number, steps: number): { x: number; y: number } {
  return { x: ORIGIN.x + stepM * dice.below(steps), y: ORIGIN.y + stepM * dice.below(steps) };
}

/** Offsets in metres below the resolution of the R*Trees. */
const TINY_OFFSETS_M = [0, 0.001, 0.003];

/**
 * Returns the site of number `n`, which every 18th number shares; a few are elsewhere, also outside all woonplaatsen.
 */
function siteOf(n: number, dice: Dice): { x: number; y: number } {
  if (dice.chance(0.1)) {
    return drawLatticePoint(dice, 500, 9);
  }
  if (dice.chance(0.05)) {
    return { x: ORIGIN.x - 3_000 + dice.pick(TINY_OFFSETS_M), y: ORIGIN.y + 100 * dice.below(30) };
  }
  return { x: ORIGIN.x + 300 * (n % 9), y: ORIGIN.y + 300 * (n % 6) };
}

function borders(n: number, dice: Dice): RdPolygon[] {
  const column = { x: ORIGIN.x + 800 * (n % 4), y: ORIGIN.y };
  if (dice.chance(0.5)) {
    return [{ exterior: make.rectangle(column.x, column.y, 800, 1_600) }];
  }
  const first = drawLatticePoint(dice, 400, 5);
  const block = { exterior: make.rectangle(first.x, first.y, 800, 400 * (1 + dice.below(4))) };
  if (dice.chance(0.6)) {
    return [block];
  }
  return [block, { exterior: make.rectangle(first.x + 1_200, first.y, 400, 800) }];
}

function footprint(n: number, dice: Dice): RdPolygon {
  const { x, y } = siteOf(n, dice);
  const form = dice.next();
  if (form < 0.7) {
    return square(x, y, 10 + 5 * dice.below(3));
  }
  if (form < 0.85) {
    return { exterior: make.rectangle(x, y, 30), interiors: [make.rectangle(x + 10, y + 10, 10)] };
  }
  if (form < 0.92) {
    return { exterior: [x, y, x + 20, y + 20, x + 20, y, x, y + 20, x, y] };
  }
  return { exterior: [x, y, x + 40, y, x + 40, y + 10, x + 10, y + 10, x + 10, y + 40, x, y + 40, x, y] };
}

function statusOf<T extends string>(dice: Dice, existing: readonly T[], ended: readonly T[]): T | "Onbekend" {
  if (dice.chance(0.004)) {
    return "Onbekend";
  }
  return dice.chance(0.1) ? dice.pick(ended) : dice.pick(existing);
}

const NAAMGEVING = [["Naamgeving uitgegeven"], ["Naamgeving ingetrokken"]] as const;
const PLAATS = [["Plaats aangewezen"], ["Plaats ingetrokken"]] as const;

/** Draws any state in which an object could be registered. */
export function drawObject(type: DeliveredType, n: number, dice: Dice): BagObject {
  return DRAW[type](n, dice);
}

/** Returns the objects that never change, so that every country has an address. */
export function fixedObjects(): BagObject[] {
  return [
    make.woonplaats({
      identificatie: idOf("WPL", 0),
      naam: "Vast",
      geometrie: [{ exterior: make.rectangle(ORIGIN.x, ORIGIN.y, 800, 1_600) }],
    }),
    make.openbareRuimte({ identificatie: idOf("OPR", 0), naam: "Dorpsstraat", ligtIn: idOf("WPL", 0) }),
    make.nummeraanduiding({
      identificatie: idOf("NUM", 0),
      huisnummer: 1,
      postcode: "1011AA",
      ligtAan: idOf("OPR", 0),
    }),
    make.verblijfsobject({
      identificatie: idOf("VBO", 0),
      hoofdadres: idOf("NUM", 0),
      geometrie: { x: ORIGIN.x + 5, y: ORIGIN.y + 5 },
      panden: [idOf("PND", 0)],
    }),
    make.pand({ identificatie: idOf("PND", 0), geometrie: square(ORIGIN.x, ORIGIN.y, 10), bouwjaar: 1999 }),
  ];
}

const DRAW: Readonly<Record<DeliveredType, (n: number, dice: Dice) => BagObject>> = {
  WPL: (n, dice) =>
    make.woonplaats({
      identificatie: idOf("WPL", n),
      naam: dice.chance(0.7) ? PLACE_NAMES[n]! : dice.pick(PLACE_NAMES),
      geometrie: borders(n, dice),
      status: statusOf(dice, ["Woonplaats aangewezen"], ["Woonplaats ingetrokken"]),
    }),
  OPR: (n, dice) =>
    make.openbareRuimte({
      identificatie: idOf("OPR", n),
      naam: dice.pick(STREET_NAMES),
      verkorteNaam: dice.chance(0.3) ? dice.pick(["Dorpsstr", "Kerkpd"]) : undefined,
      streetType: dice.pick(STREET_TYPES),
      ligtIn: mostlyMatchingId("WPL", n, dice),
      status: statusOf(dice, ...NAAMGEVING),
    }),
  NUM: (n, dice) =>
    make.nummeraanduiding({
      identificatie: idOf("NUM", n),
      huisnummer: 1 + dice.below(12),
      huisletter: dice.pick([undefined, undefined, undefined, "a", "A"]),
      huisnummertoevoeging: dice.pick([undefined, undefined, undefined, "1", "bis"]),
      postcode: dice.chance(0.01) ? "12" : dice.pick(POSTCODES),
      ligtAan: mostlyMatchingId("OPR", n, dice),
      ligtIn: dice.chance(0.12) ? anyId("WPL", dice) : undefined,
      status: statusOf(dice, ...NAAMGEVING),
    }),
  VBO: (n, dice) => {
    const site = siteOf(n, dice);
    const at = { x: site.x + 2.5 * dice.below(6), y: site.y + 5 };
    return make.verblijfsobject({
      identificatie: idOf("VBO", n),
      hoofdadres: mostlyMatchingId("NUM", n, dice),
      nevenadressen: dice.chance(0.2) ? [anyId("NUM", dice), anyId("NUM", dice)] : undefined,
      geometrie: dice.chance(0.9) ? at : square(at.x, at.y, 12),
      gebruiksdoelen: dice.chance(0.8) ? [dice.pick(PURPOSES)] : dice.some(PURPOSES, 0.6),
      oppervlakte: dice.pick(AREAS),
      panden: dice.chance(0.04)
        ? []
        : [
            mostlyMatchingId("PND", n, dice),
            ...(dice.chance(0.2) ? [anyId("PND", dice), anyId("PND", dice)] : []),
          ],
      status: statusOf(
        dice,
        ["Verblijfsobject in gebruik", "Verblijfsobject gevormd", "Verbouwing verblijfsobject"],
        ["Verblijfsobject ingetrokken", "Niet gerealiseerd verblijfsobject"],
      ),
    });
  },
  LIG: (n, dice) =>
    make.ligplaats({
      identificatie: idOf("LIG", n),
      hoofdadres: mostlyMatchingId("NUM", 50 + n, dice),
      nevenadressen: dice.chance(0.2) ? [anyId("NUM", dice)] : undefined,
      geometrie: footprint(40 + n, dice),
      status: statusOf(dice, ...PLAATS),
    }),
  STA: (n, dice) =>
    make.standplaats({
      identificatie: idOf("STA", n),
      hoofdadres: mostlyMatchingId("NUM", 54 + n, dice),
      geometrie: footprint(44 + n, dice),
      status: statusOf(dice, ...PLAATS),
    }),
  PND: (n, dice) =>
    make.pand({
      identificatie: idOf("PND", n),
      geometrie: footprint(n, dice),
      bouwjaar: dice.pick(BOUWJAREN),
      geconstateerd: dice.chance(0.1),
      status: statusOf(
        dice,
        ["Pand in gebruik", "Bouw gestart", "Verbouwing pand", "Bouwvergunning verleend"],
        ["Pand gesloopt", "Niet gerealiseerd pand"],
      ),
    }),
};
