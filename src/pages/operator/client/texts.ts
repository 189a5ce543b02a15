/** Visible texts of the operator's pages; notice-texts.ts has the texts of notices. */
import { currentLanguage, type Texts } from "../../kit/client/preferences.ts";
import { TEXTS_EN } from "./texts-en.ts";
import { type OperatorTexts, TEXTS_NL } from "./texts-nl.ts";

export type { OperatorTexts };

const TEXTS: Texts<OperatorTexts> = { nl: TEXTS_NL, en: TEXTS_EN };

/** Returns the texts in the language of the page, which changes only when the page loads again. */
export function useTexts(): OperatorTexts {
  return TEXTS[currentLanguage()];
}
