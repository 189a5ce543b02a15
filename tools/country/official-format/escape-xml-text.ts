const NEEDS_ESCAPE = /[^\x20-\x7e]|[&<>]/;
const EACH_TO_ESCAPE = /[^\x20-\x7e]|[&<>]/gu;

const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Returns element text as Kadaster delivers it: ASCII only, everything else as lower-case hexadecimal references. */
export function escapeXmlText(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) {
    return text;
  }
  return text.replace(EACH_TO_ESCAPE, (c) => NAMED[c] ?? `&#x${c.codePointAt(0)!.toString(16)};`);
}
