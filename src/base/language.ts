/** Languages of the pages, of reports, and of the sentences in geocoded files. */
export const LANGUAGES = ["nl", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** One text in all languages. */
export type Translated<Text = string> = Readonly<Record<Language, Text>>;

/** Texts by name, each in all languages; tables may be within tables. */
export type TextTable = { readonly [name: string]: Translated<unknown> | TextTable };
type TextsOf<T> = {
  readonly [Name in keyof T]: T[Name] extends Translated<unknown> ? T[Name][Language] : TextsOf<T[Name]>;
};

/** Returns a table of texts in one language. */
export function textsIn<T extends TextTable>(table: T, language: Language): TextsOf<T> {
  const texts = Object.entries(table).map(([name, entry]) => [
    name,
    language in entry ? entry[language] : textsIn(entry as TextTable, language),
  ]);
  return Object.fromEntries(texts) as TextsOf<T>;
}

/** Returns a table of texts in each language, for a server whose visitors differ. */
export function inEachLanguage<T extends TextTable>(table: T): Translated<TextsOf<T>> {
  return { nl: textsIn(table, "nl"), en: textsIn(table, "en") };
}
