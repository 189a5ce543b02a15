/** Texts that several pages show. */
import { pickTexts } from "../../kit/client/texts.ts";

export const sharedTexts = pickTexts({
  none: { en: "none", nl: "geen" },
  never: { en: "never", nl: "nooit" },
  cancel: { en: "Cancel", nl: "Annuleren" },
  day: { en: "Day (UTC)", nl: "Dag (UTC)" },
  requests: { en: "Requests", nl: "Verzoeken" },
  testData: {
    en: (sample: string | undefined) => (sample === undefined ? "generated test data" : "sample"),
    nl: (sample: string | undefined): string =>
      sample === undefined ? "gegenereerde testgegevens" : "voorbeeld",
  },
  noRegistry: { en: "no registry", nl: "geen register" },
  state: { en: "State", nl: "Status" },
  usage: { en: "Use", nl: "Gebruik" },
  daysShown: { en: "Period", nl: "Periode" },
  requestRate: { en: "Requests per second", nl: "Verzoeken per seconde" },
  errorShare: { en: "Errors (5xx)", nl: "Fouten (5xx)" },
  time: { en: "Time", nl: "Tijd" },
  noTrafficThen: { en: "No requests in this period.", nl: "Geen verzoeken in deze periode." },
  size: { en: "Size", nl: "Grootte" },
  when: { en: "When", nl: "Wanneer" },
  deleteFile: { en: "Delete file", nl: "Verwijderen" },
});
