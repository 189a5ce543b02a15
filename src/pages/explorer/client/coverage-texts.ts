/** Texts about the part of the country that this server has. */
import { pageData } from "./page-data.ts";
import { language, texts } from "./texts.ts";

/** Maximum gemeenten that a text names. */
const MAX_NAMES = 3;

/** Returns what a search of this server cannot find, because it is not loaded; undefined where everything is. */
export function notLoaded(): string | undefined {
  const coverage = pageData.registry?.coverage;
  switch (coverage?.kind) {
    case "gemeenten":
      return texts.onlyGemeenten(gemeenten(coverage.names));
    case "test data":
      return coverage.explanation;
  }
  return undefined;
}

function gemeenten(names: readonly string[]): string {
  return names.length > MAX_NAMES
    ? texts.gemeentenCount(names.length)
    : new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}
