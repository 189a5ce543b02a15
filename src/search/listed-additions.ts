/** Additions that a line or key lists after one number: `51B 1-3` does not mean addition 13 (docs/search.md). */
import type { Snapshot } from "../registry/file/snapshot.ts";
import { Past, readIfKept } from "../registry/history/past.ts";
import { readAdressen } from "../registry/read/adres-record.ts";
import type { AdresKey } from "../registry/read/adressen.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { findFormerAdressen } from "./former-key.ts";
import { listNumberRowsOfPostcode, listNumberRowsOfStreet, type NumberRow } from "./index/address-rows.ts";
import { isMeantBy, joinDesignation, listedParts } from "./line/designation.ts";
import { designationKey } from "./line/designation-key.ts";
import type { Interpretation } from "./line/parse-line.ts";
import type { Candidate } from "./match/candidate.ts";
import type { Query } from "./match/query.ts";
import type { Refusal } from "./refusal.ts";

/** Parts of a designation that are addresses of a number. */
interface ListedAdditions {
  /** True when each part is an address, today or formerly. */
  readonly isRange: boolean;
  /** The parts that are addresses today, in order. */
  readonly addresses: AdresRecord[];
}

/**
 * Returns the parts of a designation that are or were addresses of a number; `undefined` without any such part. `rows`
 * are the addresses of the number.
 */
function findListed(s: Snapshot, typed: string, rows: readonly NumberRow[]): ListedAdditions | undefined {
  const parts = listedParts(typed);
  const [any] =
    parts.length === 0
      ? []
      : readAdressen(
          s,
          rows.slice(0, 1).map(({ fid }) => fid),
        );
  if (any === undefined) {
    return undefined;
  }
  const ofToday = parts.map((part) =>
    rows.filter(({ sort_key }) => isMeantBy(part, designationKey(sort_key))),
  );
  const exists = parts.map((part, i) => ofToday[i]!.length > 0 || wasAddress(s, any, part));
  const fids = new Set(ofToday.flat().map(({ fid }) => fid));
  return exists.includes(true)
    ? { isRange: !exists.includes(false), addresses: readAdressen(s, [...fids]) }
    : undefined;
}

/** As {@link findListed}, with the reason why a line or key that lists additions has no answer. */
export type ListRefusal = ListedAdditions & { readonly refusal: Refusal };

function toListRefusal(found: ListedAdditions, number: number, designation: string): ListRefusal {
  const refusal: Refusal = found.isRange
    ? { why: "range", designation: `${number}${designation}` }
    : { why: "no such designation", designation };
  return { ...found, refusal };
}

/**
 * Returns the additions that a line lists at the number of its best candidate. Uses another interpretation than the
 * candidate's only when each of its parts is an address, because its words may be a place.
 */
export function findListedByLine(query: Query, { street, match }: Candidate): ListRefusal | undefined {
  const { number } = match.interpretation;
  const isSame = (each: Interpretation) => each.number === number && each !== match.interpretation;
  const readings = [match.interpretation, ...query.interpretations.filter(isSame)];
  const lists = readings.filter(({ designation }) => listedParts(designation).length > 0);
  if (number === undefined || lists.length === 0) {
    return undefined;
  }
  const rows = listNumberRowsOfStreet(query.snapshot, query.index.keyOf(street), number);
  for (const reading of lists) {
    const found = findListed(query.snapshot, reading.designation, rows);
    if (found !== undefined && (found.isRange || reading === match.interpretation)) {
      return toListRefusal(found, number, reading.designation);
    }
  }
  return undefined;
}

/** Returns the additions that a key lists; `undefined` when none is an address. */
export function findListedOfKey(s: Snapshot, key: AdresKey): ListRefusal | undefined {
  const { postcode, huisnummer, huisletter, huisnummertoevoeging } = key;
  const typed = joinDesignation([huisletter ?? "", huisnummertoevoeging ?? ""]);
  const isList = listedParts(typed).length > 0;
  const found = isList ? findListed(s, typed, listNumberRowsOfPostcode(s, postcode, huisnummer)) : undefined;
  return found && toListRefusal(found, huisnummer, typed);
}

/** Returns true when a part means a former address of the street at the number. */
function wasAddress(
  s: Snapshot,
  { straatnaam, woonplaats_naam: woonplaatsNaam, huisnummer }: AdresRecord,
  part: readonly string[],
): boolean {
  return readIfKept(s, false, () =>
    part.some((huisnummertoevoeging) => {
      const key = { straatnaam, woonplaatsNaam, huisnummer, huisnummertoevoeging };
      return findFormerAdressen(new Past(s), key, { limit: 1 }).former.length > 0;
    }),
  );
}
