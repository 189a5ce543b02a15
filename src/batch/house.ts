/** The house number of a row, put together from the cells of number, letter and addition. */
import type { AdresRecord } from "../registry/read/records.ts";
import { formatHouseNumber, splitHouseNumber } from "../registry/schema/full-address.ts";
import { compact } from "../search/line/designation-key.ts";
import type { RowParts } from "./row-parts.ts";

export interface House {
  readonly number: number;
  /** Letter and addition for a lookup. */
  readonly letter: string;
  readonly addition: string;
  /** Letter and addition in one run, in lower case; empty for the number alone. */
  readonly run: string;
  /** As typed: `5 a 2hg`. */
  readonly typed: string;
}

/** Returns the house number of a row; `undefined` when its cell has none. */
export function readHouse({ number: cell, numberText, letter, addition }: RowParts): House | undefined {
  if (cell.kind !== "number") {
    return undefined;
  }
  const { number, rest } = cell;
  const behind = compact(rest);
  // Many files repeat in a column of its own what stands behind the number.
  const columns = [letter, addition].filter((part) => part !== "" && !behind.endsWith(compact(part)));
  const isRepeated = behind !== "" && compact(letter + addition).startsWith(behind);
  if (behind === "" || isRepeated) {
    const run = compact(letter + addition);
    const typed = [number, letter, addition].filter((part) => part !== "").join(" ");
    return { number, letter, addition, run, typed };
  }
  const suffix = [rest, ...columns].join(" ");
  const split = splitHouseNumber(`${number} ${suffix}`);
  const typed = [numberText, ...columns].join(" ");
  const run = compact(suffix);
  return {
    number,
    letter: split?.letter ?? "",
    addition: split?.addition ?? (split ? "" : suffix),
    run,
    typed,
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
