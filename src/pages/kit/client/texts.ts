/** Texts of a component: both languages side by side in one entry, beside the component that shows them. */
import type { Language, Translated } from "../../../base/language.ts";
import { currentLanguage } from "./preferences.ts";

type Entries = Readonly<Record<string, Translated<unknown>>>;

/** Returns the texts in the language in which the server rendered the page. */
export function pickTexts<T extends Entries>(texts: T): { readonly [Name in keyof T]: T[Name][Language] } {
  const language = currentLanguage();
  const picked = Object.entries(texts).map(([name, text]) => [name, text[language]]);
  return Object.fromEntries(picked) as { readonly [Name in keyof T]: T[Name][Language] };
}
