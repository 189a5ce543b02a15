/** Words that several parts of the page show. */
import { pickTexts } from "../../kit/client/texts.ts";

export const texts = pickTexts({
  addresses: { nl: "Adressen", en: "Addresses" },
  buildings: { nl: "Panden", en: "Buildings" },
  cities: { nl: "Woonplaatsen", en: "Places" },
  municipalities: { nl: "Gemeenten", en: "Municipalities" },
  streets: { nl: "Straten", en: "Streets" },
  numbers: { nl: "Huisnummers", en: "House numbers" },
  none: { nl: "geen", en: "none" },
  unknown: { nl: "onbekend", en: "unknown" },
  loading: { nl: "Bezig met laden…", en: "Loading…" },
  plannedAddress: {
    nl: "Gepland: hier kan nog niemand wonen of werken.",
    en: "Planned: nobody can live or work here yet.",
  },
});
