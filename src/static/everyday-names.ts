/** Lists the everyday names of woonplaatsen: Den Haag for 's-Gravenhage. */
import { PLACE_ALIASES } from "../search/places/place-aliases.ts";
import type { EverydayName } from "./format.ts";
import { foldName } from "./name-words.ts";

/** Returns the everyday names of these woonplaatsen, by key. Leaves out a name that one of them has itself. */
export function listEverydayNames(names: readonly string[]): EverydayName[] {
  const registered = new Set(names.map(foldName));
  const pairs = PLACE_ALIASES.flatMap((aliases) => {
    const keys = [...aliases.names, ...aliases.districts].map(foldName).filter((key) => !registered.has(key));
    const official = aliases.names.map(foldName).filter((key) => registered.has(key));
    return official.flatMap((name) => keys.map((key): EverydayName => [key, name]));
  });
  return pairs.sort(([a], [b]) => (a < b ? -1 : 1));
}
