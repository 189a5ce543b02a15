/** Language of the visible texts. The address `?lang=` wins, then the visitor's choice, then what the server chose. */
export type Language = "nl" | "en";
/** Texts of a page: the Dutch table defines the names, the English one has the same. */
export type Texts<T> = { readonly nl: T; readonly en: { readonly [K in keyof T]: T[K] } };

const STORED = "baken-language";

export function currentLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem(STORED);
  const language = asked === "nl" || asked === "en" ? asked : document.documentElement.lang;
  return language === "en" ? "en" : "nl";
}

/** Keeps the choice for every page of this server and sets the language of the document. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
  document.documentElement.lang = language;
}
