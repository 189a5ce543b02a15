/** Explains rows to review, in the language of the page. */
import { reasonSentence } from "../../../batch/texts/reasons.ts";
import { currentLanguage } from "../../kit/client/preferences.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import type { DoubtfulRow } from "./answers.ts";

/** How an address was found. */
const found: Readonly<Partial<Record<DoubtfulRow["match"], string>>> = pickTexts({
  exact: { en: "The address was found exactly.", nl: "Het adres is precies gevonden." },
  corrected: {
    en: "The address is written differently in your row.",
    nl: "Het adres staat anders geschreven dan in uw rij.",
  },
  one_of_several: {
    en: "This number only exists with letters or additions, in one place. The first is chosen.",
    nl: "Dit nummer bestaat alleen met letters of toevoegingen, op één plek. De eerste is gekozen.",
  },
  undecided: {
    en: "The address of this id no longer exists. Choose what took its place.",
    nl: "Het adres van dit id bestaat niet meer. Kies wat ervoor in de plaats kwam.",
  },
  // The card has its days.
  former: {
    en: "This is a former address: it no longer exists.",
    nl: "Dit is een voormalig adres: het bestaat niet meer.",
  },
});

/** Returns why a row is doubtful: the reason for no address, else how its address was found. */
export function reasonText({ reason, match, former }: DoubtfulRow): string {
  const isFormer = former !== null && match !== "undecided";
  return reason === null || isFormer
    ? (found[isFormer ? "former" : match] ?? "")
    : reasonSentence(reason, currentLanguage());
}
