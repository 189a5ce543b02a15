/** The addresses at one house number, and which of them a text next to the number may name. */

import type { Snapshot } from "../registry/file/snapshot.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import {
  listNumberRowsBeside,
  listNumberRowsOfPostcode,
  type NumberRow,
} from "../search/index/address-rows.ts";
import { compact, designationKey } from "../search/line/designation-key.ts";
import { isEmptyFieldText, meaningOf } from "../search/line/designation-words.ts";
import type { Found } from "./geocode-address.ts";

const isDigit = (sign: string | undefined) => sign !== undefined && /\d/.test(sign);

/** Maximum addresses of a flat that are looked at. */
const MAX_ADDRESSES = 400;

/** A house number with the letters and additions that it has. */
export class NumberSite {
  /** Letters and additions, in one run and lower case: as registered and by meaning; each with its addresses. */
  readonly #fids = new Map<string, Set<number>>();
  /** Number of addresses. */
  readonly count: number;

  private constructor(rows: readonly NumberRow[]) {
    this.count = rows.length;
    for (const { fid, sort_key } of rows.slice(0, MAX_ADDRESSES)) {
      const key = designationKey(sort_key).toLowerCase();
      for (const run of key === "" ? [] : [key, meaningOf(key)]) {
        this.#fids.set(run, (this.#fids.get(run) ?? new Set()).add(fid));
      }
    }
  }

  /** Returns the number of an address, in its street. */
  static of(s: Snapshot, adres: AdresRecord): NumberSite {
    return new NumberSite(listNumberRowsBeside(s, adres));
  }

  /** Returns the number at a postcode. */
  static at(s: Snapshot, postcode: string, number: number): NumberSite {
    return new NumberSite(listNumberRowsOfPostcode(s, postcode, number));
  }

  /** Returns true when an address here has a letter and addition, in one run and lower case. */
  has(run: string): boolean {
    return this.#fids.has(run);
  }

  /**
   * Returns true when a text names an address as {@link named} does, or when `run`, the text at the number, and the
   * text are the first part of a letter and addition here: `a` of `a247`.
   */
  begins(text: string, run: string): boolean {
    if (this.named(text, { run }) !== undefined) {
      return true;
    }
    const begin = run + compact(text);
    const isPart = (key: string) => isDigit(key[begin.length]) !== isDigit(begin.at(-1));
    return (
      begin !== run &&
      this.#fids.keys().some((key) => key.length > begin.length && key.startsWith(begin) && isPart(key))
    );
  }

  /**
   * Returns the key of an address other than `own` whose letter or addition a text names, alone or joined with `run`,
   * the text at the number; `undefined` without such an address, and for a text that only repeats the end of `run`.
   */
  named(
    text: string,
    { run, own }: { readonly run: string; readonly own?: number | undefined },
  ): number | undefined {
    const typed = compact(text);
    if (typed === "" || (run !== "" && run.endsWith(typed))) {
      return undefined;
    }
    const runs = run === "" ? [typed] : [run + typed, typed + run, typed];
    // A word for "empty" names only an address that has exactly this word.
    const meant = isEmptyFieldText(typed) ? runs : runs.flatMap((one) => [one, meaningOf(one)]);
    for (const each of meant) {
      const fids = this.#fids.get(each);
      const other = fids === undefined || fids.has(own ?? -1) ? undefined : fids.values().next().value;
      if (other !== undefined) {
        return other;
      }
    }
    return undefined;
  }
}

/** Returns the found address, or an address at the row's number when only letter or addition is in question. */
export function addressAtNumber(found: Found): AdresRecord | undefined {
  if (found.match !== "none") {
    return found.adres;
  }
  const isAtNumber =
    found.refusal.why === "several at the number" || found.refusal.why === "no such designation";
  return isAtNumber ? found.suggestions[0] : undefined;
}
