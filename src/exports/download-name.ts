import type { AdresFilter } from "../registry/adres-filter.ts";
import { nameKey } from "../registry/name-key.ts";
import type { JobFile, JobWork } from "./job.ts";

/** Prefix of each filter condition in a download name, in this order. */
const CONDITIONS: readonly (readonly [condition: keyof AdresFilter, word: string])[] = [
  ["provincieNaam", "provincie-"],
  ["gemeenteCode", "gemeente-"],
  ["woonplaatsId", "woonplaats-"],
  ["postcodegebied", "postcode-"],
  ["type", ""],
];

/**
 * Returns the name of a downloaded file: of an export different for each filter,
 * `addresses-2021-10-15-gemeente-0457.csv`; of a user's file `geocoded-2021-10-15.csv`, because its own is not known.
 */
export function downloadNameOf(work: JobWork, { version }: JobFile): string {
  if (work.kind === "geocode") {
    return `${version.replace("registry", "geocoded")}.${work.request.format}`;
  }
  const { what = "addresses", filter, region, format } = work.request;
  const conditions = CONDITIONS.flatMap(([condition, prefix]) => {
    const value = filter[condition];
    return value === undefined ? [] : [`-${prefix}${toSlug(value)}`];
  });
  if (region?.wgs84Box !== undefined) {
    conditions.push("-box");
  }
  if (region?.polygons !== undefined) {
    conditions.push("-polygon");
  }
  return `${version.replace("registry", what)}${conditions.join("")}.${format}`;
}

/** Reduces a value to lower case letters, digits and hyphens. */
function toSlug(value: string): string {
  return nameKey(value).replace(/[^a-z0-9]+/g, "-");
}
