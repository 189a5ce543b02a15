/**
 * Words for "empty" as letter or addition (`NA`, `null`, `0`). Programs write them into empty cells; they are empty
 * only where no address of the number has or had them as its addition.
 */
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { FormerAdres } from "../registry/history/former-adressen.ts";
import { formerFilterOf, formerKey, hashText } from "../registry/history/former-filter.ts";
import { Past, readIfKept } from "../registry/history/past.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { joinParts } from "../registry/schema/number-parts.ts";
import { FORMER_LIMIT, formerOf } from "../search/former.ts";
import { findFormerAdressen } from "../search/former-key.ts";
import { compact } from "../search/line/designation-key.ts";
import { nameRun } from "../search/line/normalize.ts";
import { type Found, geocodeAddress } from "./geocode-address.ts";
import { readHouse } from "./house.ts";
import type { RowParts } from "./row-parts.ts";
import { addressAtNumber, NumberSite } from "./siblings.ts";

/** Geocodes the parts of a row; a word for "empty" is the addition of the address that has it. */
export function geocodeWithWords(s: Snapshot, parts: RowParts): Found {
  const found = geocodeAddress(s, parts);
  const adres = parts.literal === undefined ? undefined : addressAtNumber(found);
  if (adres === undefined) {
    return found;
  }
  const site = NumberSite.of(s, adres);
  const literal = parts.literal?.find((each) => site.has(runOf(each)));
  return literal === undefined ? found : geocodeAddress(s, literal);
}

/** Returns letter and addition in one run, with the text after the number in its cell. */
function runOf(parts: RowParts): string {
  return compact(readHouse(parts)?.run ?? parts.letter + parts.addition);
}

/** Lists the former addresses at a number whose addition is a word for "empty" of the row; as `listFormerOfKey`. */
export function listFormerOfWords(
  s: Snapshot,
  { literal = [] }: RowParts,
  adres: AdresRecord,
): FormerAdres[] {
  const { straatnaam, woonplaats_naam: woonplaatsNaam, huisnummer } = adres;
  for (const each of literal) {
    const parts = { huisletter: null, huisnummertoevoeging: runOf(each) };
    const key = formerKey(
      hashText(nameRun(straatnaam)),
      hashText(nameRun(woonplaatsNaam)),
      huisnummer,
      hashText(joinParts(parts)),
    );
    if (!formerFilterOf(s).has(key)) {
      continue;
    }
    const former = readIfKept(s, [], () =>
      formerOf(
        findFormerAdressen(new Past(s), { straatnaam, woonplaatsNaam, huisnummer, ...parts }, FORMER_LIMIT),
      ),
    );
    if (former.length > 0) {
      return former;
    }
  }
  return [];
}
