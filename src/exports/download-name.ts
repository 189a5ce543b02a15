import type { AdresFilter } from "../registry/read/adres-filter.ts";
import { nameKey } from "../registry/schema/name-key.ts";
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
    return `geocoded-${dateOf(version)}.${work.request.format}`;
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
  return `${what}-${dateOf(version)}${conditions.join("")}.${format}`;
}

/** Returns the reference date in a version of the data, or in the name of a registry. */
function dateOf(version: string): string {
  return /\d{4}-\d{2}-\d{2}/.exec(version)![0];
}

/** Reduces a value to lower case letters, digits and hyphens. */
function toSlug(value: string): string {
  return nameKey(value).replace(/[^a-z0-9]+/g, "-");
}
