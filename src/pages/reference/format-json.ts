/** JSON as people read it. Shared by server and browser: imports nothing. */

const INLINE_LENGTH = 60;
const MAX_RECORDS = 2;
const MAX_VALUES = 6;

/** Formats a value with two spaces of indentation; short lists of plain values stay on one line. */
export function formatJson(value: unknown, indentation = ""): string {
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  const deeper = `${indentation}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => formatJson(item, deeper))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${formatJson(item, deeper)}`);
  const [open, close] = isList ? "[]" : "{}";
  const inline = `${open}${parts.join(", ")}${close}`;
  const isShort = inline.length <= INLINE_LENGTH && !inline.includes("\n");
  if (parts.length === 0 || (isList && isShort && !value.some(isObject))) {
    return inline;
  }
  return `${open}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indentation}${close}`;
}

/** Shortens long lists to their first values; the last one says how many more there are. */
export function shortenLists(value: unknown, more: (count: number) => string): unknown {
  if (Array.isArray(value)) {
    const max = value.some(isObject) ? MAX_RECORDS : MAX_VALUES;
    const kept = value.slice(0, max).map((item) => shortenLists(item, more));
    return value.length > max ? [...kept, `… ${more(value.length - max)}`] : kept;
  }
  if (!isObject(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortenLists(item, more)]));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
