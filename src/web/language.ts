/** Languages of the pages. */
export const LANGUAGES = ["nl", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Returns the language of a page: the one asked for, else the first of `Accept-Language` that exists, else Dutch. */
export function languageOf(asked: Language | undefined, acceptLanguage: string | null): Language {
  if (asked !== undefined) {
    return asked;
  }
  const wanted = (acceptLanguage ?? "").toLowerCase().split(",");
  const codes = wanted.map((entry) => entry.trim().slice(0, 2));
  return LANGUAGES.find((language) => language === codes.find((code) => isLanguage(code))) ?? "nl";
}

function isLanguage(code: string): code is Language {
  return (LANGUAGES as readonly string[]).includes(code);
}
