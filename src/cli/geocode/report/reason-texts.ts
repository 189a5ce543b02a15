/** Reasons why rows were not found and roles of columns, in the languages of the report. */
import type { Role } from "../../../batch/columns/roles.ts";
import type { ROW_REASONS } from "../../../batch/reasons.ts";
import type { Language } from "../../../pages/kit/server/preferences.ts";

export type RowReason = (typeof ROW_REASONS)[number];
type Translated = Readonly<Record<Language, string>>;

export const REASON_TEXTS: Readonly<Record<RowReason, Translated>> = {
  empty: { en: "The row has no address", nl: "De rij heeft geen adres" },
  "other country": { en: "In another country", nl: "In een ander land" },
  "damaged number": {
    en: "House number changed by a spreadsheet",
    nl: "Huisnummer door een rekenblad veranderd",
  },
  "not a house number": { en: "Not a house number", nl: "Geen huisnummer" },
  "unknown postcode": { en: "The postcode does not exist", nl: "De postcode bestaat niet" },
  "doubtful column": {
    en: "A column that is not used names another address",
    nl: "Een niet gebruikte kolom noemt een ander adres",
  },
  "too long": { en: "Text too long for an address", nl: "Tekst te lang voor een adres" },
  "not a position": { en: "No coordinates", nl: "Geen coördinaten" },
  range: { en: "Range of house numbers", nl: "Reeks van huisnummers" },
  "swapped coordinates": { en: "Coordinates seem swapped", nl: "Coördinaten lijken verwisseld" },
  "outside the Netherlands": { en: "Outside the Netherlands", nl: "Buiten Nederland" },
  "no address near": { en: "No address near the position", nl: "Geen adres in de buurt" },
  "po box": { en: "A PO box", nl: "Een postbus" },
  nothing: { en: "Nothing like it exists", nl: "Niets dergelijks bestaat" },
  "no such number": { en: "The street has no such number", nl: "Dit nummer bestaat niet in de straat" },
  "no such designation": {
    en: "The number has no such letter or addition",
    nl: "Deze letter of toevoeging bestaat niet bij het nummer",
  },
  "no number": { en: "No house number", nl: "Geen huisnummer ingevuld" },
  "other place": { en: "The street is in another place", nl: "De straat ligt in een andere plaats" },
  "words not understood": { en: "Words that were not understood", nl: "Onbegrepen woorden" },
  "other postcode": {
    en: "Postcode, street and place contradict each other",
    nl: "Postcode, straat en plaats spreken elkaar tegen",
  },
  "other parameter": { en: "The columns contradict each other", nl: "De kolommen spreken elkaar tegen" },
  "several streets": { en: "Several streets fit equally well", nl: "Meer straten passen even goed" },
  "several at the number": {
    en: "Several addresses at the number",
    nl: "Meer adressen op dit nummer",
  },
  "not complete": { en: "Not complete enough", nl: "Niet volledig genoeg" },
  "not exact": { en: "Only an inexact address was found", nl: "Alleen een niet-exact adres gevonden" },
};

export const ROLE_TEXTS: Readonly<Record<Role, Translated>> = {
  postcode: { en: "postcode", nl: "postcode" },
  number: { en: "house number", nl: "huisnummer" },
  letter: { en: "house letter", nl: "huisletter" },
  addition: { en: "addition", nl: "toevoeging" },
  street: { en: "street", nl: "straat" },
  place: { en: "place", nl: "plaats" },
  gemeente: { en: "gemeente", nl: "gemeente" },
  text: { en: "address as text", nl: "adres als tekst" },
  country: { en: "country", nl: "land" },
  beside: { en: "mark of an address beside it", nl: "aanduiding bij huisnummer" },
  latitude: { en: "latitude or RD y", nl: "breedtegraad of RD y" },
  longitude: { en: "longitude or RD x", nl: "lengtegraad of RD x" },
  position: { en: "position", nl: "positie" },
};
