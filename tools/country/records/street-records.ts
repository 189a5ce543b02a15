import { dayOf } from "../calendar.ts";
import type { DemoWoonplaats } from "../country/country.ts";
import { FOUR_DIGITS, streetPrefix } from "../country/identificatie.ts";
import type { StreetFrame } from "../country/street-layout.ts";
import type { PlannedStreet } from "../country/streets.ts";
import type { GmlPoint, RdPolygon } from "../official-format/gml.ts";
import type {
  Ligplaats,
  Nummeraanduiding,
  Pand,
  Standplaats,
  Verblijfsobject,
} from "../official-format/objects.ts";
import { hashSeed, randomUnit } from "../random.ts";
import type {
  PlannedNummeraanduiding,
  PlannedObject,
  PlannedPand,
  PlannedPlaats,
  PlannedVerblijfsobject,
} from "../street/street-plan.ts";
import { documentOf, type Life, OLDER_DECISIONS } from "./life.ts";
import { pastNumber, pastPand, pastResidence } from "./past-values.ts";
import { statusOf } from "./statuses.ts";

/** Objects made after this day have registered voorkomens of their construction. */
const NEW_SINCE = dayOf("2011-06-01");

/** Salts of hashSeed, one for each thing drawn from a seed of an object or of its voorkomen. */
const SALTS = {
  isRectangle: 103,
  isGeconstateerd: 105,
  naming: 106,
  /** Plus the index of the voorkomen. */
  voorkomen: 110,
} as const;

/** Converts the planned objects of one street to official ones, one for each voorkomen. */
export class StreetRecords {
  readonly #street: PlannedStreet;
  readonly #neighbourId: string | undefined;
  readonly #prefixes: Readonly<Record<"OPR" | "NUM" | "VBO" | "LIG" | "STA" | "PND", string>>;

  /** `neighbour` is the woonplaats of the few addresses that are not in the woonplaats of their street. */
  constructor(street: PlannedStreet, neighbour: DemoWoonplaats | undefined) {
    this.#street = street;
    this.#neighbourId = neighbour?.identificatie;
    this.#prefixes = {
      OPR: streetPrefix("OPR", street),
      NUM: streetPrefix("NUM", street),
      VBO: streetPrefix("VBO", street),
      LIG: streetPrefix("LIG", street),
      STA: streetPrefix("STA", street),
      PND: streetPrefix("PND", street),
    };
  }

  nummeraanduiding(planned: PlannedNummeraanduiding, life: Life, index: number): Nummeraanduiding {
    const street = this.#street;
    const { otherStreetOrdinal, ...past } = pastNumber(planned, { life, index }, street);
    const opr =
      otherStreetOrdinal === undefined
        ? this.#prefixes.OPR
        : streetPrefix("OPR", { ...street, streetOrdinal: otherStreetOrdinal });
    return {
      type: "NUM",
      ...this.#common("NUM", planned, { life, index }),
      huisnummer: planned.huisnummer,
      huisletter: planned.huisletter,
      huisnummertoevoeging: planned.toevoeging,
      postcode: planned.postcode,
      typeAdresseerbaarObject: planned.typeAdresseerbaarObject,
      ligtIn: planned.isInNeighbour ? this.#neighbourId : undefined,
      ...past,
      ligtAan: opr + FOUR_DIGITS[0]!,
    };
  }

  verblijfsobject(planned: PlannedVerblijfsobject, life: Life, index: number): Verblijfsobject {
    const point = pointAt(this.#street.frame, planned.along, planned.across);
    const panden = planned.panden.map((pand) => this.#prefixes.PND + FOUR_DIGITS[pand.localNumber]!);
    return {
      type: "VBO",
      ...this.#common("VBO", planned, { life, index }),
      hoofdadres: this.#prefixes.NUM + FOUR_DIGITS[planned.hoofdadres.localNumber]!,
      nevenadressen: planned.nevenadressen.map(
        (neven) => this.#prefixes.NUM + FOUR_DIGITS[neven.localNumber]!,
      ),
      geometrie:
        index < life.settledIndex && randomUnit(planned.seed, SALTS.isRectangle) < 0.0003
          ? rectangleAt(this.#street.frame, { ...planned, widthM: 4, depthM: 4 })
          : point,
      gebruiksdoelen: planned.gebruiksdoelen,
      oppervlakte: planned.oppervlakte,
      panden,
      ...(index < life.settledIndex ? pastResidence(planned, { life, index }, panden) : {}),
    };
  }

  plaats(planned: PlannedPlaats, life: Life, index: number): Ligplaats | Standplaats {
    const box = { along: planned.along, across: planned.across, widthM: 5.5, depthM: 14 };
    return {
      type: planned.type,
      ...this.#common(planned.type, planned, { life, index }),
      hoofdadres: this.#prefixes.NUM + FOUR_DIGITS[planned.hoofdadres.localNumber]!,
      geometrie: rectangleAt(this.#street.frame, box),
    };
  }

  pand(planned: PlannedPand, life: Life, index: number): Pand {
    const drawn = index < life.settledIndex ? { ...planned, ...pastPand(planned, { life, index }) } : planned;
    return {
      type: "PND",
      ...this.#common("PND", planned, { life, index }),
      geometrie: footprintOf(this.#street.frame, drawn),
      bouwjaar: drawn.bouwjaar,
    };
  }

  #common(
    type: "NUM" | "VBO" | "LIG" | "STA" | "PND",
    planned: PlannedObject,
    { life, index }: { life: Life; index: number },
  ): Pick<
    Pand,
    "identificatie" | "status" | "geconstateerd" | "documentdatum" | "documentnummer" | "voorkomen"
  > {
    const seed = hashSeed(planned.seed, SALTS.voorkomen + index);
    const decision = decisionOf(planned, seed, { life, index });
    const begin = life.begins[index]!;
    const document =
      type === "NUM"
        ? documentOf(hashSeed(decision, SALTS.naming), begin, OLDER_DECISIONS.names)
        : documentOf(decision, begin);
    return {
      identificatie: this.#prefixes[type] + FOUR_DIGITS[planned.localNumber]!,
      status: statusOf(type, {
        life,
        index,
        seed: planned.seed,
        isNew: planned.since > NEW_SINCE,
        isUnbuilt: planned.ending?.isUnbuilt ?? false,
      }),
      geconstateerd: randomUnit(seed, SALTS.isGeconstateerd) < 0.0004,
      documentdatum: document.documentdatum,
      documentnummer: document.documentnummer,
      voorkomen: life.voorkomens[index]!,
    };
  }
}

/**
 * Returns the seed of the decision behind a voorkomen. The plan gives the first and the final decision; `own` is the
 * seed of all others.
 */
function decisionOf(
  { decision, ending }: PlannedObject,
  own: number,
  { life, index }: { life: Life; index: number },
): number {
  return index === 0 ? decision : index >= life.endIndex ? (ending?.decision ?? own) : own;
}

/**
 * Corners of a footprint in relative coordinates: along its width from 0 to 1, and away from the street from 0 to 1.
 */
type Corners = readonly (readonly [across: number, behind: number])[];

const BOX: Corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];
/** Cut off at the back, where no residence's point is. */
const CORNER: Corners = [
  [0, 0],
  [1, 0],
  [1, 0.6],
  [0.55, 0.6],
  [0.55, 1],
  [0, 1],
  [0, 0],
];
const BAY: Corners = [
  [0, 0],
  [0.3, 0],
  [0.3, -0.08],
  [0.7, -0.08],
  [0.7, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];

/** Depth of the wings around a courtyard, in metres: points behind the front are in the front wing. */
const WING_M = 5;

export function pointAt(frame: StreetFrame, along: number, across: number): GmlPoint {
  return {
    x: frame.x + along * frame.ux - across * frame.uy,
    y: frame.y + along * frame.uy + across * frame.ux,
  };
}

export function footprintOf(frame: StreetFrame, pand: PlannedPand): RdPolygon {
  if (pand.shape === "courtyard") {
    return {
      exterior: ringOf(frame, pand, BOX),
      interiors: [ringOf(frame, courtyardOf(pand), [...BOX].reverse())],
    };
  }
  return { exterior: ringOf(frame, pand, pand.shape === "box" ? BOX : pand.shape === "bay" ? BAY : CORNER) };
}

type Box = Pick<PlannedPand, "along" | "widthM" | "across" | "depthM">;

function courtyardOf(pand: Box): Box {
  return {
    along: pand.along,
    widthM: pand.widthM - 2 * WING_M,
    across: pand.across + Math.sign(pand.across) * WING_M,
    depthM: Math.max(1, pand.depthM - 2 * WING_M),
  };
}

/** Returns a rectangle: the outline of a ligplaats or standplaats, or the geometry of a few verblijfsobjecten. */
function rectangleAt(frame: StreetFrame, box: Box): RdPolygon {
  return { exterior: ringOf(frame, box, BOX) };
}

function ringOf(frame: StreetFrame, box: Box, corners: Corners): number[] {
  const side = Math.sign(box.across);
  const ring: number[] = [];
  for (const [u, v] of corners) {
    const along = box.along + (u - 0.5) * box.widthM;
    const across = box.across + side * v * box.depthM;
    ring.push(frame.x + along * frame.ux - across * frame.uy, frame.y + along * frame.uy + across * frame.ux);
  }
  return ring;
}
