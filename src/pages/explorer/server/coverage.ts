import { ALL_GEMEENTEN } from "../../../registry/file/registry-meta.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import { explainTestData } from "../../../registry/file/test-data.ts";
import { formatsOf } from "../../kit/formats.ts";
import type { Language } from "../../kit/server/preferences.ts";

/** Returns what a search of a registry cannot find, because it is not loaded; undefined where everything is. */
export function explainMissing(s: Snapshot, language: Language): string | undefined {
  const named = nameGemeenten(s, language);
  const only = {
    nl: `Deze server heeft alleen ${named}; de rest van Nederland is niet geladen.`,
    en: `This server only has ${named}; the rest of the Netherlands is not loaded.`,
  };
  return explainTestData(s.meta, language) ?? (named && only[language]);
}

/** Titles that name the content of a registry. */
interface CoverageTitles {
  /** End of a title: `adressen van Weesp`. */
  readonly title: string;
  /** Heading of its own: `Weesp: 12.034 adressen`. */
  readonly heading: string;
}

/** Returns the coverage of a registry in words; undefined stands for a server without one. */
export function coverageTitles(s: Snapshot | undefined, language: Language): CoverageTitles {
  if (s === undefined) {
    return TITLES.none[language];
  }
  const { isDemo, sample, counts } = s.meta;
  if (isDemo && sample === undefined) {
    return TITLES.generated[language];
  }
  const named = nameGemeenten(s, language);
  const addresses = formatsOf(language).count(counts.adressen);
  const titles = {
    nl: { title: `adressen van ${named}`, heading: `${named}: ${addresses} adressen` },
    en: { title: `addresses of ${named}`, heading: `${named}: ${addresses} addresses` },
  };
  return (named === undefined ? TITLES.country : titles)[language];
}

/** Maximum gemeenten that a text names. */
const MAX_NAMES = 3;

/** Names the gemeenten of a registry; undefined for the whole country. */
function nameGemeenten({ meta, areas }: Snapshot, language: Language): string | undefined {
  if (meta.area.includes(ALL_GEMEENTEN)) {
    return undefined;
  }
  const names = meta.area.map((code) => areas.gemeenten.get(Number(code))?.naam ?? code);
  return names.length > MAX_NAMES ? COUNT[language](names.length) : formatsOf(language).list(names);
}

const COUNT = { nl: (n: number) => `${n} gemeenten`, en: (n: number) => `${n} municipalities` };

const TITLES = {
  none: {
    nl: { title: "Nederlandse adressen", heading: "Nog geen gegevens" },
    en: { title: "Dutch addresses", heading: "No data yet" },
  },
  country: {
    nl: { title: "elk Nederlands adres", heading: "Elk adres van Nederland" },
    en: { title: "every Dutch address", heading: "Every address in the Netherlands" },
  },
  generated: {
    nl: { title: "gegenereerde testgegevens", heading: "Gegenereerde testgegevens" },
    en: { title: "generated test data", heading: "Generated test data" },
  },
};
