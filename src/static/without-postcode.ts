/**
 * Decides which file has an address without postcode: the file of the postcode area where its street has the nearest
 * number, so that a street's number is in one file as a rule; without such an area, the file of its woonplaats.
 */
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { AreaRef } from "./format.ts";

const WITHOUT_POSTCODE =
  "SELECT fid, woonplaats_id, straatnaam, huisnummer FROM adres WHERE postcode IS NULL";
/** Numbers with a postcode of the streets of these addresses; streets of a woonplaats with one name are one. */
const NUMBERS = `SELECT street.woonplaats_id, street.straatnaam, adres.huisnummer,
    CAST(substr(adres.postcode, 1, 4) AS INTEGER) AS area
  FROM (SELECT DISTINCT woonplaats_id, straatnaam FROM adres WHERE postcode IS NULL) AS street
  CROSS JOIN openbare_ruimte ON openbare_ruimte.naam = street.straatnaam
  CROSS JOIN adres
    ON adres.openbare_ruimte_id = openbare_ruimte.fid AND adres.woonplaats_id = street.woonplaats_id
  WHERE adres.postcode IS NOT NULL`;

interface StreetRow {
  readonly woonplaats_id: number;
  readonly straatnaam: string;
  readonly huisnummer: number;
}

interface Unplaced {
  readonly fid: number;
  readonly woonplaats: number;
  readonly number: number;
  /** The area so far, and how far its nearest number is from this one. */
  area: number | undefined;
  distance: number;
}

/** Postcode areas and woonplaatsen whose addresses are written. */
export interface Written {
  /** Four digits, ascending. */
  readonly areas: readonly number[];
  /** Keys of woonplaatsen whose addresses without postcode are written; undefined for all. */
  readonly woonplaatsen: ReadonlySet<number> | undefined;
}

/** Returns the keys of the addresses without postcode that each file has. */
export function placeWithoutPostcode(
  s: Snapshot,
  { areas, woonplaatsen }: Written,
): ReadonlyMap<AreaRef, readonly number[]> {
  const streets = listUnplaced(s, woonplaatsen);
  const written = new Set(areas);
  const numbers = s.db.prepare<StreetRow & { area: number }, []>(NUMBERS);
  try {
    for (const row of numbers.iterate()) {
      if (written.has(row.area)) {
        for (const address of streets.get(streetKey(row)) ?? []) {
          approach(address, row);
        }
      }
    }
  } finally {
    numbers.finalize();
  }
  const identificatieOf = (id: number) => s.areas.woonplaatsen.get(id)!.identificatie;
  const files = Map.groupBy(
    [...streets.values()].flat(),
    ({ area, woonplaats }): AreaRef => area ?? identificatieOf(woonplaats),
  );
  return new Map([...files].map(([file, addresses]) => [file, addresses.map(({ fid }) => fid)]));
}

/** Lists the addresses by their street. */
function listUnplaced(s: Snapshot, woonplaatsen: Written["woonplaatsen"]): ReadonlyMap<string, Unplaced[]> {
  const rows = s.db.query<StreetRow & { fid: number }, []>(WITHOUT_POSTCODE).all();
  const streets = new Map<string, Unplaced[]>();
  for (const row of rows.filter(({ woonplaats_id }) => woonplaatsen?.has(woonplaats_id) ?? true)) {
    const key = streetKey(row);
    const { fid, woonplaats_id: woonplaats, huisnummer: number } = row;
    const address = { fid, woonplaats, number, area: undefined, distance: Number.POSITIVE_INFINITY };
    streets.set(key, [...(streets.get(key) ?? []), address]);
  }
  return streets;
}

function streetKey({ woonplaats_id, straatnaam }: StreetRow): string {
  return `${woonplaats_id} ${straatnaam}`;
}

/** Moves an address to the area of a number that is nearer; of areas as near, to the first. */
function approach(address: Unplaced, { huisnummer, area }: { huisnummer: number; area: number }): void {
  const distance = Math.abs(huisnummer - address.number);
  if (distance < address.distance || (distance === address.distance && area < address.area!)) {
    address.area = area;
    address.distance = distance;
  }
}
