import type { AdresRecord } from "../../registry/read/records.ts";

type NumberParts = Pick<AdresRecord, "huisnummer" | "huisletter" | "huisnummertoevoeging">;

/** Formats number, letter and addition as PDOK does: a hyphen before every addition. */
export function toHuisNlt({ huisnummer, huisletter, huisnummertoevoeging }: NumberParts): string {
  return `${huisnummer}${huisletter ?? ""}${huisnummertoevoeging === null ? "" : `-${huisnummertoevoeging}`}`;
}
