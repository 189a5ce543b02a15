import type { AdresFilter } from "../registry/adres-filter.ts";
import { nameKey } from "../registry/name-key.ts";
import type { ExportFile } from "./job.ts";
import type { ExportRequest } from "./write-addresses.ts";

/** How the conditions of a filter appear in a name, in this order. */
const CONDITIONS: readonly (readonly [condition: keyof AdresFilter, word: string])[] = [
  ["provincieNaam", "provincie-"],
  ["gemeenteCode", "gemeente-"],
  ["woonplaatsId", "woonplaats-"],
  ["postcodegebied", "postcode-"],
  ["type", ""],
];

/** The name a file is saved under, another for each filter: `addresses-2021-10-15-gemeente-0457.csv`. */
export function downloadNameOf({ filter, format }: ExportRequest, { version }: ExportFile): string {
  const conditions = CONDITIONS.flatMap(([condition, word]) => {
    const value = filter[condition];
    return value === undefined ? [] : [`-${word}${plain(value)}`];
  });
  return `${version.replace("registry", "addresses")}${conditions.join("")}.${format}`;
}

/** Lower case letters, digits and hyphens only. */
function plain(value: string): string {
  return nameKey(value).replace(/[^a-z0-9]+/g, "-");
}
