/** Matches of rows and statuses of ids, in both languages. Browsers run this file: it imports types only. */
import type { Translated } from "../../base/language.ts";
import type { RowStatus } from "../outcome.ts";

export const STATUS_TEXTS: Readonly<Record<RowStatus, Translated>> = {
  exact: { en: "found exactly", nl: "precies gevonden" },
  corrected: { en: "found after a correction", nl: "gevonden na verbetering" },
  one_of_several: { en: "one of several addresses", nl: "een van meerdere adressen" },
  former: { en: "a former address", nl: "een voormalig adres" },
  none: { en: "not found", nl: "niet gevonden" },
  unchanged: { en: "unchanged", nl: "ongewijzigd" },
  changed: { en: "written differently now", nl: "nu anders geschreven" },
  replaced: { en: "replaced", nl: "vervangen" },
  undecided: { en: "to choose", nl: "te kiezen" },
  ended: { en: "ended", nl: "vervallen" },
  unknown: { en: "unknown", nl: "onbekend" },
};
