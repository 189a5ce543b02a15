import type { DeliveredType } from "../official-format/objects.ts";
import { pickWeighted, randomUnit } from "../random.ts";
import { drawChange, type Life, REDRAWN_BELOW, REMEASURED_BELOW } from "./life.ts";

interface Statuses {
  /** Statuses before completion, in order; the last of them comes right before the settled status. */
  readonly underConstruction: readonly string[];
  /** Statuses while the object exists, with cumulative shares. */
  readonly settled: readonly (readonly [status: string, upTo: number])[];
  /**
   * Status while the object is rebuilt. A voorkomen has it when the draw of the change at its end is `from` or more.
   */
  readonly renovated?: readonly [status: string, from: number];
  /** Status at the end: normally, of an object that was never built, and of an object that was registered in error. */
  readonly ended: readonly [status: string, unbuilt?: string, inError?: string];
}

const PLAATS: Statuses = {
  underConstruction: [],
  settled: [["Plaats aangewezen", 1]],
  ended: ["Plaats ingetrokken"],
};
const NAAMGEVING: Statuses = {
  underConstruction: [],
  settled: [["Naamgeving uitgegeven", 1]],
  ended: ["Naamgeving ingetrokken"],
};

/** All statuses of docs/bag-format.md §4.1, with plausible shares. */
const STATUSES: Readonly<Record<DeliveredType, Statuses>> = {
  WPL: {
    underConstruction: [],
    settled: [["Woonplaats aangewezen", 1]],
    ended: ["Woonplaats ingetrokken"],
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
    renovated: ["Verbouwing verblijfsobject", REMEASURED_BELOW],
    ended: [
      "Verblijfsobject ingetrokken",
      "Niet gerealiseerd verblijfsobject",
      "Verblijfsobject ten onrechte opgevoerd",
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
    renovated: ["Verbouwing pand", REDRAWN_BELOW],
    ended: ["Pand gesloopt", "Niet gerealiseerd pand", "Pand ten onrechte opgevoerd"],
  },
};

/** Share of the ended objects that were registered in error. */
const IN_ERROR_SHARE = 0.03;

export interface StatusContext {
  readonly life: Life;
  /** Index of the voorkomen. */
  readonly index: number;
  readonly seed: number;
  /**
   * True when the register has the construction of the object. Older objects are complete from the first voorkomen on.
   */
  readonly isNew: boolean;
  /** True when it ended without having been built. */
  readonly isUnbuilt?: boolean;
}

export function statusOf(type: DeliveredType, context: StatusContext): string {
  const { life, index, seed, isUnbuilt } = context;
  const { underConstruction, settled, ended } = STATUSES[type];
  const first = underConstruction[0] ?? settled[0]![0];
  if (index >= life.endIndex) {
    const [normal, unbuilt = normal, inError = normal] = ended;
    return isUnbuilt ? unbuilt : randomUnit(seed, 91) < IN_ERROR_SHARE ? inError : normal;
  }
  if (life.inForceIndex < 0 || isUnbuilt) {
    return first;
  }
  return index >= life.settledIndex ? pickStatus(settled, randomUnit(seed, 92)) : pastStatusOf(type, context);
}

/** Returns the status of a voorkomen before the settled one. */
function pastStatusOf(type: DeliveredType, { life, index, seed, isNew }: StatusContext): string {
  const { underConstruction, settled, renovated } = STATUSES[type];
  if (isNew && underConstruction.length > 0) {
    return underConstruction.at(index - life.settledIndex) ?? underConstruction[0]!;
  }
  return renovated && drawChange(seed, index) >= renovated[1] ? renovated[0] : settled[0]![0];
}

function pickStatus(statuses: readonly (readonly [string, number])[], share: number): string {
  return statuses[
    pickWeighted(
      share,
      statuses.map(([, upTo]) => upTo),
    )
  ]![0];
}
