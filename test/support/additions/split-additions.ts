/** Additions written in two parts, with everything that people and programs put between them. */
import type { AdresRecord } from "../../../src/registry/read/records.ts";

/** Signs that list things, then others. */
export const SEPARATORS = [..."/+&,;", ..." -–—.:_|\\=*~", " - ", " / ", "  "];

export interface SplitAddition {
  readonly adres: AdresRecord;
  /** Letter and addition, in their own case. */
  readonly letter: string;
  readonly before: string;
  readonly behind: string;
  /** True between two digits, false between two letters. */
  readonly isOfDigits: boolean;
}

/** Lists every split of each addition between two digits or two letters. */
export function splitAdditions(adressen: readonly AdresRecord[]): SplitAddition[] {
  return adressen.flatMap((adres) => {
    const addition = adres.huisnummertoevoeging ?? "";
    return [...addition].flatMap((sign, at) => {
      const isOfDigits = /\d/.test(sign);
      if (at === 0 || /\d/.test(addition[at - 1]!) !== isOfDigits) {
        return [];
      }
      const [before, behind] = [addition.slice(0, at), addition.slice(at)];
      return { adres, letter: adres.huisletter ?? "", before, behind, isOfDigits };
    });
  });
}
