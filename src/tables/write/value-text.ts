import type { Value } from "../table.ts";

/** Between the texts of a list, in formats without lists. */
const LIST_SEPARATOR = "|";

/** Returns a value as text: of a cell what a person reads, lists joined; `""` for null and for what is no number. */
export function textOf(value: Value): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return Number.isFinite(value) ? `${value}` : "";
    case "boolean":
      return value ? "true" : "false";
  }
  if (value === null) {
    return "";
  }
  return "kind" in value ? value.text : value.join(LIST_SEPARATOR);
}

/** Returns a value as text for formats with nulls: empty text, and a list without items, is one. */
export function textOrNull(value: Value): string | null {
  return textOf(value) || null;
}
