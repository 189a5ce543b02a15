/** Names of the roles of columns, in both languages. Browsers run this file: it imports types only. */
import type { Translated } from "../../base/language.ts";
import type { Role } from "../columns/roles.ts";

export const ROLE_TEXTS: Readonly<Record<Role, Translated>> = {
  postcode: { en: "postcode", nl: "postcode" },
  number: { en: "house number", nl: "huisnummer" },
  letter: { en: "house letter", nl: "huisletter" },
  addition: { en: "addition", nl: "toevoeging" },
  street: { en: "street", nl: "straat" },
  place: { en: "place", nl: "plaats" },
  gemeente: { en: "municipality", nl: "gemeente" },
  text: { en: "address as text", nl: "adres als tekst" },
  country: { en: "country", nl: "land" },
  beside: { en: "mark (by, to)", nl: "aanduiding (by, to)" },
  latitude: { en: "latitude or RD y", nl: "breedtegraad of RD-y" },
  longitude: { en: "longitude or RD x", nl: "lengtegraad of RD-x" },
  position: { en: "coordinates", nl: "coördinaten" },
  id: { en: "id of the address or object", nl: "id van het adres of object" },
  day: { en: "day on which the id was right", nl: "dag waarop het id klopte" },
};
