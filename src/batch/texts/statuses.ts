/**
 * Matches of rows and statuses of ids, in both languages and with their colours. Browsers run this file: it imports
 * types only.
 */
import type { Translated } from "../../base/language.ts";
import type { RowStatus } from "../outcome.ts";

/** Colour in charts and lists. */
type Tone = "exact" | "corrected" | "several" | "none" | "plain";

export const STATUS_TEXTS: Readonly<Record<RowStatus, Translated & { readonly tone: Tone }>> = {
  exact: { en: "found exactly", nl: "precies gevonden", tone: "exact" },
  corrected: { en: "found after a correction", nl: "gevonden na verbetering", tone: "corrected" },
  one_of_several: { en: "one of several addresses", nl: "een van meerdere adressen", tone: "several" },
  former: { en: "a former address", nl: "een voormalig adres", tone: "several" },
  none: { en: "not found", nl: "niet gevonden", tone: "none" },
  unchanged: { en: "unchanged", nl: "ongewijzigd", tone: "exact" },
  changed: { en: "written differently now", nl: "nu anders geschreven", tone: "corrected" },
  replaced: { en: "replaced", nl: "vervangen", tone: "several" },
  undecided: { en: "to choose", nl: "te kiezen", tone: "plain" },
  ended: { en: "ended", nl: "vervallen", tone: "none" },
  unknown: { en: "unknown", nl: "onbekend", tone: "none" },
};
