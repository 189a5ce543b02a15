/** Kenmerken that may be under investigation, by type: names as the BAG writes them (docs/bag-format.md §1.7). */
import type { TypeCode } from "./object-types.ts";

const PLAATS = ["geometrie", "status", "heeft als hoofdadres", "heeft als nevenadres"] as const;

/** Bit i of a set of kenmerken is the kenmerk at position i. */
export const KENMERKEN = {
  WPL: ["naam", "geometrie", "status"],
  OPR: ["naam", "type", "status", "ligt in"],
  NUM: [
    "huisnummer",
    "huisletter",
    "huisnummertoevoeging",
    "postcode",
    "type adresseerbaar object",
    "status",
    "ligt in",
    "ligt aan",
  ],
  VBO: [
    "geometrie",
    "gebruiksdoel",
    "oppervlakte",
    "status",
    "maakt deel uit van",
    "heeft als hoofdadres",
    "heeft als nevenadres",
  ],
  LIG: PLAATS,
  STA: PLAATS,
  PND: ["geometrie", "oorspronkelijk bouwjaar", "status"],
} as const satisfies Record<TypeCode, readonly string[]>;

/** Returns the names of a set of kenmerken, in their order. */
export function kenmerkNames(code: TypeCode, kenmerken: number): string[] {
  return KENMERKEN[code].filter((_, i) => (kenmerken & (1 << i)) !== 0);
}
