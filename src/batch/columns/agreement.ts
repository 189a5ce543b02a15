/** Compares the cells of a column with the addresses that other columns have found. */

import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { nameKey } from "../../registry/schema/name-key.ts";
import { compact } from "../../search/line/designation-key.ts";
import { filledText } from "../cells/cell-text.ts";
import { isNetherlands } from "../cells/country-cell.ts";
import { readPostcodeCell } from "../cells/postcode-cell.ts";
import { compareNames } from "../compare-names.ts";
import type { Role } from "./roles.ts";
import type { Trial } from "./trial.ts";

type Agrees = (text: string, adres: AdresRecord, s: Snapshot) => number;

/** A gemeente is named in the column of places: less good than the place. */
const GEMEENTE_AS_PLACE = 0.5;
const MAX_NAME = 80;

const AGREES: Partial<Readonly<Record<Role, Agrees>>> = {
  postcode: (text, { postcode }) => Number(readPostcodeCell(text)?.postcode === postcode),
  street: (text, adres, s) => Number(compareNames(s, adres, { street: text, place: "" }) !== undefined),
  place: (text, adres, s) =>
    compareNames(s, adres, { street: "", place: text }) !== undefined
      ? 1
      : nameKey(text) === nameKey(adres.gemeente_naam)
        ? GEMEENTE_AS_PLACE
        : 0,
  gemeente: (text, { gemeente_naam }) => Number(nameKey(text) === nameKey(gemeente_naam)),
  country: (text) => Number(isNetherlands(text) === true),
  text: (text, { straatnaam, huisnummer }) =>
    Number(
      compact(nameKey(text)).includes(compact(nameKey(straatnaam))) &&
        (text.match(/\d+/g) ?? []).some((digits) => Number(digits) === huisnummer),
    ),
};

export interface Agreement {
  /** Rows with an address and a cell. */
  readonly rows: number;
  /** Share of them in which the cell is what the address has, 0–1. */
  readonly share: number;
}

/** Compares a column with the addresses found, as if it had a role. */
export function agreementOf(trial: Trial, index: number, role: Role, s: Snapshot): Agreement {
  const agrees = AGREES[role];
  let [rows, sum] = [0, 0];
  for (const [i, found] of trial.found.entries()) {
    const text = filledText(trial.rows[i]![index]);
    if (agrees !== undefined && found.match !== "none" && text !== "") {
      rows++;
      sum += text.length > MAX_NAME && role !== "text" ? 0 : agrees(text, found.adres, s);
    }
  }
  return { rows, share: rows === 0 ? 0 : sum / rows };
}
