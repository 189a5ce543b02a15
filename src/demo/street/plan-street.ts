import type { Street } from "../country/streets.ts";
import { hashSeed, randomUnit } from "../random.ts";
import { type Building, buildingsOf } from "./buildings.ts";
import type { AddressSlot } from "./designations.ts";
import { mainPand, SETBACK_M, shedsBehind } from "./plan-panden.ts";
import { gebruiksdoelenOf, oppervlakteOf } from "./purposes.ts";
import {
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
  /** An address that was merged into its neighbour. */
  merged: 0.02,
  /** A nummeraanduiding without object. */
  orphan: 0.0003,
  /** Share of residences that still name a withdrawn nevenadres. */
  withdrawnNevenadres: 0.0002,
  /** Share of addresses. */
  inNeighbour: 0.0008,
} as const;

/** Returns the plan of a street, the same at every call. */
export function planStreet(street: Street): StreetPlan {
  const planner = new StreetPlanner(street);
  for (const building of buildingsOf(street)) {
    planner.add(building);
  }
  return planner;
}

type NummeraanduidingDraft = Pick<
  PlannedNummeraanduiding,
  "seed" | "state" | "huisnummer" | "postcode" | "typeAdresseerbaarObject" | "isReferenced"
> & {
  readonly designation: Pick<AddressSlot, "huisletter" | "toevoeging">;
};

/** Input for planning a residence: its building, its position there, and its addresses. */
interface ResidenceInput {
  readonly building: Building;
  readonly seed: number;
  /** Number within the building, from 0. */
  readonly index: number;
  readonly panden: readonly PlannedPand[];
  readonly hoofdadres: PlannedNummeraanduiding;
  readonly nevenadressen: readonly PlannedNummeraanduiding[];
}

class StreetPlanner implements StreetPlan {
  readonly nummeraanduidingen: PlannedNummeraanduiding[] = [];
  readonly verblijfsobjecten: PlannedVerblijfsobject[] = [];
  readonly plaatsen: PlannedPlaats[] = [];
  readonly panden: PlannedPand[] = [];
  readonly #street: Street;

  constructor(street: Street) {
    this.#street = street;
  }

  add(building: Building): void {
    const { kind } = this.#street;
    if (kind === "caravans") {
      this.#addPlaatsen(building, "STA");
    } else if (kind === "quay" && randomUnit(building.seed, 41) < SHARES.ligplaats) {
      this.#addPlaatsen(building, "LIG");
    } else {
      this.#addResidences(building);
    }
  }

  #addPlaatsen(building: Building, type: "LIG" | "STA"): void {
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
        hoofdadres,
        along: building.along + index,
        across: building.side * SETBACK_M,
      });
    }
  }

  #addResidences(building: Building): void {
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
      this.#addResidence({ building, seed, index, panden, hoofdadres, nevenadressen });
    }
    if (building.state === "current") {
      this.#addIrregularities(building, pand);
    }
  }

  #addResidence({ building, seed, index, panden, hoofdadres, nevenadressen }: ResidenceInput): void {
    const { kind } = this.#street;
    const [pand] = panden;
    this.verblijfsobjecten.push({
      localNumber: this.verblijfsobjecten.length + 1,
      seed,
      state: hoofdadres.state,
      since: building.since,
      hoofdadres,
      nevenadressen,
      panden,
      along: pand!.along + pand!.widthM * ((index + 0.5) / building.designations.length - 0.5),
      across: pand!.across + building.side * POINT_BEHIND_FRONT_M,
      gebruiksdoelen: gebruiksdoelenOf(kind, seed, kind === "shops" && index > 0),
      oppervlakte: oppervlakteOf(kind, seed),
    });
  }

  #addNummeraanduidingen(
    building: Building,
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
  #addIrregularities(building: Building, pand: PlannedPand): void {
    if (randomUnit(building.seed, 43) < SHARES.merged) {
      const seed = hashSeed(building.seed, 44);
      const hoofdadres = this.#addUnlinkedNummeraanduiding(building, {
        seed,
        state: "ended",
        huisletter: "z",
      });
      this.#addResidence({ building, seed, index: 0, panden: [pand], hoofdadres, nevenadressen: [] });
    }
    if (randomUnit(building.seed, 45) < SHARES.orphan) {
      this.#addUnlinkedNummeraanduiding(building, {
        seed: hashSeed(building.seed, 46),
        state: "current",
        huisletter: "y",
      });
    }
  }

  #withdrawnNevenadressen(building: Building, seed: number): PlannedNummeraanduiding[] {
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
    building: Building,
    {
      seed,
      state,
      huisletter,
    }: { seed: number; state: PlannedNummeraanduiding["state"]; huisletter: string },
  ): PlannedNummeraanduiding {
    return this.#addNummeraanduiding(building, {
      seed,
      state,
      designation: { huisletter, toevoeging: undefined },
      huisnummer: building.huisnummer,
      postcode: building.postcodes[0],
      typeAdresseerbaarObject: "Verblijfsobject",
      isReferenced: false,
    });
  }

  #addNummeraanduiding(
    { since }: Building,
    { designation, ...draft }: NummeraanduidingDraft,
  ): PlannedNummeraanduiding {
    const nummeraanduiding: PlannedNummeraanduiding = {
      ...draft,
      localNumber: this.nummeraanduidingen.length + 1,
      since,
      huisletter: designation.huisletter,
      toevoeging: designation.toevoeging,
      isInNeighbour: randomUnit(draft.seed, 47) < SHARES.inNeighbour,
    };
    this.nummeraanduidingen.push(nummeraanduiding);
    return nummeraanduiding;
  }
}
