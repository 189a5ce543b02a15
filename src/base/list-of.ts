/**
 * Returns the different values of a list, trimmed, in the order of their first places; leaves out empty ones. All lists
 * in queries and settings are read by it, so that a repeated value costs no work. `text` may be several lists.
 */
export function listOf(text: string | readonly string[], separator = ","): string[] {
  const values = new Set<string>();
  for (const each of typeof text === "string" ? [text] : text) {
    addParts(values, each, separator);
  }
  values.delete("");
  return [...values];
}

/** Adds the trimmed parts of a text. One that equals the part before it is skipped without being copied. */
function addParts(values: Set<string>, text: string, separator: string): void {
  let last = "";
  for (let start = 0; start < text.length; ) {
    const next = start + last.length;
    if (text.startsWith(last, start) && (next === text.length || text[next] === separator)) {
      start = next + 1;
      continue;
    }
    const end = text.indexOf(separator, start);
    last = text.slice(start, end < 0 ? text.length : end);
    values.add(last.trim());
    start += last.length + 1;
  }
}
