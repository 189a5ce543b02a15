import { ALL_GEMEENTEN } from "../../../registry/file/registry-meta.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import { explainTestData } from "../../../registry/file/test-data.ts";
import { formatsOf } from "../../kit/formats.ts";
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
  if (s === undefined) {
    return TITLES.none[language];
  }
  const { isDemo, sample, counts } = s.meta;
  const coverage = isDemo && sample === undefined ? ({ kind: "generated" } as const) : areaOf(s);
  if (coverage.kind !== "gemeenten") {
    return TITLES[coverage.kind][language];
  }
  const { names } = coverage;
  const formats = formatsOf(language);
  const named = names.length > MAX_NAMES ? COUNT[language](names.length) : formats.list(names);
  const addresses = formats.count(counts.adressen);
  return {
    nl: { title: `adressen van ${named}`, heading: `${named}: ${addresses} adressen` },
    en: { title: `addresses of ${named}`, heading: `${named}: ${addresses} addresses` },
  }[language];
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
