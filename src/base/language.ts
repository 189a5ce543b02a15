/** Languages of the pages, of reports, and of the sentences in geocoded files. */
export const LANGUAGES = ["nl", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** One text in all languages. */
export type Translated<Text = string> = Readonly<Record<Language, Text>>;
