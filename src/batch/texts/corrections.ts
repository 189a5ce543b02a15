/** Differences between an address and its row, in both languages. Browsers run this file: it imports types only. */
import type { Language, Translated } from "../../base/language.ts";
import type { Correction } from "../corrections.ts";

type CorrectionWith<Code> = Correction & { readonly code: Code };

const CORRECTIONS: {
  readonly [Code in Correction["code"]]: Translated<(correction: CorrectionWith<Code>) => string>;
} = {
  street: {
    en: ({ typed, address }) => `street: ${typed} → ${address}`,
    nl: ({ typed, address }) => `straat: ${typed} → ${address}`,
  },
  place: {
    en: ({ typed, address }) => `place: ${typed} → ${address}`,
    nl: ({ typed, address }) => `plaats: ${typed} → ${address}`,
  },
  postcode: {
    en: ({ typed, address }) => `postcode: ${typed} → ${address ?? "none"}`,
    nl: ({ typed, address }) => `postcode: ${typed} → ${address ?? "geen"}`,
  },
  number: {
    en: ({ typed, address }) => `number: ${typed} → ${address}`,
    nl: ({ typed, address }) => `nummer: ${typed} → ${address}`,
  },
  first_of: {
    en: ({ typed, address, count }) => `number: ${typed} → ${address}, the first of ${count}`,
    nl: ({ typed, address, count }) => `nummer: ${typed} → ${address}, het eerste van ${count}`,
  },
  written_as: {
    en: ({ address }) => `written as: ${address}`,
    nl: ({ address }) => `geschreven als: ${address}`,
  },
  not_used: {
    en: ({ typed }) => `not used: ${typed}`,
    nl: ({ typed }) => `niet gebruikt: ${typed}`,
  },
  next_to: {
    en: ({ typed }) => `not used: ${typed} (next to the address)`,
    nl: ({ typed }) => `niet gebruikt: ${typed} (naast het adres)`,
  },
  opposite: {
    en: ({ typed }) => `not used: ${typed} (opposite the address)`,
    nl: ({ typed }) => `niet gebruikt: ${typed} (tegenover het adres)`,
  },
  distance: {
    en: ({ metres }) => `position: ${metres} m from the address`,
    nl: ({ metres }) => `positie: ${metres} m van het adres`,
  },
  nearest_of: {
    en: ({ count }) => `position: the nearest of ${count} addresses of the building`,
    nl: ({ count }) => `positie: het dichtste van ${count} adressen van het gebouw`,
  },
  equally_near: {
    en: () => "position: other addresses are as near",
    nl: () => "positie: andere adressen zijn even dichtbij",
  },
};

/** Returns corrections such as `street: Keurstaat → Keurstraat; number: 5 → 5a`. */
export function correctionsText(corrections: readonly Correction[], language: Language): string {
  return corrections
    .map((each) => (CORRECTIONS[each.code][language] as (correction: Correction) => string)(each))
    .join("; ");
}
