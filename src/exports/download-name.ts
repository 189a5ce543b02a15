import type { AdresFilter } from "../registry/adres-filter.ts";
import { nameKey } from "../registry/name-key.ts";
import type { ExportFile } from "./job.ts";
import type { ExportRequest } from "./write-addresses.ts";

/** Prefix of each filter condition in a download name, in this order. */
const CONDITIONS: readonly (readonly [condition: keyof AdresFilter, word: string])[] = [
  ["provincieNaam", "provincie-"],
  ["gemeenteCode", "gemeente-"],
  ["woonplaatsId", "woonplaats-"],
  ["postcodegebied", "postcode-"],
  ["type", ""],
];

/** Returns the name of a downloaded file, different for each filter: `addresses-2021-10-15-gemeente-0457.csv`. */
export function downloadNameOf({ filter, format }: ExportRequest, { version }: ExportFile): string {
  const conditions = CONDITIONS.flatMap(([condition, prefix]) => {
    const value = filter[condition];
    return value === undefined ? [] : [`-${prefix}${toSlug(value)}`];
  });
  return `${version.replace("registry", "addresses")}${conditions.join("")}.${format}`;
}

/** Reduces a value to lower case letters, digits and hyphens. */
function toSlug(value: string): string {
  return nameKey(value).replace(/[^a-z0-9]+/g, "-");
}
