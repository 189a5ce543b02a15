/** Reasons why a row has no address (batch/outcome.ts, search/refusal.ts), in words of the page. */
import type { Texts } from "../../kit/client/preferences.ts";
import { language } from "./texts.ts";

const nl = {
  empty: "Deze rij heeft geen adres.",
  "other country": "Dit adres ligt buiten Nederland. Alleen Nederland staat in de BAG.",
  "damaged number": "Het huisnummer is door een spreadsheet veranderd, zoals 1-3 in een datum.",
  "not a house number": "Wat bij het huisnummer staat, is geen huisnummer.",
  range: "Dit is een reeks van huisnummers. Hieronder staan het eerste en het laatste.",
  "unknown postcode": "Geen adres heeft deze postcode. Die van een postbus staat niet in de BAG.",
  "doubtful column": "Een kolom die niet is gebruikt, noemt een ander adres op dit nummer.",
  "too long": "De tekst is te lang voor een adres.",
  "not a position": "De coördinaten zijn leeg of geen getallen.",
  "swapped coordinates": "De coördinaten lijken verwisseld.",
  "outside the Netherlands": "De coördinaten liggen buiten Nederland.",
  "no address near": "Bij deze coördinaten ligt geen adres.",
  "po box": "Dit is een postbus. Postbussen staan niet in de BAG.",
  nothing: "Geen adres lijkt hierop.",
  "no such number": "De straat bestaat, maar dit nummer niet.",
  "no such designation": "Het nummer bestaat, maar niet met deze letter of toevoeging.",
  "no number": "Er staat geen huisnummer in.",
  "other place": "In deze plaats heeft geen straat met die naam dat nummer.",
  "words not understood": "Een deel van de rij is niet begrepen.",
  "other postcode": "Postcode, straat en plaats horen niet bij elkaar.",
  "other parameter": "De kolommen spreken elkaar tegen.",
  "several streets": "Meer adressen passen even goed.",
  "several at the number": "Dit nummer heeft meer adressen, met letters of toevoegingen.",
  "not complete": "Straat of plaats is niet volledig genoemd.",
  former: "Dit adres bestaat niet meer.",
  "not exact": "Geen adres past precies.",
  one_of_several: "Dit nummer bestaat alleen met letters of toevoegingen, op één plek. Gekozen is de eerste.",
  corrected: "Het adres staat anders geschreven dan in uw rij.",
} as Record<string, string>;

const en: typeof nl = {
  empty: "This row has no address.",
  "other country": "This address lies outside the Netherlands. Only the Netherlands is in the BAG.",
  "damaged number": "A spreadsheet has changed the house number, such as 1-3 into a date.",
  "not a house number": "What stands at the house number is none.",
  range: "This is a range of house numbers. Below are the first and the last.",
  "unknown postcode": "No address has this postcode. That of a PO box is not in the BAG.",
  "doubtful column": "A column that is not used names another address at this number.",
  "too long": "The text is too long for an address.",
  "not a position": "The coordinates are empty or no numbers.",
  "swapped coordinates": "The coordinates seem swapped.",
  "outside the Netherlands": "The coordinates lie outside the Netherlands.",
  "no address near": "No address lies near these coordinates.",
  "po box": "This is a PO box. PO boxes are not in the BAG.",
  nothing: "No address resembles this.",
  "no such number": "The street exists, but this number does not.",
  "no such designation": "The number exists, but not with this letter or addition.",
  "no number": "It has no house number.",
  "other place": "No street of that name has that number in this place.",
  "words not understood": "A part of the row was not understood.",
  "other postcode": "Postcode, street and place do not belong together.",
  "other parameter": "The columns contradict each other.",
  "several streets": "Several addresses fit equally well.",
  "several at the number": "This number has several addresses, with letters or additions.",
  "not complete": "Street or place is not named completely.",
  former: "This address exists no more.",
  "not exact": "No address fits exactly.",
  one_of_several: "This number exists only with letters or additions, in one spot. The first is chosen.",
  corrected: "The address is written otherwise than in your row.",
};

const TEXTS: Texts<typeof nl> = { nl, en };

/** Returns a reason or match in words; the server's own sentence for one that this page does not know. */
export function reasonText(code: string, message: string | null): string {
  return TEXTS[language][code] ?? message ?? code;
}

/** Parts of an address in the sentences about corrections (batch/corrections.ts). */
const DUTCH_PARTS: Readonly<Record<string, string>> = {
  street: "straat",
  place: "plaats",
  postcode: "postcode",
  number: "nummer",
  "written as": "geschreven als",
  "not used": "niet gebruikt",
};

/** Returns what an address has otherwise than its row, `street: Keurstaat → Keurstraat; …`, in words of the page. */
export function correctedText(corrected: string): string {
  return language === "en"
    ? corrected
    : corrected
        .split("; ")
        .map((part) =>
          part
            .replace(/^[^:]+(?=: )/, (name) => DUTCH_PARTS[name] ?? name)
            .replace(/, the first of (\d+)$/, ", het eerste van $1"),
        )
        .join("; ");
}
