/** A geocoded row as one line of text, the form in which threads pass it on and the journal stores it. */
import type { AdresRecord } from "../../registry/read/records.ts";
import type { Value } from "../../tables/table.ts";
import type { RowOutcome, RowStatus } from "../outcome.ts";

/** Part of an outcome that output, summary and report need. */
export interface GeocodedRow extends Pick<RowOutcome, "match" | "reason" | "values" | "groupKey"> {
  readonly place: Place | null;
}

/** Position of the address that was found, in RD metres and in degrees. */
type Place = readonly [x: number, y: number, longitude: number, latitude: number, gemeente: string];

type Line = [
  match: RowStatus,
  reason: string | null,
  groupKey: string | null,
  place: Place | null,
  values: readonly Value[],
];

/** Returns the part of an outcome that output, summary and report need. */
export function toGeocodedRow({ match, reason, values, groupKey, adres }: RowOutcome): GeocodedRow {
  return { match, reason, values, groupKey, place: adres && placeOf(adres) };
}

/** Returns a geocoded row as one line of JSON, without its line end. */
export function toJsonLine({ match, reason, groupKey, place, values }: GeocodedRow): string {
  return JSON.stringify([match, reason, groupKey, place, values] satisfies Line);
}

export function parseJournalLine(line: string): GeocodedRow {
  const [match, reason, groupKey, place, values] = JSON.parse(line) as Line;
  return { match, reason, groupKey, place, values };
}

function placeOf(adres: AdresRecord): Place {
  return [adres.rd_x, adres.rd_y, adres.longitude, adres.latitude, adres.gemeente_naam];
}
