import type { Translated } from "../../../../base/language.ts";
import { reasonSentence } from "../../../../batch/texts/reasons.ts";
import { currentLanguage } from "../../../kit/client/preferences.ts";

const FITS_BEST = { nl: "Dit past het best:", en: "These fit best:" };

/** Texts that follow the sentence of a reason, above the candidates. */
const FOLLOWING: Readonly<Record<string, Translated>> = {
  "no such designation": { nl: "Deze bestaan wel:", en: "These do exist:" },
  "no number": FITS_BEST,
  "not complete": FITS_BEST,
  "other place": { nl: "Elders wel:", en: "It does elsewhere:" },
  "words not understood": { nl: "Dit past bij de rest:", en: "These fit the rest:" },
  "other postcode": { nl: "Dit past bij een deel ervan:", en: "These fit some of them:" },
  "several streets": { nl: "Voeg de plaats of de postcode toe.", en: "Add the place or the postcode." },
  "several at the number": { nl: "Voeg de letter of toevoeging toe.", en: "Add the letter or addition." },
};

/** Says why there is no certain answer. */
export function refusalText(reason: { readonly why: string }): string {
  const language = currentLanguage();
  const sentence = reasonSentence(reason as Parameters<typeof reasonSentence>[0], language);
  return [sentence, FOLLOWING[reason.why]?.[language]].filter(Boolean).join(" ");
}
