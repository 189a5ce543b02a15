/** Reasons why a row has no address, and corrections, in the language of the page. */
import type { Language } from "../../kit/client/preferences.ts";
import type { Correction, DoubtfulRow, RowReason, RowRefusal } from "../answers.ts";
import { language } from "./texts.ts";

type ReasonWith<Why> = RowRefusal & { readonly why: Why };
type CorrectionWith<Code> = Correction & { readonly code: Code };

/** Matches and statuses of rows to review. */
type ReviewedMatch = "exact" | "corrected" | "one_of_several" | "former" | "undecided";

/** Texts by code; a code without a text does not compile. */
interface RowTexts {
  readonly reasons: { readonly [Why in RowReason]: (reason: ReasonWith<Why>) => string };
  readonly matches: Readonly<Record<ReviewedMatch, string>>;
  readonly corrections: {
    readonly [Code in Correction["code"]]: (correction: CorrectionWith<Code>) => string;
  };
}

const nl: RowTexts = {
  reasons: {
    empty: () => "Deze rij heeft geen adres.",
    "other country": ({ country }) =>
      `Dit adres ligt in “${country}”. In de BAG staan alleen adressen in Nederland.`,
    "damaged number": ({ text }) =>
      `Een spreadsheet heeft het huisnummer veranderd in “${text}”, bijvoorbeeld 1-3 in een datum.`,
    "not a house number": ({ text }) => `“${text}” is geen huisnummer.`,
    range: () => "Dit is een reeks van huisnummers. Hieronder staan het eerste en het laatste.",
    "unknown postcode": ({ postcode }) =>
      `Geen adres heeft postcode ${postcode}. Postcodes van postbussen staan niet in de BAG.`,
    "doubtful column": ({ column, text }) =>
      `De kolom “${column}” is niet gebruikt, maar “${text}” is een ander adres op dit nummer.`,
    "too long": () => "De tekst is te lang voor een adres.",
    "not a position": () => "De coördinaten zijn leeg of geen getallen.",
    "swapped coordinates": () => "De coördinaten lijken verwisseld.",
    "outside the Netherlands": () => "De coördinaten liggen buiten Nederland.",
    "no address near": ({ radiusM }) => `Binnen ${radiusM} m van deze coördinaten ligt geen adres.`,
    "by hand": () => "U hebt gekozen dat deze rij geen adres heeft.",
    "po box": () => "Dit is een postbus. Postbussen staan niet in de BAG.",
    nothing: () => "Geen adres lijkt hierop.",
    "no such number": ({ number }) => `De straat bestaat, maar heeft geen nummer ${number}.`,
    "no such designation": ({ designation }) => `Het nummer bestaat, maar niet met “${designation}”.`,
    "no number": () => "Het huisnummer ontbreekt.",
    "other place": ({ words }) => `Deze straat met dit nummer bestaat niet in “${words}”.`,
    "words not understood": ({ words }) => `“${words}” is niet begrepen.`,
    "other postcode": () => "Postcode, straat en plaats horen niet bij elkaar.",
    "other parameter": () => "De kolommen spreken elkaar tegen.",
    "several streets": () => "Meerdere adressen passen even goed.",
    "several at the number": () => "Dit nummer heeft meerdere adressen, met letters of toevoegingen.",
    "not complete": () => "De naam van de straat of plaats is niet volledig.",
    former: () => "Dit is een voormalig adres: het bestaat niet meer.",
    "not exact": () => "Geen adres past precies.",
  },
  matches: {
    exact: "Het adres is precies gevonden.",
    corrected: "Het adres staat anders geschreven dan in uw rij.",
    one_of_several:
      "Dit nummer bestaat alleen met letters of toevoegingen, op één plek. Gekozen is de eerste.",
    former: "Dit adres bestaat niet meer.",
    undecided: "Het adres van dit id bestaat niet meer. Kies wat ervoor in de plaats kwam.",
  },
  corrections: {
    street: ({ typed, address }) => `straat: ${typed} → ${address}`,
    place: ({ typed, address }) => `plaats: ${typed} → ${address}`,
    postcode: ({ typed, address }) => `postcode: ${typed} → ${address ?? "geen"}`,
    number: ({ typed, address }) => `nummer: ${typed} → ${address}`,
    first_of: ({ typed, address, count }) => `nummer: ${typed} → ${address}, het eerste van ${count}`,
    written_as: ({ address }) => `geschreven als: ${address}`,
    not_used: ({ typed }) => `niet gebruikt: ${typed}`,
    next_to: () => "naast dit adres",
    opposite: () => "tegenover dit adres",
    distance: ({ metres }) => `${metres} m van het adres`,
    nearest_of: ({ count }) => `het dichtste van ${count} adressen in het gebouw`,
    equally_near: () => "andere adressen zijn even dichtbij",
  },
};

const en: RowTexts = {
  reasons: {
    empty: () => "This row has no address.",
    "other country": ({ country }) =>
      `This address is in “${country}”. The BAG only has addresses in the Netherlands.`,
    "damaged number": ({ text }) =>
      `A spreadsheet changed the house number to “${text}”, for example 1-3 to a date.`,
    "not a house number": ({ text }) => `“${text}” is not a house number.`,
    range: () => "This is a range of house numbers. Below are the first and the last.",
    "unknown postcode": ({ postcode }) =>
      `No address has postcode ${postcode}. Postcodes of PO boxes are not in the BAG.`,
    "doubtful column": ({ column, text }) =>
      `Column “${column}” is not used, but “${text}” is another address at this number.`,
    "too long": () => "The text is too long for an address.",
    "not a position": () => "The coordinates are empty or not numbers.",
    "swapped coordinates": () => "The coordinates seem swapped.",
    "outside the Netherlands": () => "The coordinates are outside the Netherlands.",
    "no address near": ({ radiusM }) => `There is no address within ${radiusM} m of these coordinates.`,
    "by hand": () => "You chose that this row has no address.",
    "po box": () => "This is a PO box. PO boxes are not in the BAG.",
    nothing: () => "No address resembles this.",
    "no such number": ({ number }) => `The street exists, but has no number ${number}.`,
    "no such designation": ({ designation }) => `The number exists, but not with “${designation}”.`,
    "no number": () => "The house number is missing.",
    "other place": ({ words }) => `This street with this number does not exist in “${words}”.`,
    "words not understood": ({ words }) => `“${words}” was not understood.`,
    "other postcode": () => "Postcode, street and place do not belong together.",
    "other parameter": () => "The columns contradict each other.",
    "several streets": () => "Several addresses fit equally well.",
    "several at the number": () => "This number has several addresses, with letters or additions.",
    "not complete": () => "The name of the street or place is not complete.",
    former: () => "This is a former address: it no longer exists.",
    "not exact": () => "No address fits exactly.",
  },
  matches: {
    exact: "The address was found exactly.",
    corrected: "The address is written differently in your row.",
    one_of_several: "This number only exists with letters or additions, in one place. The first is chosen.",
    former: "This address no longer exists.",
    undecided: "The address of this id no longer exists. Choose what took its place.",
  },
  corrections: {
    street: ({ typed, address }) => `street: ${typed} → ${address}`,
    place: ({ typed, address }) => `place: ${typed} → ${address}`,
    postcode: ({ typed, address }) => `postcode: ${typed} → ${address ?? "none"}`,
    number: ({ typed, address }) => `number: ${typed} → ${address}`,
    first_of: ({ typed, address, count }) => `number: ${typed} → ${address}, the first of ${count}`,
    written_as: ({ address }) => `written as: ${address}`,
    not_used: ({ typed }) => `not used: ${typed}`,
    next_to: () => "next to this address",
    opposite: () => "opposite this address",
    distance: ({ metres }) => `${metres} m from the address`,
    nearest_of: ({ count }) => `the nearest of ${count} addresses in the building`,
    equally_near: () => "other addresses are as near",
  },
};

const ROW_TEXTS: Readonly<Record<Language, RowTexts>> = { nl, en };

/** Returns why a row is doubtful: the reason for no address, else how its address was found. */
export function reasonText({ reason, match }: Pick<DoubtfulRow, "reason" | "match">): string {
  const { reasons, matches } = ROW_TEXTS[language];
  if (reason === null) {
    return match in matches ? matches[match as ReviewedMatch] : reasons.nothing({ why: "nothing" });
  }
  return (reasons[reason.why] as (reason: RowRefusal) => string)(reason);
}

/** Returns the differences between an address and its row: `street: Keurstaat → Keurstraat; …`. */
export function correctedText(corrected: readonly Correction[]): string {
  const { corrections } = ROW_TEXTS[language];
  return corrected
    .map((correction) => (corrections[correction.code] as (correction: Correction) => string)(correction))
    .join("; ");
}
