/** The house number of a row, put together from the cells of number, letter and addition. */
import type { AdresRecord } from "../registry/read/records.ts";
import { formatHouseNumber, splitHouseNumber } from "../registry/schema/full-address.ts";
import { beginsWith, endsWith, joinDesignation } from "../search/line/designation.ts";
import { compact } from "../search/line/designation-key.ts";
import { isEmptyFieldText } from "../search/line/designation-words.ts";
import type { RowParts } from "./row-parts.ts";

export interface House {
  readonly number: number;
  /** Letter and addition for a lookup. */
  readonly letter: string;
  readonly addition: string;
  /** Letter and addition in one run with its borders (joinDesignation); empty for the number alone. */
  readonly run: string;
  /** As typed: `5 a 2hg`. */
  readonly typed: string;
}

/** Returns the house number of a row; `undefined` when its cell has none. */
export function readHouse({ number: cell, numberText, letter, addition }: RowParts): House | undefined {
  if (cell.kind !== "number") {
    return undefined;
  }
  const { number } = cell;
  // With a letter or addition, a word for "empty" after the number says nothing: R writes `7-NA` for a number alone.
  const rest = letter + addition !== "" && isEmptyFieldText(compact(cell.rest)) ? "" : cell.rest;
  const behind = joinDesignation([rest]);
  // Many files repeat the text after the number in a column of its own.
  const isNew = (part: string) => part !== "" && !endsWith(behind, joinDesignation([part]));
  const columns = [letter, addition].filter(isNew);
  const ofColumns = joinDesignation([letter, addition]);
  if (beginsWith(ofColumns, behind)) {
    const typed = [number, letter, addition].filter((part) => part !== "").join(" ");
    return { number, letter, addition, run: ofColumns, typed };
  }
  const suffix = [rest, ...columns].join(" ");
  const split = splitHouseNumber(`${number} ${suffix}`);
  return {
    number,
    letter: split?.letter ?? "",
    addition: split?.addition ?? (split ? "" : suffix),
    run: joinDesignation([rest, ...columns]),
    typed: [numberText, ...columns].join(" "),
  };
}

/** Returns the letter and addition of an address as designations are compared with them (fitOf). */
export function houseKeyOf({ huisletter, huisnummertoevoeging }: AdresRecord): string {
  return compact(huisletter ?? "").toUpperCase() + compact(huisnummertoevoeging ?? "");
}

/** Formats the house number of an address. */
export function houseNumberOf({ huisnummer, huisletter, huisnummertoevoeging }: AdresRecord): string {
  return formatHouseNumber(huisnummer, huisletter, huisnummertoevoeging);
}
