/** Texts about the part of the country that this server has. */
import { pickTexts } from "../../kit/client/texts.ts";
import { formatList } from "./format.ts";
import { pageData } from "./page-data.ts";

const texts = pickTexts({
  only: {
    nl: (names: string) => `Deze server heeft alleen ${names}; de rest van Nederland is niet geladen.`,
    en: (names: string) => `This server only has ${names}; the rest of the Netherlands is not loaded.`,
  },
  gemeenten: { nl: (n: number) => `${n} gemeenten`, en: (n: number) => `${n} municipalities` },
});

/** Maximum gemeenten that a text names. */
const MAX_NAMES = 3;

/** Returns what a search of this server cannot find, because it is not loaded; undefined where everything is. */
export function notLoaded(): string | undefined {
  const coverage = pageData.registry?.coverage;
  switch (coverage?.kind) {
    case "gemeenten": {
      const { names } = coverage;
      const loaded = names.length > MAX_NAMES ? texts.gemeenten(names.length) : formatList(names);
      return texts.only(loaded);
    }
    case "test data":
      return coverage.explanation;
  }
  return undefined;
}
