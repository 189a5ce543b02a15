import { ALL_GEMEENTEN } from "../../../registry/file/registry-meta.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import { explainTestData } from "../../../registry/file/test-data.ts";
import type { Language } from "../../kit/server/preferences.ts";
import type { Coverage } from "../coverage.ts";

/** Returns the part of the country that a registry holds. */
export function coverageOf(s: Snapshot, language: Language): Coverage {
  const explanation = explainTestData(s.meta, language);
  return explanation === undefined ? areaOf(s) : { kind: "test data", explanation };
}

function areaOf({ meta, areas }: Snapshot): Exclude<Coverage, { kind: "test data" }> {
  return meta.area.includes(ALL_GEMEENTEN)
    ? { kind: "country" }
    : { kind: "gemeenten", names: meta.area.map((code) => areas.gemeenten.get(Number(code))?.naam ?? code) };
}

/** Maximum gemeenten that a title names. */
const MAX_NAMES = 3;

/** Titles that name the content of a registry. */
interface CoverageTitles {
  /** End of a title: `adressen van Weesp`. */
  readonly title: string;
  /** Heading of its own: `Weesp: 12.034 adressen`. */
  readonly heading: string;
}

/** Returns the coverage of a registry in words; undefined stands for a server without one. */
export function coverageTitles(s: Snapshot | undefined, language: Language): CoverageTitles {
  const texts = TEXTS[language];
  if (s === undefined) {
    return texts.none;
  }
  const { isDemo, sample } = s.meta;
  const coverage = isDemo && sample === undefined ? ({ kind: "generated" } as const) : areaOf(s);
  if (coverage.kind !== "gemeenten") {
    return texts[coverage.kind];
  }
  const { names } = coverage;
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const named = names.length > MAX_NAMES ? texts.count(names.length) : list.format(names);
  return texts.gemeenten(named, s.meta.counts.adressen.toLocaleString(language));
}

const TEXTS = {
  nl: {
    none: { title: "Nederlandse adressen", heading: "Nog geen gegevens" },
    country: { title: "elk Nederlands adres", heading: "Elk adres van Nederland" },
    generated: { title: "gegenereerde testgegevens", heading: "Gegenereerde testgegevens" },
    gemeenten: (names: string, addresses: string) => ({
      title: `adressen van ${names}`,
      heading: `${names}: ${addresses} adressen`,
    }),
    count: (n: number) => `${n} gemeenten`,
  },
  en: {
    none: { title: "Dutch addresses", heading: "No data yet" },
    country: { title: "every Dutch address", heading: "Every address in the Netherlands" },
    generated: { title: "generated test data", heading: "Generated test data" },
    gemeenten: (names: string, addresses: string) => ({
      title: `addresses of ${names}`,
      heading: `${names}: ${addresses} addresses`,
    }),
    count: (n: number) => `${n} municipalities`,
  },
} as const;
