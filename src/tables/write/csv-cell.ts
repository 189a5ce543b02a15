/** Cells of CSV: quoting by RFC 4180, and text that a spreadsheet would evaluate (CSV injection). */

/** First characters that make a spreadsheet evaluate a cell as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Prefixes an apostrophe to text that a spreadsheet would evaluate; `'s-Gravenhage` is not affected. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Returns the function that quotes a cell where its content, or the delimiter, requires it. */
export function cellQuoting(delimiter = ","): (text: string) => string {
  const quoted = new RegExp(`["\r\n${RegExp.escape(delimiter)}]`);
  return (text) => (quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
}
