/** Texts of the page in the language in which the server rendered it. */
import { currentLanguage, type Texts } from "../../kit/client/preferences.ts";
import { TEXTS_EN } from "./texts-en.ts";
import { TEXTS_NL } from "./texts-nl.ts";

const TEXTS: Texts<typeof TEXTS_NL> = { nl: TEXTS_NL, en: TEXTS_EN };
export const language = currentLanguage();
export const texts = TEXTS[language];
