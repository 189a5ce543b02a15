/** Reads a begun text: postcode, house number, and the words before and after the number. */
import { nameKey } from "../../../registry/schema/name-key.ts";
import { joinRun, SPACED, withoutFloatTails } from "../../../registry/schema/number-parts.ts";
import { foldName } from "../../../static/name-words.ts";
import type { AddressRow } from "./address-table.ts";

/** Number in a text. */
export interface BegunNumber {
  /** Text before the number: the beginning of a street; empty after a postcode. */
  readonly before: string;
  readonly digits: string;
  /** Ways to read the words after it: letter and addition as one run (joinRun), then the beginning of a place. */
  readonly after: readonly { readonly designation: string; readonly place: string }[];
}

export interface BegunLine {
  /** As much of a postcode as is typed, four digits at least: `1382K`. */
  readonly postcode: string | undefined;
  /** The last number first; of a text with a postcode at most one. */
  readonly numbers: readonly BegunNumber[];
}

/** Matches a whole postcode anywhere, or the beginning of one at the start with only a number after it. */
const POSTCODE = /(?:^|[\s,])([1-9]\d{3})\s?([a-z]{2})(?=$|[\s,])/i;
const BEGUN_POSTCODE = /^\s*([1-9]\d{3})\s?([a-z]?)\s*$/i;
const NUMBER = /(?<=^|\s)(\d{1,5})(?!\d)/g;
/** Words that may be letter and addition: `5 a 2 hoog`. */
const MAX_DESIGNATION_WORDS = 3;

export function readLine(typed: string): BegunLine {
  const text = withoutFloatTails(typed);
  const [written = "", digits, letters] = POSTCODE.exec(text) ?? BEGUN_POSTCODE.exec(text) ?? [];
  if (digits === undefined || letters === undefined) {
    return { postcode: undefined, numbers: numbersIn(text).filter(({ before }) => before !== "") };
  }
  const rest = text.replace(written, " , ");
  return { postcode: digits + letters.toUpperCase(), numbers: numbersIn(rest).slice(0, 1) };
}

function numbersIn(text: string): BegunNumber[] {
  return [...text.matchAll(NUMBER)].reverse().map((match) => ({
    before: text.slice(0, match.index).trim(),
    digits: match[1]!,
    after: readAfter(text.slice(match.index + match[0].length)),
  }));
}

/** Text glued to the number belongs to it, text after a comma is a place, and words between may be either. */
function readAfter(text: string): BegunNumber["after"] {
  const [, glued = "", between = "", behind] =
    /^(\S*)([^,]*)(?:,(.*))?$/s.exec(text.replace(/,/, " ,")) ?? [];
  /** Each word with the separator before it. */
  const words = nameKey(` ${between}`).match(/[^a-z0-9]*[a-z0-9]+/g) ?? [];
  const most = behind === undefined ? Math.min(words.length, MAX_DESIGNATION_WORDS) : words.length;
  const least = behind === undefined ? 0 : words.length;
  const ways = [];
  for (let count = least; count <= most; count++) {
    ways.push({
      designation: joinRun([[nameKey(glued), ...words.slice(0, count)].join(" ")]),
      place: foldName([...words.slice(count), behind ?? ""].join(" ")),
    });
  }
  return ways;
}

/**
 * Returns how an address fits a number: 0 as typed, 1 with a longer letter or addition, 2 with a longer number;
 * undefined when it does not. `placeKey` is the key of its woonplaats; undefined for any.
 */
export function rankOf(row: AddressRow, asked: BegunNumber, placeKey?: string): number | undefined {
  const { huisnummer, huisletter, huisnummertoevoeging } = row;
  const typed = String(huisnummer);
  const [letter, addition] = [(huisletter ?? "").toLowerCase(), (huisnummertoevoeging ?? "").toLowerCase()];
  const designation = joinRun([letter, addition]);
  const fits = asked.after.flatMap((way) => {
    const isPlace = placeKey === undefined || placeKey.startsWith(way.place);
    const isSame = [designation, joinRun([`${letter} ${addition}`])].includes(way.designation);
    const isBegun = designation.startsWith(way.designation.replaceAll(SPACED, ""));
    if (!isPlace || !typed.startsWith(asked.digits) || !(isSame || isBegun)) {
      return [];
    }
    if (typed !== asked.digits) {
      return way.designation === "" ? [2] : [];
    }
    return [isSame ? 0 : 1];
  });
  return fits.length === 0 ? undefined : Math.min(...fits);
}
