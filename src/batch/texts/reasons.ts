/**
 * Reasons why rows have no address, in both languages: for geocoded files, reports and the page for files. A code
 * without a text does not compile. Browsers run this file: it imports types only.
 */
import type { Language, Translated } from "../../base/language.ts";
import type { TextField, UnknownReason } from "../../registry/history/recheck.ts";
import type { RowReason, RowRefusal } from "../outcome.ts";

type ReasonWith<Why> = RowRefusal & { readonly why: Why };

interface ReasonTexts<Why> {
  /** For lists and charts. */
  readonly name: Translated;
  readonly sentence: Translated<string | ((refusal: ReasonWith<Why>) => string)>;
}

const REASONS: { readonly [Why in RowReason]: ReasonTexts<Why> } = {
  empty: {
    name: { en: "The row has no address", nl: "De rij heeft geen adres" },
    sentence: { en: "This row has no address.", nl: "Deze rij heeft geen adres." },
  },
  "other country": {
    name: { en: "In another country", nl: "In een ander land" },
    sentence: {
      en: ({ country }) => `This address is in “${country}”. The BAG only has addresses in the Netherlands.`,
      nl: ({ country }) => `Dit adres ligt in “${country}”. In de BAG staan alleen adressen in Nederland.`,
    },
  },
  abroad: {
    name: { en: "Postcode of another country", nl: "Postcode van een ander land" },
    sentence: {
      en: ({ postcode }) =>
        `“${postcode}” is a postcode of another country. The BAG only has addresses in the Netherlands.`,
      nl: ({ postcode }) =>
        `“${postcode}” is een postcode van een ander land. In de BAG staan alleen adressen in Nederland.`,
    },
  },
  "place not loaded": {
    name: { en: "Place not in the loaded data", nl: "Plaats niet in de geladen gegevens" },
    sentence: {
      en: ({ area }) => `The loaded data has no addresses in ${area}.`,
      nl: ({ area }) => `De geladen gegevens hebben geen adressen in ${area}.`,
    },
  },
  "damaged number": {
    name: { en: "House number changed by a spreadsheet", nl: "Huisnummer veranderd door een spreadsheet" },
    sentence: {
      en: ({ text, by }) =>
        `A spreadsheet changed the house number to “${text}”, for example ` +
        (by === "date" ? "1-3 to a date." : "12E3 to a power of ten."),
      nl: ({ text, by }) =>
        `Een spreadsheet heeft het huisnummer veranderd in “${text}”, bijvoorbeeld ` +
        (by === "date" ? "1-3 in een datum." : "12E3 in een macht van tien."),
    },
  },
  "not a house number": {
    name: { en: "Not a house number", nl: "Geen huisnummer" },
    sentence: {
      en: ({ text }) => `“${text}” is not a house number.`,
      nl: ({ text }) => `“${text}” is geen huisnummer.`,
    },
  },
  "unknown postcode": {
    name: { en: "The postcode does not exist", nl: "De postcode bestaat niet" },
    sentence: {
      en: ({ postcode }) => `No address has postcode ${postcode}. Postcodes of PO boxes are not in the BAG.`,
      nl: ({ postcode }) =>
        `Geen adres heeft postcode ${postcode}. Postcodes van postbussen staan niet in de BAG.`,
    },
  },
  "doubtful column": {
    name: {
      en: "A column that is not used names another address",
      nl: "Een niet gebruikte kolom noemt een ander adres",
    },
    sentence: {
      en: ({ column, text }) =>
        `Column “${column}” is not used, but “${text}” is another address at this number.`,
      nl: ({ column, text }) =>
        `De kolom “${column}” is niet gebruikt, maar “${text}” is een ander adres op dit nummer.`,
    },
  },
  "too long": {
    name: { en: "Text too long for an address", nl: "Tekst te lang voor een adres" },
    sentence: { en: "The text is too long for an address.", nl: "De tekst is te lang voor een adres." },
  },
  "not a position": {
    name: { en: "No coordinates", nl: "Geen coördinaten" },
    sentence: {
      en: "The coordinates are empty or not numbers.",
      nl: "De coördinaten zijn leeg of geen getallen.",
    },
  },
  "swapped coordinates": {
    name: { en: "Coordinates seem swapped", nl: "Coördinaten lijken verwisseld" },
    sentence: {
      en: "The coordinates seem swapped: latitude (RD y) and longitude (RD x) are in each other's range.",
      nl: "De coördinaten lijken verwisseld: breedtegraad (RD-y) en lengtegraad (RD-x) liggen in elkaars bereik.",
    },
  },
  "outside the Netherlands": {
    name: { en: "Outside the Netherlands", nl: "Buiten Nederland" },
    sentence: {
      en: "The coordinates are outside the Netherlands, both as degrees and as RD metres.",
      nl: "De coördinaten liggen buiten Nederland, als graden en als RD-meters.",
    },
  },
  "no address near": {
    name: { en: "No address near the position", nl: "Geen adres in de buurt" },
    sentence: {
      en: ({ radiusM }) => `There is no address within ${radiusM} m of these coordinates.`,
      nl: ({ radiusM }) => `Binnen ${radiusM} m van deze coördinaten ligt geen adres.`,
    },
  },
  "by hand": {
    name: { en: "No address, chosen by hand", nl: "Geen adres, met de hand gekozen" },
    sentence: {
      en: "A person chose that this row has no address.",
      nl: "Met de hand is gekozen dat deze rij geen adres heeft.",
    },
  },
  "po box": {
    name: { en: "A PO box", nl: "Een postbus" },
    sentence: {
      en: "This is a PO box. PO boxes are not in the BAG.",
      nl: "Dit is een postbus. Postbussen staan niet in de BAG.",
    },
  },
  nothing: {
    name: { en: "No similar address", nl: "Geen adres lijkt hierop" },
    sentence: { en: "No address resembles this.", nl: "Geen adres lijkt hierop." },
  },
  "no such number": {
    name: { en: "The street has no such number", nl: "Dit nummer bestaat niet in de straat" },
    sentence: {
      en: ({ number }) => `The street exists, but has no number ${number}.`,
      nl: ({ number }) => `De straat bestaat, maar heeft geen nummer ${number}.`,
    },
  },
  "no such designation": {
    name: {
      en: "The number has no such letter or addition",
      nl: "Deze letter of toevoeging bestaat niet bij het nummer",
    },
    sentence: {
      en: ({ designation }) => `The number exists, but not with “${designation}”.`,
      nl: ({ designation }) => `Het nummer bestaat, maar niet met “${designation}”.`,
    },
  },
  range: {
    name: { en: "Range of house numbers", nl: "Reeks van huisnummers" },
    sentence: {
      en: ({ designation }) =>
        `“${designation}” is a range of house numbers. Its first and last number are suggested if they exist.`,
      nl: ({ designation }) =>
        `“${designation}” is een reeks van huisnummers. Begin en einde zijn voorgesteld, voor zover ze bestaan.`,
    },
  },
  "no number": {
    name: { en: "No house number", nl: "Geen huisnummer ingevuld" },
    sentence: { en: "The house number is missing.", nl: "Het huisnummer ontbreekt." },
  },
  "other place": {
    name: { en: "The street is in another place", nl: "De straat ligt in een andere plaats" },
    sentence: {
      en: ({ words }) => `This street with this number does not exist in “${words}”.`,
      nl: ({ words }) => `Deze straat met dit nummer bestaat niet in “${words}”.`,
    },
  },
  "words not understood": {
    name: { en: "Words that were not understood", nl: "Onbegrepen woorden" },
    sentence: {
      en: ({ words }) => `“${words}” was not understood.`,
      nl: ({ words }) => `“${words}” is niet begrepen.`,
    },
  },
  "other postcode": {
    name: {
      en: "Postcode, street and place contradict each other",
      nl: "Postcode, straat en plaats spreken elkaar tegen",
    },
    sentence: {
      en: "Postcode, street and place do not belong together.",
      nl: "Postcode, straat en plaats horen niet bij elkaar.",
    },
  },
  "other parameter": {
    name: { en: "The columns contradict each other", nl: "De kolommen spreken elkaar tegen" },
    sentence: { en: "The columns contradict each other.", nl: "De kolommen spreken elkaar tegen." },
  },
  "several streets": {
    name: { en: "Several streets fit equally well", nl: "Meerdere straten passen even goed" },
    sentence: { en: "Several addresses fit equally well.", nl: "Meerdere adressen passen even goed." },
  },
  "several at the number": {
    name: { en: "Several addresses at the number", nl: "Meerdere adressen op dit nummer" },
    sentence: {
      en: "This number has several addresses, with letters or additions.",
      nl: "Dit nummer heeft meerdere adressen, met letters of toevoegingen.",
    },
  },
  "not complete": {
    name: { en: "Street or place not complete", nl: "Straat of plaats niet volledig" },
    sentence: {
      en: "The name of the street or place is not complete.",
      nl: "De naam van de straat of plaats is niet volledig.",
    },
  },
  former: {
    name: { en: "A former address", nl: "Een voormalig adres" },
    sentence: {
      en: ({ address, valid_until }) => `${address} has not been an address since ${valid_until}.`,
      nl: ({ address, valid_until }) => `${address} is sinds ${valid_until} geen adres meer.`,
    },
  },
  "not exact": {
    name: { en: "Only an inexact address was found", nl: "Alleen een niet-exact adres gevonden" },
    sentence: { en: "No address fits exactly.", nl: "Geen adres past precies." },
  },
};

export const REASON_CODES = Object.keys(REASONS) as [RowReason, ...RowReason[]];

/** Reasons of unknown ids, and the fields in which an address changed. */
const RECHECK_REASONS: Readonly<Record<UnknownReason | TextField, Translated>> = {
  "no id": { en: "No id", nl: "Geen id" },
  "not an id": { en: "Not an id of an address", nl: "Geen id van een adres" },
  "no day": { en: "No day", nl: "Geen dag" },
  "unknown id": { en: "The registry does not have the id", nl: "De registratie kent het id niet" },
  "never an address": { en: "The id was never an address", nl: "Het id was nooit een adres" },
  straatnaam: { en: "street", nl: "straat" },
  huisnummer: { en: "house number", nl: "huisnummer" },
  huisletter: { en: "house letter", nl: "huisletter" },
  huisnummertoevoeging: { en: "addition", nl: "toevoeging" },
  postcode: { en: "postcode", nl: "postcode" },
  woonplaats: { en: "place", nl: "plaats" },
  gemeente: { en: "gemeente", nl: "gemeente" },
};

/** Returns a reason as a sentence. */
export function reasonSentence(refusal: RowRefusal, language: Language): string {
  const sentence = REASONS[refusal.why].sentence[language] as string | ((refusal: RowRefusal) => string);
  return typeof sentence === "string" ? sentence : sentence(refusal);
}

/** Returns the name of a reason by which rows are counted; of changes the names of their fields, joined. */
export function reasonName(reason: string, language: Language): string {
  if (reason in REASONS) {
    return REASONS[reason as RowReason].name[language];
  }
  const parts = reason.split("|") as (keyof typeof RECHECK_REASONS)[];
  return parts.map((part) => RECHECK_REASONS[part][language]).join(", ");
}
