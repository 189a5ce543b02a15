/**
 * Names of people and companies, and remarks around an address that name no part of it. Imports nothing of the product.
 */
import type { KnownAddress } from "./addresses.ts";
import { numberOf } from "./surrounding-text.ts";

/** Lines with the city, which determines the place despite the other words. */
export const NAMES_AROUND: readonly ((a: KnownAddress) => string)[] = [
  (a) => `Jan Jansen ${a.street} ${numberOf(a)} ${a.city}`,
  (a) => `Dhr. J. Jansen, ${a.street} ${numberOf(a)}, ${a.city}`,
  (a) => `c/o Jansen, ${a.street} ${numberOf(a)}, ${a.city}`,
  (a) => `Bakkerij Van Wamelen B.V., ${a.street} ${numberOf(a)}, ${a.city}`,
  (a) => `RE: Bezichtiging ${a.street} ${numberOf(a)} ${a.city}`,
  (a) => `waar is ${a.street} ${numberOf(a)} ${a.city}?`,
  (a) => `naast ${a.street} ${numberOf(a)}, ${a.city}`,
  (a) => `${a.street} ${numberOf(a)}, ${a.city}, Pays-Bas`,
  (a) => `${a.street} ${numberOf(a)}, ${a.city} (centrum)`,
  (a) => `${a.street} ${numberOf(a)}, ${a.city} graag aanbellen`,
  (a) => `${a.city} Bakkerij ${a.street} ${numberOf(a)}`,
];

/** Lines with a postcode and a city. */
export const NAMES_BESIDE_POSTCODE: readonly ((a: KnownAddress) => string)[] = [
  (a) => `Mw. Jansen, ${a.street} ${numberOf(a)}, ${a.postcode} ${a.city}`,
  (a) => `Bezoekadres: ${a.street} ${numberOf(a)}, ${a.postcode} ${a.city}`,
  (a) => `Rabobank, ${a.street} ${numberOf(a)}, ${a.postcode} ${a.city}`,
  (a) => `Aan de bewoners van\n${a.street} ${numberOf(a)}\n${a.postcode}  ${a.city.toUpperCase()}`,
  (a) => `${a.street} ${numberOf(a)}, ${a.postcode} ${a.city} | info@voorbeeld.example`,
  (a) => `${a.street} ${numberOf(a)}, ${a.postcode} Nergensdorp`,
];
