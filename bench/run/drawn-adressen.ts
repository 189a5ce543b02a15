/** Draws addresses of a registry: the same in every run on the same data. */

import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import { readAdres } from "../../src/registry/read/adres-record.ts";
import type { AdresRecord } from "../../src/registry/read/records.ts";
import type { KnownAddress } from "../../test/relevance/addresses.ts";
import { randomBelow } from "../../tools/country/random.ts";

const SEED = 16;
const ALL_POSTCODES = "SELECT postcode FROM postcode ORDER BY postcode";
const IDS_OF_POSTCODE = "SELECT fid FROM adres WHERE postcode = ?";

/** Draws `count` different addresses with a postcode; fewer where the registry has fewer. */
export function drawAdressen(s: Snapshot, count: number): AdresRecord[] {
  const postcodes = s.db.query<{ postcode: string }, []>(ALL_POSTCODES).all();
  const drawn = new Set<number>();
  // A small country is exhausted long before; three draws find most of the rest.
  for (let draw = 0; draw < count * 3 && drawn.size < count; draw++) {
    const { postcode } = postcodes[randomBelow(SEED, draw, postcodes.length)]!;
    const ids = s.statement<{ fid: number }>(IDS_OF_POSTCODE).all(postcode);
    drawn.add(ids[randomBelow(SEED + 1, draw, ids.length)]!.fid);
  }
  return Array.from(drawn, (id) => readAdres(s, id)!);
}

/** Returns an address as the tests of search know it. */
export function toKnownAddress(adres: AdresRecord): KnownAddress {
  const { straatnaam, verkorte_straatnaam: short } = adres;
  return {
    id: adres.nummeraanduiding_id,
    street: straatnaam,
    short: short === null || short === straatnaam ? "" : short,
    number: adres.huisnummer,
    letter: adres.huisletter ?? "",
    addition: adres.huisnummertoevoeging ?? "",
    postcode: adres.postcode ?? "",
    city: adres.woonplaats_naam,
    gemeente: adres.gemeente_naam,
    province: adres.provincie_naam,
    provinceCode: "",
  };
}
