/** Numbers, dates and lists in the language of a page; dates in English are British: 15 October 2021. */
export function formatsOf(language: "nl" | "en") {
  const locale = language === "nl" ? "nl" : "en-GB";
  const numbers = new Intl.NumberFormat(locale);
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return {
    /** Formats a count with the separators of the language: 12.034. */
    count: (value: number) => numbers.format(value),
    /** Formats a number with at most so many decimals. */
    decimal: (value: number, digits: number) =>
      value.toLocaleString(locale, { maximumFractionDigits: digits }),
    /** Formats a date of the form YYYY-MM-DD, also when a time follows. */
    date: (date: string) => dates.format(new Date(date)),
    list: (names: readonly string[]) => new Intl.ListFormat(locale).format(names),
  };
}
