/** Texts that explain an answer: how a line was read, why nothing is certain. */
import type { Texts } from "../../kit/client/preferences.ts";
import { language } from "./texts.ts";

/** Reason of a refusal, as the interface gives it (docs/search.md, "Refusals"). */
export interface Reason {
  readonly why: string;
  readonly number?: number | undefined;
  readonly designation?: string | undefined;
  readonly words?: string | undefined;
  readonly address?: string | undefined;
  readonly valid_until?: string | null | undefined;
}

const nl = {
  title: "Zo is het gelezen",
  parts: {
    street: "straat",
    number: "nummer",
    designation: "letter of toevoeging",
    postcode: "postcode",
    place: "plaats",
    leftover: "niet gebruikt",
  },
  match: {
    exact: "Precies dit adres",
    corrected: "Dit adres, na verbetering",
    one_of_several: "Een van de adressen op dit nummer",
    former: "Een voormalig adres",
  },
  matchHint: {
    exact: "Alles wat u typte klopt met het adres.",
    corrected: "Alleen dit adres kan bedoeld zijn, ook al is het anders geschreven.",
    one_of_several: "Dit nummer bestaat alleen met letters of toevoegingen, op één plek. Dit is de eerste.",
    former: "Dit adres bestaat niet meer.",
  },
  uncertain: "Niet zeker welk adres",
  candidates: (shown: string, total: string) =>
    shown === total ? `Kies uit ${total} adressen` : `Kies uit ${total} adressen; de beste ${shown}:`,
  candidate: "Bedoelt u dit adres?",
  nothing: "Niets gevonden",
  isPostcodeOf: (numbers: string) => `is ${numbers}. De rest van de regel komt daar niet voor.`,
  named: "Dit is geen adres, maar wel:",
  nearestNumbers: "Dichtstbijzijnde nummers",
  nothingHint: "Controleer de spelling, of zoek op postcode en huisnummer.",
  edits: (n: number) => (n === 1 ? "1 typefout verbeterd" : `${n} typefouten verbeterd`),
  notes: {
    prefix: "aangevuld",
    words: "deel van de naam",
    all: "woorden in andere volgorde",
    stripped: "zonder titel of voorletters",
    core: "zonder titel of voorletters",
    alias: "andere naam van de plaats",
    short: "korte naam van de plaats",
    gemeente: "naam van de gemeente",
    provincie: "naam van de provincie",
    suffix: "afkorting van de provincie",
    equivalent: "zelfde betekenis, anders geschreven",
    part: "deel van de toevoeging",
    plain: "het nummer zonder toevoeging",
    other: "bestaat niet bij dit nummer",
  } as Record<string, string>,
  becomes: "wordt",
  details: "Alle stappen van de zoekmachine",
  steps: "Stappen, de strengste eerst",
  found: (n: string) => `${n} gevonden`,
  scores: "Scores van de beste kandidaten",
  interpretations: "Manieren waarop de regel te lezen is",
  browserKey:
    "Met een serversleutel of op een open server laat deze pagina ook zien hoe elk deel is gelezen.",
  reasons: {
    "po box": () => "Dit is een postbus. Postbussen staan niet in de BAG.",
    nothing: () => "Geen straat, plaats of postcode lijkt hierop.",
    "no such number": ({ number }: Reason) => `De straat bestaat, maar heeft geen nummer ${number}.`,
    "no such designation": ({ designation }: Reason) =>
      `Het nummer bestaat, maar niet met “${designation}”. Deze bestaan wel:`,
    range: ({ designation }: Reason) => `“${designation}” is een reeks. Dit zijn de uiteinden:`,
    "no number": () => "Het huisnummer ontbreekt. Dit past het best:",
    "other place": ({ words }: Reason) =>
      `Deze straat met dit nummer bestaat niet in “${words}”. Elders wel:`,
    "words not understood": ({ words }: Reason) => `“${words}” is niet begrepen. Dit past bij de rest:`,
    "other postcode": () => "Postcode, straat en plaats horen niet bij elkaar. Dit past bij een deel ervan:",
    "several streets": () => "Meerdere adressen passen even goed. Voeg de plaats of de postcode toe.",
    "several at the number": () => "Dit nummer heeft meerdere adressen. Voeg de letter of toevoeging toe.",
    "not complete": () => "De naam van de straat of plaats is niet volledig. Dit past het best:",
    former: ({ address, valid_until }: Reason) => `${address} bestaat sinds ${valid_until} niet meer.`,
  } as Record<string, (reason: Reason) => string>,
};

const en: typeof nl = {
  title: "How it was read",
  parts: {
    street: "street",
    number: "number",
    designation: "letter or addition",
    postcode: "postcode",
    place: "place",
    leftover: "not used",
  },
  match: {
    exact: "Exactly this address",
    corrected: "This address, after a correction",
    one_of_several: "One of the addresses at this number",
    former: "A former address",
  },
  matchHint: {
    exact: "Everything you typed agrees with the address.",
    corrected: "Only this address can be meant, although it was written differently.",
    one_of_several: "This number only exists with letters or additions, in one place. This is the first.",
    former: "This address no longer exists.",
  },
  uncertain: "Not certain which address",
  candidates: (shown, total) =>
    shown === total ? `Choose from ${total} addresses` : `Choose from ${total} addresses; the best ${shown}:`,
  candidate: "Is this the address you mean?",
  nothing: "Nothing found",
  isPostcodeOf: (numbers) => `is ${numbers}. The rest of the line does not occur there.`,
  named: "This is not an address, but it is:",
  nearestNumbers: "Nearest numbers",
  nothingHint: "Check the spelling, or search by postcode and house number.",
  edits: (n) => (n === 1 ? "1 typing error corrected" : `${n} typing errors corrected`),
  notes: {
    prefix: "completed",
    words: "part of the name",
    all: "words in another order",
    stripped: "without title or initials",
    core: "without title or initials",
    alias: "another name of the place",
    short: "short name of the place",
    gemeente: "name of the municipality",
    provincie: "name of the province",
    suffix: "abbreviation of the province",
    equivalent: "same meaning, written differently",
    part: "part of the addition",
    plain: "the number without addition",
    other: "does not exist at this number",
  },
  becomes: "becomes",
  details: "All steps of the search",
  steps: "Steps, the strictest first",
  found: (n) => `${n} found`,
  scores: "Scores of the best candidates",
  interpretations: "Ways to read the line",
  browserKey: "With a server key, or on an open server, this page also shows how each part was read.",
  reasons: {
    "po box": () => "This is a PO box. PO boxes are not in the BAG.",
    nothing: () => "No street, place or postcode resembles this.",
    "no such number": ({ number }) => `The street exists, but has no number ${number}.`,
    "no such designation": ({ designation }) =>
      `The number exists, but not with “${designation}”. These do exist:`,
    range: ({ designation }) => `“${designation}” is a range. These are its ends:`,
    "no number": () => "The house number is missing. These fit best:",
    "other place": ({ words }) =>
      `This street with this number does not exist in “${words}”. It does elsewhere:`,
    "words not understood": ({ words }) => `“${words}” was not understood. These fit the rest:`,
    "other postcode": () => "Postcode, street and place do not belong together. These fit some of them:",
    "several streets": () => "Several addresses fit equally well. Add the place or the postcode.",
    "several at the number": () => "This number has several addresses. Add the letter or addition.",
    "not complete": () => "The name of the street or place is not complete. These fit best:",
    former: ({ address, valid_until }) => `${address} has not existed since ${valid_until}.`,
  },
};

const TEXTS: Texts<typeof nl> = { nl, en };
export const readingTexts = TEXTS[language];
