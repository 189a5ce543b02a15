/**
 * Matches of rows and statuses of ids, in both languages and with their colours. Browsers run this file: it imports
 * types only.
 */
import type { Translated } from "../../base/language.ts";
import type { RowStatus } from "../outcome.ts";

/** Class of the colour in charts and lists. */
type Tone = "ok" | "info" | "warn" | "danger" | "plain";

export const STATUS_TEXTS: Readonly<Record<RowStatus, Translated & { readonly tone: Tone }>> = {
  exact: { en: "found exactly", nl: "precies gevonden", tone: "ok" },
  corrected: { en: "found after a correction", nl: "gevonden na verbetering", tone: "info" },
  one_of_several: { en: "one of several addresses", nl: "een van meerdere adressen", tone: "warn" },
  former: { en: "a former address", nl: "een voormalig adres", tone: "warn" },
  none: { en: "not found", nl: "niet gevonden", tone: "danger" },
  unchanged: { en: "unchanged", nl: "ongewijzigd", tone: "ok" },
  changed: { en: "written differently now", nl: "nu anders geschreven", tone: "info" },
  replaced: { en: "replaced", nl: "vervangen", tone: "warn" },
  undecided: { en: "to choose", nl: "te kiezen", tone: "plain" },
  ended: { en: "ended", nl: "vervallen", tone: "danger" },
  unknown: { en: "unknown", nl: "onbekend", tone: "danger" },
};
