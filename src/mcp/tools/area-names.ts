/** Finds the areas that a user means by a name, a code or an identifier; picks the one or asks which is meant. */
import {
  findProvincieByNameOrCode,
  type Gemeente,
  type Provincie,
  type Woonplaats,
} from "../../registry/file/areas.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { compareKeys, nameKey } from "../../registry/schema/name-key.ts";
import { allowedEdits, Budget, nearWords } from "../../search/index/edit-distance.ts";
import { streetIndexOf } from "../../search/index/index-store.ts";
import { vocabularyOf } from "../../search/index/vocabulary.ts";
import { canonicalName } from "../../search/line/normalize.ts";
import { PROVINCIE_ABBREVIATIONS } from "../../search/places/place-aliases.ts";
import { placeIndexOf } from "../../search/places/place-index.ts";
import { ambiguous, type Choice, notFound, type Unresolved } from "./unresolved.ts";

/** Areas that match: several when the name is ambiguous, none when it is unknown. */
export type Matches<T> = readonly T[];

/**
 * Finds woonplaatsen by identificatie (`3631`, leading zeros optional), or by official, everyday or Frisian name,
 * also with a region: `Bergen (NH)`, `Hengelo Gld`, `Rijswijk, Altena`.
 */
export function findWoonplaatsen(s: Snapshot, text: string): Matches<Woonplaats> {
  if (/^\d{1,4}$/.test(text)) {
    return toList(s.areas.woonplaatsen.get(Number(text)));
  }
  return findByFirstInterpretation(interpretName(text), ({ name, region }) =>
    woonplaatsenNamed(s, name).filter((woonplaats) => isInRegion(s, woonplaats, region)),
  );
}

/** Finds gemeenten by code (`0457`, `457`, `GM0457`) or name, as {@link findWoonplaatsen}. */
export function findGemeenten(s: Snapshot, text: string): Matches<Gemeente> {
  const code = /^(?:gm ?)?(\d{1,4})$/i.exec(text)?.[1];
  if (code !== undefined) {
    return toList(s.areas.gemeenten.get(Number(code)));
  }
  return findByFirstInterpretation(interpretName(text), ({ name, region }) =>
    gemeentenNamed(s, name).filter(({ provincie }) => region === "" || isNamed(s, provincie, region)),
  );
}

/** Finds provincies by two-letter code, name or common abbreviation. */
export function findProvincies(s: Snapshot, text: string): Matches<Provincie> {
  const name = text.replace(/^provincie /i, "");
  return [...s.areas.provincies.values()].filter((provincie) => isNamed(s, provincie, name));
}

/**
 * Returns the areas whose names contain the text (of three characters or more), then those within the edit distance
 * allowed for its length, nearest first.
 */
export function findSimilarlyNamed<T extends { readonly nameKey: string }>(
  areas: Iterable<T>,
  text: string,
): T[] {
  const sought = nameKey(text);
  const byKey = Map.groupBy(areas, ({ nameKey: key }) => key);
  const keys = [...byKey.keys()].sort(compareKeys);
  const containing = sought.length < 3 ? [] : keys.filter((key) => key.includes(sought));
  const maxDistance = allowedEdits(sought.length);
  const similar =
    maxDistance === 0 ? [] : nearWords(vocabularyOf(keys), sought, { maxDistance, budget: new Budget() });
  const nearest = similar.sort((a, b) => a.distance - b.distance).map(({ position }) => keys[position]!);
  return [...new Set([...containing, ...nearest])].flatMap((key) => byKey.get(key)!);
}

/** Interpretation of a text: a name, and its region when one is given. */
interface NameInterpretation {
  readonly name: string;
  readonly region: string;
}

/**
 * Enumerates the interpretations of a text: the whole as a name, then its last word, its last two words … as the
 * region.
 */
function interpretName(text: string): NameInterpretation[] {
  const words = text.split(/[\s,()]+/).filter((word) => word !== "");
  const splits = words.slice(1).map((_, i) => words.length - 1 - i);
  return [
    { name: text, region: "" },
    ...splits.map((at) => ({ name: words.slice(0, at).join(" "), region: words.slice(at).join(" ") })),
  ];
}

function findByFirstInterpretation<T>(
  interpretations: readonly NameInterpretation[],
  find: (interpretation: NameInterpretation) => T[],
): T[] {
  for (const interpretation of interpretations) {
    const found = find(interpretation);
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

/** Finds woonplaatsen by official name, else by everyday name. */
function woonplaatsenNamed(s: Snapshot, name: string): Woonplaats[] {
  const key = nameKey(name);
  const official = [...s.areas.woonplaatsen.values()].filter((woonplaats) => woonplaats.nameKey === key);
  return official.length > 0 ? official : woonplaatsenKnownAs(s, name);
}

function woonplaatsenKnownAs(s: Snapshot, name: string): Woonplaats[] {
  const index = streetIndexOf(s);
  const hits = placeIndexOf(s).find(canonicalName(name))?.values() ?? [];
  return [...hits]
    .filter(({ kind }) => kind === "name" || kind === "alias" || kind === "short")
    .map(({ place }) => s.areas.woonplaatsen.get(index.arrays.placeIds[place]!))
    .filter((woonplaats) => woonplaats !== undefined);
}

/**
 * Finds gemeenten by official name, else by the everyday name of the woonplaats that has the same name as its
 * gemeente.
 */
function gemeentenNamed(s: Snapshot, name: string): Gemeente[] {
  const key = nameKey(name.replace(/^gemeente /i, ""));
  const official = [...s.areas.gemeenten.values()].filter((gemeente) => gemeente.nameKey === key);
  if (official.length > 0) {
    return official;
  }
  return woonplaatsenKnownAs(s, name)
    .filter((woonplaats) => woonplaats.nameKey === woonplaats.gemeente.nameKey)
    .map(({ gemeente }) => gemeente);
}

function isInRegion(s: Snapshot, { gemeente }: Woonplaats, region: string): boolean {
  if (region === "") {
    return true;
  }
  return (
    gemeente.nameKey === nameKey(region.replace(/^gem(eente|\.)? /i, "")) ||
    isNamed(s, gemeente.provincie, region)
  );
}

function isNamed({ areas }: Snapshot, provincie: Provincie, name: string): boolean {
  if (findProvincieByNameOrCode(areas, name) === provincie) {
    return true;
  }
  return PROVINCIE_ABBREVIATIONS[provincie.code]?.includes(nameKey(name).replace(/\.$/, "")) ?? false;
}

function toList<T>(area: T | undefined): T[] {
  return area === undefined ? [] : [area];
}

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

/** Picks the one area that a name means, or asks which one is meant. */
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
