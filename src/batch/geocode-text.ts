/**
 * Geocodes a text that has postcode, number, street and perhaps place exactly as the registry writes them, by one
 * lookup. A search gives the same answer (geocode-text.test.ts) and takes ten times as long.
 */
import { lookupAdres } from "../registry/adressen.ts";
import type { AdresRecord } from "../registry/records.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { listNumberRowsOfPostcode, readAdressen } from "../search/index/address-rows.ts";
import { compact } from "../search/line/designation-key.ts";
import { tokenize } from "../search/line/normalize.ts";
import { nameMatchKey } from "./agreement.ts";

const POSTCODE = /(?<![\p{L}\p{N}])([1-9]\d{3}) ?([a-z]{2})(?![\p{L}\p{N}])/giu;
/** Text of an address and nothing else: what search would clean or read otherwise is left to it. */
const PLAIN = /^[\p{L}\p{N}\p{M} ,.'’/-]{6,120}$/u;
const MAX_AT_NUMBER = 20;

/** Returns the address of a text that is word for word its own; `undefined` for any other text. */
export function findWordForWord(s: Snapshot, text: string): AdresRecord | undefined {
  if (!PLAIN.test(text)) {
    return undefined;
  }
  const [found, ...others] = text.matchAll(POSTCODE);
  if (found === undefined || others.length > 0) {
    return undefined;
  }
  const postcode = found[1]! + found[2]!.toUpperCase();
  const before = wordsOf(text.slice(0, found.index));
  const behind = wordsOf(text.slice(found.index + found[0].length));
  const numberAt = before.findIndex((word, i) => i > 0 && /^[1-9]\d{0,4}(?!\d)/.test(word));
  if (numberAt < 0) {
    return undefined;
  }
  const street = nameMatchKey(before.slice(0, numberAt).join(" "));
  const number = Number.parseInt(before[numberAt]!, 10);
  const run = compact(before.slice(numberAt).join("")).slice(String(number).length);
  const place = nameMatchKey(behind.join(" "));
  return findAtNumber(s, { postcode, number, street, run, place });
}

function wordsOf(text: string): string[] {
  return tokenize(text)!.map((token) => token.text);
}

interface Words {
  readonly postcode: string;
  readonly number: number;
  readonly street: string;
  /** Letter and addition in one run, perhaps followed by the place. */
  readonly run: string;
  readonly place: string;
}

function findAtNumber(s: Snapshot, { postcode, number, street, run, place }: Words): AdresRecord | undefined {
  const rows = listNumberRowsOfPostcode(s, postcode, number);
  if (rows.length > MAX_AT_NUMBER) {
    return undefined;
  }
  const ids = rows.map(({ fid }) => fid);
  const found = readAdressen(s, ids).find((adres) => {
    const ownPlace = nameMatchKey(adres.woonplaats_naam);
    const ownRun = compact((adres.huisletter ?? "") + (adres.huisnummertoevoeging ?? ""));
    const isPlaced =
      place === "" ? run === ownRun || run === ownRun + ownPlace : run === ownRun && place === ownPlace;
    return isPlaced && nameMatchKey(adres.straatnaam) === street;
  });
  return found && preferred(s, found);
}

/** Returns the address that a lookup prefers of those with the same key. */
function preferred(s: Snapshot, adres: AdresRecord): AdresRecord | undefined {
  const found = lookupAdres(s, {
    postcode: adres.postcode!,
    huisnummer: adres.huisnummer,
    huisletter: adres.huisletter ?? "",
    toevoeging: adres.huisnummertoevoeging ?? "",
  });
  return "adres" in found ? found.adres : undefined;
}
