import { ALL_GEMEENTEN } from "../../../registry/file/registry-meta.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import type { Language } from "../../kit/server/preferences.ts";
import type { Coverage } from "../coverage.ts";

/** Returns the part of the country that a registry holds. */
export function coverageOf({ meta, areas }: Snapshot): Coverage {
  if (meta.isDemo) {
    return { kind: "demo" };
  }
  return meta.area.includes(ALL_GEMEENTEN)
    ? { kind: "country" }
    : { kind: "gemeenten", names: meta.area.map((code) => areas.gemeenten.get(Number(code))?.naam ?? code) };
}

/** Maximum gemeenten that a title names. */
const MAX_NAMES = 3;

/** Returns what a registry holds as the end of a title: `adressen van Weesp`. */
export function coverageTitle(coverage: Coverage | undefined, language: Language): string {
  const texts = TEXTS[language];
  if (coverage === undefined) {
    return texts.addresses;
  }
  if (coverage.kind !== "gemeenten") {
    return texts[coverage.kind];
  }
  const { names } = coverage;
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  return texts.gemeenten(names.length > MAX_NAMES ? texts.count(names.length) : list.format(names));
}

const TEXTS = {
  nl: {
    addresses: "Nederlandse adressen",
    country: "elk Nederlands adres",
    demo: "een verzonnen land",
    gemeenten: (names: string) => `adressen van ${names}`,
    count: (n: number) => `${n} gemeenten`,
  },
  en: {
    addresses: "Dutch addresses",
    country: "every Dutch address",
    demo: "a fictitious country",
    gemeenten: (names: string) => `addresses of ${names}`,
    count: (n: number) => `${n} municipalities`,
  },
} as const;
