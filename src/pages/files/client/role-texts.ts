/** Names of the roles of columns (batch/columns/roles.ts), for menus and sentences. */
import type { Texts } from "../../kit/client/preferences.ts";
import type { Role } from "../answers.ts";
import { language } from "./texts.ts";

const nl: Readonly<Record<Role, string>> = {
  postcode: "postcode",
  number: "huisnummer",
  letter: "huisletter",
  addition: "toevoeging",
  street: "straat",
  place: "plaats",
  gemeente: "gemeente",
  text: "adres als tekst",
  country: "land",
  beside: "aanduiding (by, to)",
  latitude: "breedtegraad of RD-y",
  longitude: "lengtegraad of RD-x",
  position: "coördinaten",
  id: "id",
  day: "dag",
};

const en: typeof nl = {
  postcode: "postcode",
  number: "house number",
  letter: "house letter",
  addition: "addition",
  street: "street",
  place: "place",
  gemeente: "municipality",
  text: "address as text",
  country: "country",
  beside: "mark (by, to)",
  latitude: "latitude or RD y",
  longitude: "longitude or RD x",
  position: "coordinates",
  id: "id",
  day: "day",
};

const TEXTS: Texts<typeof nl> = { nl, en };
export const roleTexts = TEXTS[language];
/** Roles to choose from; the columns of ids are found. */
export const ALL_ROLES = (Object.keys(nl) as Role[]).filter((role) => role !== "id" && role !== "day");

const NOT_USED = { nl: "niet gebruiken", en: "do not use" };
export const notUsedText = NOT_USED[language];
