import type { DeliveredType } from "../official-format/objects.ts";

const TYPE_DIGITS: Readonly<Record<Exclude<DeliveredType, "WPL">, string>> = {
  VBO: "01",
  LIG: "02",
  STA: "03",
  PND: "10",
  NUM: "20",
  OPR: "30",
};

/** Maximum numbers of streets in a woonplaats, and of objects of one type in a street, that the digits distinguish. */
export const MAX_STREETS = 10_000;
export const MAX_OBJECTS_PER_STREET = 10_000;

/** Parts of an identificatie that its street determines: code of the gemeente, woonplaats of that gemeente, street. */
export interface StreetNumber {
  readonly idPrefix: string;
  readonly woonplaatsOrdinal: number;
  readonly streetOrdinal: number;
}

/**
 * Returns the first 12 digits of the identificaties of one type in a street: gemeente (4), type (2), woonplaats (2),
 * street (4). The last four are the number of the object in the street, so that identificaties ascend with woonplaats,
 * street and number, and each can be computed without knowing another object.
 */
export function streetPrefix(type: Exclude<DeliveredType, "WPL">, key: StreetNumber): string {
  const woonplaats = String(key.woonplaatsOrdinal).padStart(2, "0");
  return key.idPrefix + TYPE_DIGITS[type] + woonplaats + FOUR_DIGITS[key.streetOrdinal]!;
}

/** "0000" … "9999". */
export const FOUR_DIGITS: readonly string[] = Array.from({ length: 10_000 }, (_, i) =>
  String(i).padStart(4, "0"),
);
