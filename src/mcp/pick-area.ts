/** Picks the one area that a name means, or asks which one is meant. */
import type { Gemeente, Woonplaats } from "../registry/file/areas.ts";
import type { Matches } from "./area-names.ts";
import { ambiguous, type Choice, notFound, type Unresolved } from "./unresolved.ts";

/** Accepted names of areas, for the descriptions of tools. */
export const AREA_NAMES =
  "Official, everyday and Frisian names are understood (Den Haag, Ljouwert), an ambiguous name followed by its province or " +
  "municipality (Bergen NH), and identifiers.";

interface PickAreaOptions<T> {
  /** Description of the area sought: `city called Bergen`. */
  readonly description: string;
  /** Alternative meaning of the name, added to the advice. */
  readonly hint?: string;
  choice(area: T): Choice;
  /** Areas with similar names; read only when none matches. */
  similar(): readonly T[];
}

export function pickArea<T>(
  matches: Matches<T>,
  { description, hint = "", choice, similar }: PickAreaOptions<T>,
): { area: T } | { unresolved: Unresolved } {
  const [area, ...others] = matches;
  if (area === undefined) {
    const next = `Check the spelling with the user${hint}.`;
    return notFound(`No ${description}.`, { choices: similar().map(choice), next });
  }
  if (others.length === 0) {
    return { area };
  }
  const next = "Ask the user which one is meant, and call again with its code.";
  return ambiguous(`There is more than one ${description}.`, { choices: matches.map(choice), next });
}

export function labelOfCity({ naam, gemeente }: Woonplaats) {
  return { label: `${naam} (municipality ${gemeente.naam}, ${gemeente.provincie.naam})` };
}

export function labelOfMunicipality({ naam, provincie }: Gemeente) {
  return { label: `${naam} (${provincie.naam})` };
}
