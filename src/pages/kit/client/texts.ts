/** Texts of a component: both languages side by side in one entry, beside the component that shows them. */
import { type TextTable, textsIn } from "../../../base/language.ts";
import { currentLanguage } from "./preferences.ts";

/** Returns the texts in the language in which the server rendered the page. */
export function pickTexts<T extends TextTable>(texts: T) {
  return textsIn(texts, currentLanguage());
}
