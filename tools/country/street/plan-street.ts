import type { PlannedStreet, StreetKind } from "../country/streets.ts";
import { hashSeed, randomUnit } from "../random.ts";
import { buildingsOf } from "./buildings.ts";
import type { AddressSlot } from "./designations.ts";
import type { FormerResidence, PlannedBuilding } from "./planned-building.ts";
import { gebruiksdoelenOf, oppervlakteOf } from "./purposes.ts";
import {
  type PandShape,
  type PlannedNummeraanduiding,
  type PlannedPand,
  type PlannedPlaats,
  type PlannedVerblijfsobject,
  POINT_BEHIND_FRONT_M,
  type StreetPlan,
} from "./street-plan.ts";

/** Shares of buildings, unless a comment says otherwise; from docs/bag-format.md §3. */
const SHARES = {
  /** Share of plots at a quay. */
  ligplaats: 0.4,
  /** Share of buildings with two addresses that hold one residence, with a nevenadres. */
  nevenadres: 0.03,
  /** Share of residences that a shed belongs to. */
  severalPanden: 0.004,
  severalPandenShops: 0.08,
  /** A nummeraanduiding without object. */
  orphan: 0.0003,
  /** Share of residences that still name a withdrawn nevenadres. */
  withdrawnNevenadres: 0.0002,
  /** Share of addresses. */
  inNeighbour: 0.0008,
} as const;

/** Returns the plan of a street, the same at every call. */
export function planStreet(street: PlannedStreet): StreetPlan {
  const planner = new StreetPlanner(street);
  for (const building of buildingsOf(street)) {
    planner.add(building);
  }
  planner.addUnbuilt();
  return planner;
}

type NummeraanduidingDraft = Pick<
  PlannedNummeraanduiding,
  "seed" | "state" | "huisnummer" | "postcode" | "typeAdresseerbaarObject" | "isReferenced"
> & {
  /** Life of a past number, where it differs from the building's. */
  readonly former?: FormerResidence | undefined;
  readonly designation: Pick<AddressSlot, "huisletter" | "toevoeging">;
};

/** Input for planning a residence: its building, its position there, and its addresses. */
interface ResidenceInput {
  readonly building: PlannedBuilding;
  readonly seed: number;
  /** Number within the building, from 0. */
  readonly index: number;
  /** Pand in which it is. */
  readonly pand: PlannedPand;
  readonly panden: readonly PlannedPand[];
  readonly hoofdadres: PlannedNummeraanduiding;
  readonly nevenadressen: readonly PlannedNummeraanduiding[];
}

/** Pand that was announced and never built, and the list of panden of its residence. */
interface UnbuiltPand {
  readonly like: PlannedPand;
  readonly residence: FormerResidence;
  readonly panden: PlannedPand[];
}

class StreetPlanner implements StreetPlan {
  readonly nummeraanduidingen: PlannedNummeraanduiding[] = [];
  readonly verblijfsobjecten: PlannedVerblijfsobject[] = [];
  readonly plaatsen: PlannedPlaats[] = [];
  readonly panden: PlannedPand[] = [];
  readonly #street: PlannedStreet;
  readonly #unbuilt: UnbuiltPand[] = [];

  constructor(street: PlannedStreet) {
    this.#street = street;
  }

  /** Adds the panden that were never built after all others, so that their numbers are the last. */
  addUnbuilt(): void {
    for (const { like, residence, panden } of this.#unbuilt) {
      const pand: PlannedPand = {
        ...like,
        localNumber: this.panden.length + 1,
        seed: hashSeed(like.seed, 901),
        state: "ended",
        since: residence.since,
        decision: hashSeed(like.seed, 902),
        ending: residence.ending,
      };
      this.panden.push(pand);
      panden.push(pand);
    }
  }

  add(building: PlannedBuilding): void {
    const { kind } = this.#street;
    if (kind === "caravans") {
      this.#addPlaatsen(building, "STA");
    } else if (kind === "quay" && randomUnit(building.seed, 41) < SHARES.ligplaats) {
      this.#addPlaatsen(building, "LIG");
    } else {
      this.#addResidences(building);
    }
  }

  #addPlaatsen(building: PlannedBuilding, type: "LIG" | "STA"): void {
    const nummeraanduidingen = this.#addNummeraanduidingen(
      building,
      type === "LIG" ? "Ligplaats" : "Standplaats",
    );
    for (const [index, hoofdadres] of nummeraanduidingen.entries()) {
      this.plaatsen.push({
        type,
        localNumber: this.plaatsen.length + 1,
        seed: hashSeed(building.seed, 800 + index),
        state: building.state,
        since: building.since,
        decision: building.decision,
        ending: building.ending,
        hoofdadres,
        along: building.along + index,
        across: building.side * SETBACK_M,
      });
    }
  }

  #addResidences(building: PlannedBuilding): void {
    const { kind } = this.#street;
    const pand = mainPand(building, kind, this.panden.length + 1);
    const sheds = shedsBehind(building, kind, pand);
    this.panden.push(pand, ...sheds);
    const nummeraanduidingen = this.#addNummeraanduidingen(building, "Verblijfsobject");
    const several = kind === "shops" ? SHARES.severalPandenShops : SHARES.severalPanden;
    const isOneResidence =
      nummeraanduidingen.length === 2 && randomUnit(building.seed, 42) < SHARES.nevenadres;
    for (const [index, hoofdadres] of (isOneResidence
      ? nummeraanduidingen.slice(0, 1)
      : nummeraanduidingen
    ).entries()) {
      const seed = hashSeed(building.seed, 700 + index);
      const panden = sheds.length > 0 && randomUnit(seed, 51) < several ? [pand, sheds[0]!] : [pand];
      const nevenadressen = isOneResidence
        ? nummeraanduidingen.slice(1)
        : this.#withdrawnNevenadressen(building, seed);
      this.#addResidence({ building, seed, index, pand, panden, hoofdadres, nevenadressen });
    }
    if (building.state === "current") {
      this.#addIrregularities(building, pand);
    }
  }

  #addResidence({ building, seed, index, pand, panden, hoofdadres, nevenadressen }: ResidenceInput): void {
    const { kind } = this.#street;
    this.verblijfsobjecten.push({
      localNumber: this.verblijfsobjecten.length + 1,
      seed,
      state: hoofdadres.state,
      since: hoofdadres.since,
      decision: hoofdadres.decision,
      ending: hoofdadres.ending,
      hoofdadres,
      nevenadressen,
      panden,
      along: pand.along + pand.widthM * ((index + 0.5) / building.designations.length - 0.5),
      across: pand.across + building.side * POINT_BEHIND_FRONT_M,
      gebruiksdoelen: gebruiksdoelenOf(kind, seed, kind === "shops" && index > 0),
      oppervlakte: oppervlakteOf(kind, seed),
    });
  }

  #addNummeraanduidingen(
    building: PlannedBuilding,
    typeAdresseerbaarObject: PlannedNummeraanduiding["typeAdresseerbaarObject"],
  ): PlannedNummeraanduiding[] {
    let { huisnummer } = building;
    return building.designations.map((designation, index) => {
      if (index > 0) {
        huisnummer += 2 * designation.step;
      }
      const seed = hashSeed(building.seed, 600 + index);
      const postcode = building.postcodes[index];
      return this.#addNummeraanduiding(building, {
        seed,
        state: building.state,
        designation,
        huisnummer,
        postcode,
        typeAdresseerbaarObject,
        isReferenced: true,
      });
    });
  }

  /** Adds irregularities as in real data: merged addresses, and nummeraanduidingen without object. */
  #addIrregularities(building: PlannedBuilding, pand: PlannedPand): void {
    if (building.former) {
      this.#addFormerResidence(building, building.former, pand);
    }
    if (randomUnit(building.seed, 45) < SHARES.orphan) {
      this.#addUnlinkedNummeraanduiding(building, {
        seed: hashSeed(building.seed, 46),
        state: "current",
        huisletter: "y",
      });
    }
  }

  #addFormerResidence(building: PlannedBuilding, former: FormerResidence, pand: PlannedPand): void {
    const seed = hashSeed(building.seed, 44);
    const hoofdadres = this.#addUnlinkedNummeraanduiding(building, {
      seed,
      state: "ended",
      huisletter: "z",
      former,
    });
    const common = { building, seed, index: 0, hoofdadres, nevenadressen: [] };
    if (!former.ending.isUnbuilt) {
      this.#addResidence({ ...common, pand, panden: [pand] });
      return;
    }
    const behind = { ...pand, across: pand.across + building.side * BEHIND_M };
    const panden: PlannedPand[] = [];
    this.#addResidence({ ...common, pand: behind, panden });
    this.#unbuilt.push({ like: behind, residence: former, panden });
  }

  #withdrawnNevenadressen(building: PlannedBuilding, seed: number): PlannedNummeraanduiding[] {
    if (building.state !== "current" || randomUnit(seed, 52) >= SHARES.withdrawnNevenadres) {
      return [];
    }
    return [
      this.#addUnlinkedNummeraanduiding(building, {
        seed: hashSeed(seed, 53),
        state: "ended",
        huisletter: "x",
      }),
    ];
  }

  /** Adds a nummeraanduiding that is no adres: the building's first number with another letter. */
  #addUnlinkedNummeraanduiding(
    building: PlannedBuilding,
    {
      huisletter,
      ...draft
    }: Pick<NummeraanduidingDraft, "seed" | "state" | "former"> & { readonly huisletter: string },
  ): PlannedNummeraanduiding {
    return this.#addNummeraanduiding(building, {
      ...draft,
      designation: { huisletter, toevoeging: undefined },
      huisnummer: building.huisnummer,
      postcode: building.postcodes[0],
      typeAdresseerbaarObject: "Verblijfsobject",
      isReferenced: false,
    });
  }

  #addNummeraanduiding(
    building: PlannedBuilding,
    { designation, former, ...draft }: NummeraanduidingDraft,
  ): PlannedNummeraanduiding {
    const nummeraanduiding: PlannedNummeraanduiding = {
      ...draft,
      localNumber: this.nummeraanduidingen.length + 1,
      since: former?.since ?? building.since,
      decision: former ? hashSeed(draft.seed, 903) : building.decision,
      ending: former?.ending ?? building.ending,
      huisletter: designation.huisletter,
      toevoeging: designation.toevoeging,
      isInNeighbour: randomUnit(draft.seed, 47) < SHARES.inNeighbour,
    };
    this.nummeraanduidingen.push(nummeraanduiding);
    return nummeraanduiding;
  }
}

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
const SETBACK_M = 7;
/** Metres from the axis to a shed at the end of the garden. */
const SHED_M = 27;
/** Metres from the front of a building to the front of the never built pand behind it. */
const BEHIND_M = 16;
const SHED_SHARE = 0.42;
/** Number of residences of a block of flats for each of its garages. */
const FLATS_PER_GARAGE = 5;

/** Returns the pand of the building's residences. */
function mainPand(building: PlannedBuilding, kind: StreetKind, localNumber: number): PlannedPand {
  const [share, maxWidthM, depthM] = SIZES[kind];
  const { seed, state, since, pandenSince, decision, ending, along, side, bouwjaar } = building;
  const widthM = Math.max(3, Math.min(maxWidthM, share * building.pitchM));
  return {
    localNumber,
    seed: hashSeed(seed, 900),
    state,
    since: pandenSince ?? since,
    decision: pandenSince === undefined ? decision : hashSeed(seed, 904),
    ending,
    along,
    widthM,
    across: side * (SETBACK_M + 2 * randomUnit(seed, 61)),
    depthM: depthM * (0.9 + 0.2 * randomUnit(seed, 62)),
    shape: shapeOf(kind, widthM, seed),
    bouwjaar,
  };
}

/** Returns the sheds and garages behind `main`: panden without residence, numbered after it. */
function shedsBehind(building: PlannedBuilding, kind: StreetKind, main: PlannedPand): PlannedPand[] {
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
