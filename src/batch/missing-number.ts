/** Detects a house number that a street does not have. A search for it would try all its tolerances. */

import type { Snapshot } from "../registry/file/snapshot.ts";
import { readAdressen } from "../registry/read/adres-record.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import {
  listNumberRowsOfPostcode,
  listNumberRowsOfStreet,
  type NumberRow,
} from "../search/index/address-rows.ts";
import { compareNames } from "./compare-names.ts";

interface TypedNames {
  readonly street: string;
  readonly place: string;
}

interface NumberAtPostcode {
  readonly postcode: string;
  readonly number: number;
  /** Returns the typed street and place, told apart by comparison with an address; `undefined` for other texts. */
  readonly namesOf: (adres: AdresRecord) => TypedNames | undefined;
}

/** Returns true when the postcode has the typed street, in the registry's words, and that street lacks the number. */
export function lacksNumber(s: Snapshot, { postcode, number, namesOf }: NumberAtPostcode): boolean {
  const ofStreets = new Map<string, NumberRow>();
  for (const row of listNumberRowsOfPostcode(s, postcode)) {
    ofStreets.set(`${row.openbare_ruimte_id} ${row.woonplaats_id}`, row);
  }
  return ofStreets.values().some((row) => {
    const [adres] = readAdressen(s, [row.fid]);
    const names = namesOf(adres!);
    const differences = names?.street ? compareNames(s, adres!, names) : undefined;
    const street = { openbareRuimteId: row.openbare_ruimte_id, woonplaatsId: row.woonplaats_id };
    return (
      differences !== undefined &&
      Object.keys(differences).length === 0 &&
      listNumberRowsOfStreet(s, street, number).length === 0
    );
  });
}
