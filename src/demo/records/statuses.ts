import type { DeliveredType } from "../official-format/objects.ts";
import { pickWeighted, randomUnit } from "../random.ts";
import type { Life } from "./life.ts";

interface Statuses {
  /** Statuses before completion, in order; the last of them comes right before the settled status. */
  readonly underConstruction: readonly string[];
  /** Statuses while the object exists, with cumulative shares. */
  readonly settled: readonly (readonly [status: string, upTo: number])[];
  /** Statuses at the end, with cumulative shares. */
  readonly ended: readonly (readonly [status: string, upTo: number])[];
}

const PLAATS: Statuses = {
  underConstruction: [],
  settled: [["Plaats aangewezen", 1]],
  ended: [["Plaats ingetrokken", 1]],
};
const NAAMGEVING: Statuses = {
  underConstruction: [],
  settled: [["Naamgeving uitgegeven", 1]],
  ended: [["Naamgeving ingetrokken", 1]],
};

/** All statuses of docs/bag-format.md §4.1, with plausible shares. */
const STATUSES: Readonly<Record<DeliveredType, Statuses>> = {
  WPL: {
    underConstruction: [],
    settled: [["Woonplaats aangewezen", 1]],
    ended: [["Woonplaats ingetrokken", 1]],
  },
  OPR: NAAMGEVING,
  NUM: NAAMGEVING,
  LIG: PLAATS,
  STA: PLAATS,
  VBO: {
    underConstruction: ["Verblijfsobject gevormd", "Verblijfsobject in gebruik (niet ingemeten)"],
    settled: [
      ["Verblijfsobject in gebruik", 0.97],
      ["Verblijfsobject gevormd", 0.98],
      ["Verblijfsobject in gebruik (niet ingemeten)", 0.99],
      ["Verbouwing verblijfsobject", 0.997],
      ["Verblijfsobject buiten gebruik", 1],
    ],
    ended: [
      ["Verblijfsobject ingetrokken", 0.8],
      ["Niet gerealiseerd verblijfsobject", 0.95],
      ["Verblijfsobject ten onrechte opgevoerd", 1],
    ],
  },
  PND: {
    underConstruction: ["Bouwvergunning verleend", "Bouw gestart", "Pand in gebruik (niet ingemeten)"],
    settled: [
      ["Pand in gebruik", 0.965],
      ["Bouwvergunning verleend", 0.975],
      ["Bouw gestart", 0.982],
      ["Pand in gebruik (niet ingemeten)", 0.988],
      ["Verbouwing pand", 0.994],
      ["Sloopvergunning verleend", 0.998],
      ["Pand buiten gebruik", 1],
    ],
    ended: [
      ["Pand gesloopt", 0.8],
      ["Niet gerealiseerd pand", 0.93],
      ["Pand ten onrechte opgevoerd", 1],
    ],
  },
};

export interface StatusContext {
  readonly life: Life;
  /** Index of the voorkomen. */
  readonly index: number;
  readonly seed: number;
  /**
   * True when its construction is within the registered time; older objects were complete from the first voorkomen
   * on.
   */
  readonly isNew: boolean;
}

export function statusOf(type: DeliveredType, { life, index, seed, isNew }: StatusContext): string {
  const { underConstruction, settled, ended } = STATUSES[type];
  if (index >= life.endIndex) {
    return pickStatus(ended, randomUnit(seed, 91));
  }
  if (life.inForceIndex < 0) {
    return underConstruction[0] ?? settled[0]![0];
  }
  if (index >= life.settledIndex) {
    return pickStatus(settled, randomUnit(seed, 92));
  }
  const stepsBefore = life.settledIndex - index;
  return (
    (isNew ? underConstruction.at(-stepsBefore) : undefined) ??
    (isNew && underConstruction.length > 0 ? underConstruction[0]! : settled[0]![0])
  );
}

function pickStatus(statuses: readonly (readonly [string, number])[], share: number): string {
  return statuses[
    pickWeighted(
      share,
      statuses.map(([, upTo]) => upTo),
    )
  ]![0];
}
