import type { ObjectType } from "../official-format/objects.ts";
import { pickWeighted, unit } from "../random.ts";
import type { Life } from "./life.ts";

interface Statuses {
  /** Statuses before completion, in order; the last of them comes right before the settled status. */
  readonly growing: readonly string[];
  /** Statuses while the object exists, with cumulative shares. */
  readonly settled: readonly (readonly [status: string, upTo: number])[];
  /** Statuses at the end, with cumulative shares. */
  readonly ended: readonly (readonly [status: string, upTo: number])[];
}

const PLAATS: Statuses = {
  growing: [],
  settled: [["Plaats aangewezen", 1]],
  ended: [["Plaats ingetrokken", 1]],
};
const NAAMGEVING: Statuses = {
  growing: [],
  settled: [["Naamgeving uitgegeven", 1]],
  ended: [["Naamgeving ingetrokken", 1]],
};

/** All statuses of bag-format.md §4, with plausible shares. */
const STATUSES: Readonly<Record<ObjectType, Statuses>> = {
  WPL: { growing: [], settled: [["Woonplaats aangewezen", 1]], ended: [["Woonplaats ingetrokken", 1]] },
  OPR: NAAMGEVING,
  NUM: NAAMGEVING,
  LIG: PLAATS,
  STA: PLAATS,
  VBO: {
    growing: ["Verblijfsobject gevormd", "Verblijfsobject in gebruik (niet ingemeten)"],
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
    growing: ["Bouwvergunning verleend", "Bouw gestart", "Pand in gebruik (niet ingemeten)"],
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

export interface StatusQuestion {
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

export function statusOf(type: ObjectType, { life, index, seed, isNew }: StatusQuestion): string {
  const { growing, settled, ended } = STATUSES[type];
  if (index >= life.withdrawn) return choose(ended, unit(seed, 91));
  if (life.inForce < 0) return growing[0] ?? settled[0]![0];
  if (index >= life.settled) return choose(settled, unit(seed, 92));
  const before = life.settled - index;
  return (
    (isNew ? growing.at(-before) : undefined) ?? (isNew && growing.length > 0 ? growing[0]! : settled[0]![0])
  );
}

function choose(statuses: readonly (readonly [string, number])[], share: number): string {
  return statuses[
    pickWeighted(
      share,
      statuses.map(([, upTo]) => upTo),
    )
  ]![0];
}
