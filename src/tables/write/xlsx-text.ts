/** Text in the XML of a spreadsheet. */

/** Characters that are written as they are. */
const NOT_PLAIN = /[^\t\n !#-%'-;=?-\ud7ff\ue000-\ufffd]/;
/** Characters that XML 1.0 cannot hold: control characters, halves of surrogate pairs. */
const NOT_XML = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
/** Excel reads `_x0041_` as the character A (ECMA-376 part 1, §22.9.2.19), so the mark of such text is escaped. */
const CHARACTER_MARK = /_(?=x[0-9A-Fa-f]{4}_)/g;
const SPECIAL = /[&<>"\r]/g;
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** Escapes text for an element or an attribute; drops the characters that XML cannot hold, such as NUL. */
export function escapeXml(text: string): string {
  if (!NOT_PLAIN.test(text)) {
    return text;
  }
  return text.replace(NOT_XML, "").replace(SPECIAL, (character) => ENTITIES[character]!);
}

/** Escapes the text of a cell. */
export function escapeCellText(text: string): string {
  return escapeXml(text.includes("_x") ? text.replace(CHARACTER_MARK, "_x005F_") : text);
}
