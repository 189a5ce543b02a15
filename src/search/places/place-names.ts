/** Collects the names of places: official, everyday and short ones, and names of their gemeente and provincie. */
import type { Areas, Woonplaats } from "../../registry/file/areas.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { canonicalName, tokenize } from "../line/normalize.ts";
import { frisianSpelling } from "./frisian-spelling.ts";
import { PLACE_ALIASES, PROVINCIE_ABBREVIATIONS } from "./place-aliases.ts";

/** Kinds of place names, best first. `short`: "Alphen" for Alphen aan den Rijn. `suffix`: "NH", only with a name. */
export const PLACE_KINDS = ["name", "alias", "short", "gemeente", "provincie", "suffix"] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** Place that a name refers to, with the kind of the name. */
export interface NamedPlace {
  readonly place: number;
  readonly kind: PlaceKind;
}

/** Returns the places of Friesland by the spelling that Dutch and Frisian share. */
export function placesByFrisianSpelling(areas: Areas, index: StreetIndex): Map<string, NamedPlace[]> {
  const names = new Map<string, NamedPlace[]>();
  for (const { id, naam, gemeente } of areas.woonplaatsen.values()) {
    const place = index.placeOfId.get(id);
    const spelling = gemeente.provincie.code === "FR" ? frisianSpelling(canonicalName(naam)) : undefined;
    if (place === undefined || spelling === undefined) {
      continue;
    }
    names.set(spelling, [...(names.get(spelling) ?? []), { place, kind: "alias" }]);
  }
  return names;
}

/** Returns places by key: the words of a name in one run. */
export function placesByNameKey(areas: Areas, index: StreetIndex): Map<string, NamedPlace[]> {
  const keys = new Map<string, NamedPlace[]>();
  const add = (words: readonly string[], place: number, kind: PlaceKind) => {
    const key = words.join("");
    if (key === "") {
      return;
    }
    const list = keys.get(key) ?? [];
    if (!list.some((known) => known.place === place && known.kind === kind)) {
      list.push({ place, kind });
    }
    keys.set(key, list);
  };
  const aliases = buildAliasTable();
  for (const woonplaats of areas.woonplaatsen.values()) {
    const place = index.placeOfId.get(woonplaats.id);
    if (place === undefined) {
      continue;
    }
    const words = canonicalName(woonplaats.naam);
    add(words, place, "name");
    add(
      tokenize(woonplaats.naam)!.map(({ text }) => text),
      place,
      "name",
    );
    for (const alias of aliases.get(words.join("")) ?? []) {
      add(alias, place, "alias");
    }
    for (const short of shortNamesOf(words, woonplaats.naam.split("-").map(canonicalName))) {
      add(short, place, "short");
    }
    addAreaNames(woonplaats, (key, kind) => add(key, place, kind));
  }
  return keys;
}

function addAreaNames(
  { gemeente }: Woonplaats,
  add: (words: readonly string[], kind: PlaceKind) => void,
): void {
  add(canonicalName(gemeente.naam), "gemeente");
  add(canonicalName(gemeente.provincie.naam), "provincie");
  for (const short of PROVINCIE_ABBREVIATIONS[gemeente.provincie.code] ?? []) {
    add(canonicalName(short), "suffix");
  }
}

/** Maps the key of a name to the other names of its place; a district leads to its city, not the reverse. */
function buildAliasTable(): Map<string, string[][]> {
  const table = new Map<string, string[][]>();
  for (const aliases of PLACE_ALIASES) {
    const [names, districts] = [aliases.names.map(canonicalName), aliases.districts.map(canonicalName)];
    for (const name of names) {
      const others = [...names, ...districts].filter((other) => other !== name);
      const key = name.join("");
      table.set(key, [...(table.get(key) ?? []), ...others]);
    }
  }
  return table;
}

/** "Alphen" for Alphen aan den Rijn. */
const PREPOSITIONS = /^(aan|op|bij|onder|in|van|o|a|b)$/;
/** Words that many place names begin with; alone they name no place. */
const COMMON =
  /^(sint|nieuw|oud|groot|klein|hoog|laag|lange|korte|noord|oost|zuid|west|over|beneden|boven|[a-z]{1,2})$/;
/** Minimum letters of a name without "Sint" or without the part after a hyphen. */
const MIN_LENGTH = 5;

/** Returns the words of each short name, from the words of the full one and its hyphenated parts. */
function shortNamesOf(
  words: readonly string[],
  parts: readonly (readonly string[])[],
): (readonly string[])[] {
  const preposition = words.findIndex((word, i) => i > 0 && PREPOSITIONS.test(word));
  const beforePreposition = preposition > 0 ? [words.slice(0, preposition)] : [];
  // Joubird for Sint Joubird.
  const withoutSint = words[0] === "sint" ? [words.slice(1)] : [];
  // De Kiel for De Kiel-Windstreek.
  const beforeHyphen =
    parts.length > 1 ? parts.slice(0, 1).filter((part) => !COMMON.test(part.join(""))) : [];
  const isLong = (short: readonly string[]) => short.join("").length >= MIN_LENGTH;
  return [...beforePreposition, ...[...withoutSint, ...beforeHyphen].filter(isLong)];
}
