/** Addresses as tools answer them: with the stage of the object, and the areas of CBS where the data has its map. */
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { type AdresOptions, readAdres } from "../../registry/read/adres-record.ts";
import type { AdresRecord } from "../../registry/read/records.ts";

/** Returns the options of an address that a tool answers. */
export function wholeOptions({ meta: { buurtMap } }: Snapshot): AdresOptions {
  return { stage: true, areas: buurtMap !== undefined };
}

export function toWholeAddress(
  s: Snapshot,
  { nummeraanduiding_id }: Pick<AdresRecord, "nummeraanduiding_id">,
): AdresRecord {
  return readAdres(s, Number(nummeraanduiding_id), wholeOptions(s))!;
}
