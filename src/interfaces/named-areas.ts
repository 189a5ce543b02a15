/** Provincies and gemeenten that a line names; the search knows them only as places of addresses. */
import { memoizePerObject } from "../base/memoize.ts";
import { type Gemeente, type Provincie, selectAreas } from "../registry/file/areas.ts";
import { nameKey } from "../registry/schema/name-key.ts";

/**
 * Returns the areas that a line names, sorted by name. The word for their kind may precede the name. While typing,
 * returns the areas whose name, with the provincie after it, begins with the line.
 */
export function findNamed<T extends Gemeente | Provincie>(
  areas: ReadonlyMap<number, T>,
  line: string,
  isTyping: boolean,
): T[] {
  const typed = wordsOf(line).replace(/^(?:gemeente|provincie) (?=.)/, "");
  if (typed === "") {
    return [];
  }
  return selectAreas(areas, (area) => {
    const { names, beginnings } = namesOf(area);
    return isTyping ? beginnings.some((name) => name.startsWith(typed)) : names.includes(typed);
  });
}

/** Returns the words of a text, in lower case without diacritics and punctuation, with single spaces between. */
export function wordsOf(text: string): string {
  const key = /[^ -~]/.test(text) ? nameKey(text) : text.toLowerCase();
  return key.replace(/[^a-z0-9]+/g, " ").trim();
}

interface AreaNames {
  readonly names: readonly string[];
  /** Texts that a line may be the beginning of. */
  readonly beginnings: readonly string[];
}

const namesOf = memoizePerObject((area: Gemeente | Provincie): AreaNames => {
  if (!("provincie" in area)) {
    const names = provincieNames(area);
    return { names, beginnings: names };
  }
  const name = wordsOf(area.naam);
  return {
    names: [name],
    beginnings: provincieNames(area.provincie).map((provincie) => `${name} ${provincie}`),
  };
});

function provincieNames({ naam }: Provincie): string[] {
  const name = wordsOf(naam);
  return name === "friesland" ? [name, "fryslan"] : [name];
}
