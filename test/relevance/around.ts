/**
 * Text that people write around an address: words, labels, telephone numbers, dates, PO boxes. Imports nothing of the
 * product.
 */
import type { Known } from "./addresses.ts";
import { pick, type Random } from "./random.ts";

type Written = (address: Known, random: Random) => string;

export function numberOf({ number, letter, addition }: Known): string {
  return number + letter + (addition === "" ? "" : /^\d/.test(addition) ? `-${addition}` : ` ${addition}`);
}

export const spaced = (postcode: string) => `${postcode.slice(0, 4)} ${postcode.slice(4)}`;

const house = (a: Known) => `${a.street} ${numberOf(a)}`;
const postcodeAndCity = (a: Known) => `${spaced(a.postcode)} ${a.city}`.trim();
const whole = (a: Known) => `${house(a)}, ${postcodeAndCity(a)}`;

export const AROUND: readonly Written[] = [
  (a) => `${house(a)}, gemeente ${a.city}`,
  (a) => `${house(a)}, ${a.city}, Nederland`,
  (a) => `${house(a)}\n${spaced(a.postcode)} ${a.city}\nNL`,
  (a) => `${house(a)}, NL-${a.postcode} ${a.city}`,
  (a) => `t.a.v. de heer Jansen\n${house(a)}\n${spaced(a.postcode)} ${a.city}`,
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
export const PRINTED: readonly Written[] = [
  (a) => `Straat: ${a.street}\nHuisnummer: ${numberOf(a)}\nPostcode: ${a.postcode}\nPlaats: ${a.city}`,
  (a) => `Adres: ${house(a)}; Postcode: ${a.postcode}; Woonplaats: ${a.city}`,
  (a) => `Bezoekadres: ${whole(a)}`,
  (a) => `Afleveradres: ${house(a)}, ${a.city}`,
  (a, random) =>
    `${whole(a)}, ${pick(random, ["the Netherlands", "The Netherlands", "NLD", "Pays-Bas", "Países Bajos", "Niederlande", "Holland", "Koninkrijk der Nederlanden", "Europa"])}`,
  (a) => `${house(a)}, ${a.city}, the Netherlands`,
  (a) => `${house(a)} ${a.city} alstublieft`,
  (a) => `<p>${house(a)}<br/>${spaced(a.postcode).replace(" ", "&nbsp;")}&nbsp;${a.city}</p>`,
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
export const OTHER_DIGITS: readonly Written[] = [
  (a, random) => `${whole(a)}, ${phone(random)}`,
  (a, random) => `${house(a)} ${a.city} ${phone(random)}`,
  (a, random) => `${phone(random)} | ${whole(a)}`,
  (a, random) => `Order ${digits(random, 5)}: ${whole(a)}`,
  (a, random) => `${whole(a)}, KvK ${digits(random, 8)}`,
  (a, random) => `${whole(a)} | info@bakker${digits(random, 2)}.nl | www.bakker${digits(random, 2)}.nl`,
  (a) => `12-05-2026 ${whole(a)}`,
  (a) => `${whole(a)}, 3 maart 2026 14:30 uur`,
  (a, random) => `${whole(a)} (voorheen ${digits(random, 2)})`,
  (a) => `${whole(a)}, ${house(a)}`,
];

/** Lines with a PO box or Antwoordnummer, some with its postcode, which no address has. */
export const PO_BOXES: readonly Written[] = [
  (a) => `${whole(a)}, Postbus 12, 1099 AA ${a.city}`,
  (a) => `Postbus 1234, 1099AA ${a.city}, bezoekadres ${house(a)} ${a.city}`,
  (a) => `P.O. Box 12, 1099 AA ${a.city}\n${house(a)}, ${a.city}`,
  (a) => `${house(a)} | Postbus 1.234 | ${postcodeAndCity(a)}`,
  (a) => `POSTBUS12 ${house(a)} ${a.city}`,
  (a) => `${whole(a)}, Antwoordnummer 10012`,
];

/** Lines with only the digits of the postcode. */
export const FOUR_DIGITS: readonly Written[] = [
  (a) => `${a.postcode.slice(0, 4)} ${a.city}, ${house(a)}`,
  (a) => `${house(a)}, ${a.postcode.slice(0, 4)} ${a.city}`,
  (a) => `${house(a)} (${a.postcode.slice(0, 4)} ${a.city})`,
];

/** Lines without a space between street and number. */
export const GLUED: readonly Written[] = [
  (a) => `${a.street}${numberOf(a)} ${a.city}`,
  (a) => `${a.street}${numberOf(a)}, ${a.postcode} ${a.city}`,
  (a) => `${a.street} nr${numberOf(a)}, ${a.city}`,
  (a) => `${a.street} No${numberOf(a)} ${a.city}`,
  (a) => `${a.city} ${a.street}${numberOf(a)}`,
];
