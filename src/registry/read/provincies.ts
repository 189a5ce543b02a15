import { findProvincieByNameOrCode, type Provincie, selectAreas } from "../file/areas.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { toGemeenteRecord } from "./gemeenten.ts";
import type { ProvincieRecord } from "./records.ts";

/**
 * The twelve provincies: CBS number, two-letter code and name in the API (docs/interface.md, "Province";
 * docs/bag-format.md §5.1).
 */
export const PROVINCIES = [
  { number: 22, code: "DR", naam: "Drenthe" },
  { number: 24, code: "FL", naam: "Flevoland" },
  { number: 21, code: "FR", naam: "Friesland" },
  { number: 25, code: "GE", naam: "Gelderland" },
  { number: 20, code: "GR", naam: "Groningen" },
  { number: 31, code: "LI", naam: "Limburg" },
  { number: 30, code: "NB", naam: "Noord-Brabant" },
  { number: 27, code: "NH", naam: "Noord-Holland" },
  { number: 23, code: "OV", naam: "Overijssel" },
  { number: 26, code: "UT", naam: "Utrecht" },
  { number: 29, code: "ZE", naam: "Zeeland" },
  { number: 28, code: "ZH", naam: "Zuid-Holland" },
] as const;

export interface ProvincieOptions {
  counts?: boolean;
  /** Adds the gemeenten of the registry that lie in the provincie, by name. */
  municipalities?: boolean;
}

/** Lists all twelve provincies by name, including those without data in the registry. */
export function listProvincies(s: Snapshot, options?: { counts?: boolean }): ProvincieRecord[] {
  return [...s.areas.provincies.values()].map((provincie) => toRecord(s, provincie, options));
}

/** Finds a provincie by name (`Fryslân` too) or two-letter code, ignoring case and diacritics. */
export function findProvincie(
  s: Snapshot,
  nameOrCode: string,
  options?: ProvincieOptions,
): ProvincieRecord | undefined {
  const provincie = findProvincieByNameOrCode(s.areas, nameOrCode);
  return provincie && toRecord(s, provincie, options);
}

function toRecord(s: Snapshot, provincie: Provincie, options: ProvincieOptions = {}): ProvincieRecord {
  const record: ProvincieRecord = { provincie_code: provincie.code, provincie_naam: provincie.naam };
  if (options.counts) {
    record.counts = {
      addresses: provincie.adresCount,
      municipalities: provincie.gemeenteCount,
      cities: provincie.woonplaatsCount,
    };
  }
  if (options.municipalities) {
    record.municipalities = selectAreas(
      s.areas.gemeenten,
      (gemeente) => gemeente.provincie === provincie,
    ).map((gemeente) => toGemeenteRecord(s, gemeente));
  }
  return record;
}
