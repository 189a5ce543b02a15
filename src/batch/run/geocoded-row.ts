/** A geocoded row as one line of text, in which threads hand it over and the journal keeps it. */
import type { AdresRecord } from "../../registry/read/records.ts";
import type { Value } from "../../tables/table.ts";
import type { RowOutcome, RowStatus } from "../outcome.ts";

/** Part of an outcome that output, summary and report need. */
export interface GeocodedRow extends Pick<RowOutcome, "match" | "reason" | "values" | "groupKey"> {
  readonly place: Place | null;
}

/** Position of the address that was found. */
interface Place {
  readonly rd: { readonly x: number; readonly y: number };
  readonly wgs84: { readonly longitude: number; readonly latitude: number };
  readonly gemeente: string;
}

type Line = [
  match: RowStatus,
  reason: string | null,
  groupKey: string | null,
  place: [x: number, y: number, longitude: number, latitude: number, gemeente: string] | null,
  values: readonly Value[],
];

/** Returns the part of an outcome that output, summary and report need. */
export function toGeocodedRow({ adres, ...outcome }: RowOutcome): GeocodedRow {
  return { ...outcome, place: adres && toPlace(placeOf(adres)) };
}

/** Returns the outcome as one line of JSON, without its line end. */
export function toJsonLine({ match, reason, groupKey, adres, values }: RowOutcome): string {
  return JSON.stringify([match, reason, groupKey, adres && placeOf(adres), values] satisfies Line);
}

export function parseJournalLine(line: string): GeocodedRow {
  const [match, reason, groupKey, place, values] = JSON.parse(line) as Line;
  return { match, reason, groupKey, place: place && toPlace(place), values };
}

function placeOf(adres: AdresRecord): NonNullable<Line[3]> {
  return [adres.rd_x, adres.rd_y, adres.longitude, adres.latitude, adres.gemeente_naam];
}

function toPlace([x, y, longitude, latitude, gemeente]: NonNullable<Line[3]>): Place {
  return { rd: { x, y }, wgs84: { longitude, latitude }, gemeente };
}
