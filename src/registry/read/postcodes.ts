import type { Snapshot } from "../file/snapshot.ts";
import { parsePostcode } from "../schema/postcode.ts";
import type { PostcodeRange, PostcodeValidation } from "./records.ts";

interface PostcodeRow {
  straatnaam: string;
  woonplaats_id: number;
  min_huisnummer: number;
  max_huisnummer: number;
  adres_count: number;
}

const BY_POSTCODE = `SELECT straatnaam, woonplaats_id, min_huisnummer, max_huisnummer, adres_count FROM postcode
  WHERE postcode = ?`;

/** Finds a postcode; street and city are its most frequent ones. `undefined` for a postcode that no address has. */
export function findPostcodeRange(s: Snapshot, postcode: string): PostcodeRange | undefined {
  const row = s.statement<PostcodeRow>(BY_POSTCODE).get(postcode);
  if (row === null) {
    return undefined;
  }
  return {
    postcode,
    min_number: row.min_huisnummer,
    max_number: row.max_huisnummer,
    count: row.adres_count,
    street: row.straatnaam,
    city: s.areas.woonplaatsen.get(row.woonplaats_id)!.naam,
  };
}

/** Returns true when an address has a postcode with these four digits. */
export function hasPostcodesOfArea(s: Snapshot, digits: string): boolean {
  const sql = "SELECT 1 FROM postcode WHERE postcode BETWEEN ? AND ? LIMIT 1";
  return s.statement<object>(sql).get(digits, `${digits}ZZ`) !== null;
}

/** Validates any text as a postcode: unknown and malformed postcodes are not valid and are returned as given. */
export function validatePostcode(s: Snapshot, text: string): PostcodeValidation {
  const postcode = parsePostcode(text);
  const row = postcode && s.statement<PostcodeRow>(BY_POSTCODE).get(postcode);
  if (!row) {
    return { valid: false, postcode: text, street: null, city: null, municipality: null, province: null };
  }
  const { naam, gemeente } = s.areas.woonplaatsen.get(row.woonplaats_id)!;
  return {
    valid: true,
    postcode: postcode!,
    street: row.straatnaam,
    city: naam,
    municipality: gemeente.naam,
    province: gemeente.provincie.naam,
  };
}
