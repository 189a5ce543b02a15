/** Selects records of the served data, from which the examples of the OpenAPI document are built. */

import { listDataVersions } from "../registry/file/data-versions.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { listAdressenOfOpenbareRuimte } from "../registry/read/adressen.ts";
import { provincies } from "../registry/read/areas.ts";
import { listOpenbareRuimten } from "../registry/read/openbare-ruimten.ts";
import { findPand } from "../registry/read/panden.ts";
import type {
  AdresRecord,
  OpenbareRuimteRecord,
  PandRecord,
  ProvincieRecord,
} from "../registry/read/records.ts";

export interface ExampleData {
  /** Oldest version whose changes are kept. */
  readonly version: string;
  /** Address of a verblijfsobject with postcode, pand, oppervlakte and bouwjaar, without letter and addition. */
  readonly adres: CompleteAdres;
  /** Address in a pand, with a letter and an addition, or with as many of the two as the first streets have. */
  readonly lettered: AdresRecord;
  readonly street: OpenbareRuimteRecord;
  readonly pand: PandRecord;
  readonly provincie: ProvincieRecord;
}

type CompleteAdres = AdresRecord & {
  postcode: string;
  pand_id: string;
  oppervlakte: number;
  bouwjaar: number;
};

const STREETS = { page: 1, perPage: 400 };
const NUMBERS = { page: 1, perPage: 25 };

/** Searches the first streets by name, so the same data gives the same sample; costs some milliseconds. */
export function findSample(s: Snapshot): ExampleData | undefined {
  let found: Omit<ExampleData, "lettered" | "version"> | undefined;
  let lettered: AdresRecord | undefined;
  for (const street of listOpenbareRuimten(s, {}, STREETS).rows) {
    const adressen = listAdressenOfOpenbareRuimte(s, street.identificatie, NUMBERS)?.rows ?? [];
    found ??= findComplete(s, street, adressen);
    lettered = adressen.reduce(withMoreLetters, lettered);
    if (found !== undefined && letterCount(lettered) === 2) {
      break;
    }
  }
  const version = listDataVersions(s).find(({ isKept }) => isKept)!.version;
  return found && { ...found, version, lettered: lettered ?? found.adres };
}

function findComplete(s: Snapshot, street: OpenbareRuimteRecord, adressen: AdresRecord[]) {
  const adres = adressen.find(isComplete);
  const pand = adres && findPand(s, adres.pand_id);
  const provincie = adres && provincies.find(s, adres.provincie_naam);
  return pand && provincie && { adres, street, pand, provincie };
}

function isComplete(adres: AdresRecord): adres is CompleteAdres {
  const { postcode, pand_id, oppervlakte, bouwjaar, gebruiksdoel } = adres;
  const hasAll = [postcode, pand_id, oppervlakte, bouwjaar].every((value) => value !== null);
  return hasAll && gebruiksdoel.length > 0 && letterCount(adres) === 0;
}

function withMoreLetters(best: AdresRecord | undefined, adres: AdresRecord): AdresRecord | undefined {
  const isUsable = adres.postcode !== null && adres.pand_id !== null;
  return isUsable && letterCount(adres) > letterCount(best) ? adres : best;
}

function letterCount(adres: AdresRecord | undefined): number {
  return Number(Boolean(adres?.huisletter)) + Number(Boolean(adres?.huisnummertoevoeging));
}
