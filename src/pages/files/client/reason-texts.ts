/** Explains rows to review, in the language of the page. */
import type { Translated } from "../../../base/language.ts";
import { correctionsText } from "../../../batch/texts/corrections.ts";
import { reasonSentence } from "../../../batch/texts/reasons.ts";
import type { Correction, DoubtfulRow } from "../answers.ts";
import { language } from "./texts.ts";

/** How an address was found. */
const FOUND: Readonly<Partial<Record<DoubtfulRow["match"], Translated>>> = {
  exact: { en: "The address was found exactly.", nl: "Het adres is precies gevonden." },
  corrected: {
    en: "The address is written differently in your row.",
    nl: "Het adres staat anders geschreven dan in uw rij.",
  },
  one_of_several: {
    en: "This number only exists with letters or additions, in one place. The first is chosen.",
    nl: "Dit nummer bestaat alleen met letters of toevoegingen, op één plek. Gekozen is de eerste.",
  },
  undecided: {
    en: "The address of this id no longer exists. Choose what took its place.",
    nl: "Het adres van dit id bestaat niet meer. Kies wat ervoor in de plaats kwam.",
  },
};
const NO_LONGER: Translated = {
  en: "This is a former address: it no longer exists.",
  nl: "Dit is een voormalig adres: het bestaat niet meer.",
};

/** Returns why a row is doubtful: the reason for no address, else how its address was found. */
export function reasonText({
  reason,
  match,
  former,
}: Pick<DoubtfulRow, "reason" | "match" | "former">): string {
  if (former !== null && match !== "undecided") {
    // The card has its days.
    return NO_LONGER[language];
  }
  return reason === null ? (FOUND[match]?.[language] ?? "") : reasonSentence(reason, language);
}

/** Returns the differences between an address and its row. */
export function correctedText(corrected: readonly Correction[]): string {
  return correctionsText(corrected, language);
}
