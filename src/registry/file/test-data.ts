/** Words about a registry that is not the country's: the sample of real data that baken ships, or invented data. */

/** Value of `sample` in the metadata of the sample: the place that it covers. */
export const SAMPLE = "Weesp";

/** Metadata of a registry (registry-meta.ts). Pages use this file too, so it imports nothing. */
interface DataFacts {
  readonly isDemo: boolean;
  readonly sample: string | undefined;
  /** YYYY-MM-DD. */
  readonly referenceDate: string;
}
type Language = "nl" | "en";

const TEXTS = {
  nl: {
    locale: "nl",
    today: { [SAMPLE]: "sinds 2022 deel van Amsterdam" },
    sample: (what: string) => `Voorbeeld: ${what}`,
    onlySample: (what: string) => `Deze server heeft alleen het voorbeeld: ${what}.`,
    generated: "Gegenereerde testgegevens",
    onlyGenerated: "Deze server heeft alleen gegenereerde testgegevens: geen van deze adressen bestaat echt.",
  },
  en: {
    locale: "en-GB",
    today: { [SAMPLE]: "part of Amsterdam since 2022" },
    sample: (what: string) => `Sample: ${what}`,
    onlySample: (what: string) => `This server has only the sample: ${what}.`,
    generated: "Generated test data",
    onlyGenerated: "This server has only generated test data: none of its addresses exist.",
  },
} as const;

/** Returns the name of test data, without a full stop; undefined for other data. */
export function describeTestData(facts: DataFacts, language: Language = "en"): string | undefined {
  const { sample, generated } = TEXTS[language];
  const what = describeSample(facts, language);
  return what === undefined ? (facts.isDemo ? generated : undefined) : sample(what);
}

/** Returns a sentence that explains why something is not found on a server of test data; undefined for other data. */
export function explainTestData(facts: DataFacts, language: Language = "en"): string | undefined {
  const { onlySample, onlyGenerated } = TEXTS[language];
  const what = describeSample(facts, language);
  return what === undefined ? (facts.isDemo ? onlyGenerated : undefined) : onlySample(what);
}

/** Returns place and day of a sample: `Weesp, 15 October 2021 (part of Amsterdam since 2022)`. */
function describeSample({ sample, referenceDate }: DataFacts, language: Language): string | undefined {
  if (sample === undefined) {
    return undefined;
  }
  const { locale, today } = TEXTS[language];
  const form = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  const day = new Date(referenceDate).toLocaleDateString(locale, form);
  return `${sample}, ${day}${sample === SAMPLE ? ` (${today[SAMPLE]})` : ""}`;
}
