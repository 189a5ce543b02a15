const NOT_PLAIN = /[^\x20-\x7e]|[&<>]/;
const EACH_NOT_PLAIN = /[^\x20-\x7e]|[&<>]/gu;

const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Returns element text as Kadaster delivers it: ASCII only, everything else as lower-case hexadecimal references. */
export function characterData(text: string): string {
  if (!NOT_PLAIN.test(text)) return text;
  return text.replace(EACH_NOT_PLAIN, (c) => NAMED[c] ?? `&#x${c.codePointAt(0)!.toString(16)};`);
}
