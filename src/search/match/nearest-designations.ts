/** Orders the addresses of a number by their nearness to a letter and addition that none of them has. */
import { FITS, fitOf, isMeantBy, listedParts } from "../line/designation.ts";
import { designationKey } from "../line/designation-key.ts";

/** Maximum addresses of one number that are sorted. */
const MAX_SORTED = 2_000;

/**
 * Sorts the rows of a number by the typed letter and addition, a run with its borders. First come the addresses that it
 * lists, then by their fit, then those with its letter, then those without a number or with the nearest number.
 */
export function sortByNearness<T extends { readonly sort_key: string }>(
  rows: readonly T[],
  typed: string,
): readonly T[] {
  if (typed === "" || rows.length > MAX_SORTED) {
    return rows;
  }
  const parts = listedParts(typed);
  const [letters, digits] = beginningOf(typed);
  const ranked = rows.map((row) => {
    const key = designationKey(row.sort_key);
    const [own, number] = beginningOf(key.toLowerCase());
    const isListed = parts.some((part) => isMeantBy(part, key));
    const letterRank = own === letters ? 0 : own[0] === letters[0] ? 1 : 2;
    const distance = number === "" ? 0 : Math.abs(Number(number) - Number(digits));
    return { row, ranks: [isListed ? 0 : 1, FITS.indexOf(fitOf(typed, key)), letterRank, distance] };
  });
  const compare = (a: readonly number[], b: readonly number[]) =>
    a.reduce((order, rank, i) => order || rank - b[i]!, 0);
  return ranked.sort((a, b) => compare(a.ranks, b.ranks)).map(({ row }) => row);
}

/** Returns the first letters and the first digits of a designation. */
function beginningOf(run: string): [letters: string, digits: string] {
  return [/[a-z]+/.exec(run)?.[0] ?? "", /\d+/.exec(run)?.[0] ?? ""];
}
