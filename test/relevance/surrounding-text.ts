/**
 * Text that people write around an address: words, labels, telephone numbers, dates, PO boxes. Imports nothing of the
 * product.
 */
import type { KnownAddress } from "./addresses.ts";
import { pick, type Random } from "./random.ts";

type WriteLine = (address: KnownAddress, random: Random) => string;

export function numberOf({ number, letter, addition }: KnownAddress): string {
  return number + letter + (addition === "" ? "" : /^\d/.test(addition) ? `-${addition}` : ` ${addition}`);
}

export const spacedPostcode = (postcode: string) => `${postcode.slice(0, 4)} ${postcode.slice(4)}`;

const house = (a: KnownAddress) => `${a.street} ${numberOf(a)}`;
const postcodeAndCity = (a: KnownAddress) => `${spacedPostcode(a.postcode)} ${a.city}`.trim();
const fullAddress = (a: KnownAddress) => `${house(a)}, ${postcodeAndCity(a)}`;

export const WORDS_AROUND: readonly WriteLine[] = [
  (a) => `${house(a)}, gemeente ${a.city}`,
  (a) => `${house(a)}, ${a.city}, Nederland`,
  (a) => `${house(a)}\n${spacedPostcode(a.postcode)} ${a.city}\nNL`,
  (a) => `${house(a)}, NL-${a.postcode} ${a.city}`,
  (a) => `t.a.v. de heer Jansen\n${house(a)}\n${spacedPostcode(a.postcode)} ${a.city}`,
  (a) => `T.a.v. mevrouw De Vries, ${house(a)}, ${a.city}`,
  (a) => `${a.street} nr. ${numberOf(a)} te ${a.city}`,
  (a) => `${a.street} huisnummer ${numberOf(a)} ${a.city}`,
  (a) => `${a.street} huis ${numberOf(a)}, ${a.city}`,
  (a) => `${a.street},${numberOf(a)},${a.postcode},${a.city}`,
  (a) => `"${house(a)}" (${a.city})`,
  (a) => `  ${a.street}\n\n\t${numberOf(a)} ,, ${a.city}. `,
  (a) => `${house(a)}, ${a.city.toUpperCase()}, The Netherlands`,
];

/** Formats of forms, letter heads, maps and web pages. */
export const PRINTED: readonly WriteLine[] = [
  (a) => `Straat: ${a.street}\nHuisnummer: ${numberOf(a)}\nPostcode: ${a.postcode}\nPlaats: ${a.city}`,
  (a) => `Adres: ${house(a)}; Postcode: ${a.postcode}; Woonplaats: ${a.city}`,
  (a) => `Bezoekadres: ${fullAddress(a)}`,
  (a) => `Afleveradres: ${house(a)}, ${a.city}`,
  (a, random) =>
    `${fullAddress(a)}, ${pick(random, ["the Netherlands", "The Netherlands", "NLD", "Pays-Bas", "Países Bajos", "Niederlande", "Holland", "Koninkrijk der Nederlanden", "Europa"])}`,
  (a) => `${house(a)}, ${a.city}, the Netherlands`,
  (a) => `${house(a)} ${a.city} alstublieft`,
  (a) => `<p>${house(a)}<br/>${spacedPostcode(a.postcode).replace(" ", "&nbsp;")}&nbsp;${a.city}</p>`,
  (a) => encodeURIComponent(`${house(a)}, ${a.city}`),
  (a) => `${a.street} n°${numberOf(a)}, ${a.city}`,
];

const digits = (random: Random, count: number) =>
  Array.from({ length: count }, (_, i) => Math.floor(random() * 9) + Number(i === 0)).join("");

function phone(random: Random): string {
  return pick(random, [
    () => `06-${digits(random, 8)}`,
    () => `06 ${digits(random, 2)} ${digits(random, 2)} ${digits(random, 2)} ${digits(random, 2)}`,
    () => `tel. 0294-${digits(random, 6)}`,
    () => `Telefoon: (020) ${digits(random, 3)} ${digits(random, 4)}`,
    () => `T +31 6 ${digits(random, 8)}`,
    () => `M: +31 (0)6 ${digits(random, 4)} ${digits(random, 4)}`,
    () => `0800-${digits(random, 4)}`,
  ])();
}

/** Lines with numbers that are no part of the address. */
export const OTHER_DIGITS: readonly WriteLine[] = [
  (a, random) => `${fullAddress(a)}, ${phone(random)}`,
  (a, random) => `${house(a)} ${a.city} ${phone(random)}`,
  (a, random) => `${phone(random)} | ${fullAddress(a)}`,
  (a, random) => `Order ${digits(random, 5)}: ${fullAddress(a)}`,
  (a, random) => `${fullAddress(a)}, KvK ${digits(random, 8)}`,
  (a, random) => `${fullAddress(a)} | info@bakker${digits(random, 2)}.nl | www.bakker${digits(random, 2)}.nl`,
  (a) => `12-05-2026 ${fullAddress(a)}`,
  (a) => `${fullAddress(a)}, 3 maart 2026 14:30 uur`,
  (a, random) => `${fullAddress(a)} (voorheen ${digits(random, 2)})`,
  (a) => `${fullAddress(a)}, ${house(a)}`,
];

/** Lines with a PO box or Antwoordnummer, some with its postcode, which no address has. */
export const PO_BOXES: readonly WriteLine[] = [
  (a) => `${fullAddress(a)}, Postbus 12, 1099 AA ${a.city}`,
  (a) => `Postbus 1234, 1099AA ${a.city}, bezoekadres ${house(a)} ${a.city}`,
  (a) => `P.O. Box 12, 1099 AA ${a.city}\n${house(a)}, ${a.city}`,
  (a) => `${house(a)} | Postbus 1.234 | ${postcodeAndCity(a)}`,
  (a) => `POSTBUS12 ${house(a)} ${a.city}`,
  (a) => `${fullAddress(a)}, Antwoordnummer 10012`,
];

/** Lines with only the digits of the postcode. */
export const FOUR_DIGITS: readonly WriteLine[] = [
  (a) => `${a.postcode.slice(0, 4)} ${a.city}, ${house(a)}`,
  (a) => `${house(a)}, ${a.postcode.slice(0, 4)} ${a.city}`,
  (a) => `${house(a)} (${a.postcode.slice(0, 4)} ${a.city})`,
];

/** Lines without a space between street and number. */
export const GLUED: readonly WriteLine[] = [
  (a) => `${a.street}${numberOf(a)} ${a.city}`,
  (a) => `${a.street}${numberOf(a)}, ${a.postcode} ${a.city}`,
  (a) => `${a.street} nr${numberOf(a)}, ${a.city}`,
  (a) => `${a.street} No${numberOf(a)} ${a.city}`,
  (a) => `${a.city} ${a.street}${numberOf(a)}`,
];
