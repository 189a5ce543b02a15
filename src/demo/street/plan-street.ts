import type { Street } from "../country/town.ts";
import { derive, unit } from "../random.ts";
import { type Building, buildingsOf } from "./buildings.ts";
import type { Designation } from "./designations.ts";
import { mainPand, SETBACK_M, shedsBehind } from "./plan-panden.ts";
import { gebruiksdoelenOf, oppervlakteOf } from "./purposes.ts";
import {
  type PlannedNummer,
  type PlannedPand,
  type PlannedPlaats,
  type PlannedVerblijfsobject,
  POINT_BEHIND_FRONT_M,
  type StreetPlan,
} from "./street-plan.ts";

/** Shares by building, unless said otherwise; after bag-format.md §3. */
const SHARES = {
  /** Of plots at a quay. */
  ligplaats: 0.4,
  /** Of buildings with two addresses: one residence, with a second address. */
  nevenadres: 0.03,
  /** By residence: one that a shed belongs to. */
  severalPanden: 0.004,
  severalPandenShops: 0.08,
  /** An address that was merged into its neighbour. */
  merged: 0.02,
  /** A nummeraanduiding without object. */
  orphan: 0.0003,
  /** By residence: one that still names a withdrawn nevenadres. */
  withdrawnNevenadres: 0.0002,
  /** By address. */
  elsewhere: 0.0008,
} as const;

/** Plans everything along `street`; returns the same at every call. */
export function planStreet(street: Street): StreetPlan {
  const planner = new StreetPlanner(street);
  for (const building of buildingsOf(street)) planner.add(building);
  return planner;
}

type NummerDraft = Pick<PlannedNummer, "seed" | "fate" | "huisnummer" | "postcode" | "of" | "referenced"> & {
  readonly designation: Pick<Designation, "huisletter" | "toevoeging">;
};

/** Input for planning a residence: its building, its position there, and its addresses. */
interface Residence {
  readonly building: Building;
  readonly seed: number;
  /** Number within the building, from 0. */
  readonly k: number;
  readonly panden: readonly PlannedPand[];
  readonly hoofdadres: PlannedNummer;
  readonly nevenadressen: readonly PlannedNummer[];
}

class StreetPlanner implements StreetPlan {
  readonly nummers: PlannedNummer[] = [];
  readonly verblijfsobjecten: PlannedVerblijfsobject[] = [];
  readonly plaatsen: PlannedPlaats[] = [];
  readonly panden: PlannedPand[] = [];
  readonly #street: Street;

  constructor(street: Street) {
    this.#street = street;
  }

  add(building: Building): void {
    const { kind } = this.#street;
    if (kind === "caravans") this.#addPlaatsen(building, "STA");
    else if (kind === "quay" && unit(building.seed, 41) < SHARES.ligplaats)
      this.#addPlaatsen(building, "LIG");
    else this.#addResidences(building);
  }

  #addPlaatsen(building: Building, type: "LIG" | "STA"): void {
    const nummers = this.#addNummers(building, type === "LIG" ? "Ligplaats" : "Standplaats");
    for (const [k, hoofdadres] of nummers.entries()) {
      this.plaatsen.push({
        type,
        local: this.plaatsen.length + 1,
        seed: derive(building.seed, 800 + k),
        fate: building.fate,
        since: building.since,
        hoofdadres,
        along: building.along + k,
        across: building.side * SETBACK_M,
      });
    }
  }

  #addResidences(building: Building): void {
    const { kind } = this.#street;
    const pand = mainPand(building, kind, this.panden.length + 1);
    const sheds = shedsBehind(building, kind, pand);
    this.panden.push(pand, ...sheds);
    const nummers = this.#addNummers(building, "Verblijfsobject");
    const several = kind === "shops" ? SHARES.severalPandenShops : SHARES.severalPanden;
    const together = nummers.length === 2 && unit(building.seed, 42) < SHARES.nevenadres;
    for (const [k, hoofdadres] of (together ? nummers.slice(0, 1) : nummers).entries()) {
      const seed = derive(building.seed, 700 + k);
      const panden = sheds.length > 0 && unit(seed, 51) < several ? [pand, sheds[0]!] : [pand];
      const nevenadressen = together ? nummers.slice(1) : this.#withdrawnNevenadressen(building, seed);
      this.#addResidence({ building, seed, k, panden, hoofdadres, nevenadressen });
    }
    if (building.fate === "current") this.#addLeftovers(building, pand);
  }

  #addResidence({ building, seed, k, panden, hoofdadres, nevenadressen }: Residence): void {
    const { kind } = this.#street;
    const [pand] = panden;
    this.verblijfsobjecten.push({
      local: this.verblijfsobjecten.length + 1,
      seed,
      fate: hoofdadres.fate,
      since: building.since,
      hoofdadres,
      nevenadressen,
      panden,
      along: pand!.along + pand!.widthM * ((k + 0.5) / building.designations.length - 0.5),
      across: pand!.across + building.side * POINT_BEHIND_FRONT_M,
      gebruiksdoelen: gebruiksdoelenOf(kind, seed, kind === "shops" && k > 0),
      oppervlakte: oppervlakteOf(kind, seed),
    });
  }

  #addNummers(building: Building, of: PlannedNummer["of"]): PlannedNummer[] {
    let { huisnummer } = building;
    return building.designations.map((designation, k) => {
      if (k > 0) huisnummer += 2 * designation.step;
      const seed = derive(building.seed, 600 + k);
      const postcode = building.postcodes[k];
      return this.#addNummer(building, {
        seed,
        fate: building.fate,
        designation,
        huisnummer,
        postcode,
        of,
        referenced: true,
      });
    });
  }

  /** Adds leftovers as in real data: merged addresses, and nummeraanduidingen without object. */
  #addLeftovers(building: Building, pand: PlannedPand): void {
    if (unit(building.seed, 43) < SHARES.merged) {
      const seed = derive(building.seed, 44);
      const hoofdadres = this.#addNextTo(building, { seed, fate: "ended", huisletter: "z" });
      this.#addResidence({ building, seed, k: 0, panden: [pand], hoofdadres, nevenadressen: [] });
    }
    if (unit(building.seed, 45) < SHARES.orphan) {
      this.#addNextTo(building, { seed: derive(building.seed, 46), fate: "current", huisletter: "y" });
    }
  }

  #withdrawnNevenadressen(building: Building, seed: number): PlannedNummer[] {
    if (building.fate !== "current" || unit(seed, 52) >= SHARES.withdrawnNevenadres) return [];
    return [this.#addNextTo(building, { seed: derive(seed, 53), fate: "ended", huisletter: "x" })];
  }

  /** Adds a nummeraanduiding that is no adres: the building's first number with another letter. */
  #addNextTo(
    building: Building,
    { seed, fate, huisletter }: { seed: number; fate: PlannedNummer["fate"]; huisletter: string },
  ): PlannedNummer {
    return this.#addNummer(building, {
      seed,
      fate,
      designation: { huisletter, toevoeging: undefined },
      huisnummer: building.huisnummer,
      postcode: building.postcodes[0],
      of: "Verblijfsobject",
      referenced: false,
    });
  }

  #addNummer({ since }: Building, { designation, ...own }: NummerDraft): PlannedNummer {
    const nummer: PlannedNummer = {
      ...own,
      local: this.nummers.length + 1,
      since,
      huisletter: designation.huisletter,
      toevoeging: designation.toevoeging,
      elsewhere: unit(own.seed, 47) < SHARES.elsewhere,
    };
    this.nummers.push(nummer);
    return nummer;
  }
}
