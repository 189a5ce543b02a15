/** Ranking of search entries. */
import type { SearchEntry, SearchKind } from "../page-data.ts";

const MAX_RESULTS = 12;

/** Points of each kind: what a visitor most likely looks for comes first among equal matches. */
const KIND_POINTS: Readonly<Record<SearchKind, number>> = {
  operation: 6,
  guide: 5,
  error: 4,
  field: 3,
  heading: 2,
  parameter: 1,
};

/** Returns the entries that hold all typed words, best first. */
export function findEntries(entries: readonly SearchEntry[], typed: string): SearchEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return [];
  }
  const scored = entries.map((entry) => ({ entry, score: scoreOf(entry, words) }));
  const found = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
  return found.slice(0, MAX_RESULTS).map(({ entry }) => entry);
}

/** Returns 0 unless every word is in the title or the text. */
function scoreOf([kind, title, , text]: SearchEntry, words: readonly string[]): number {
  const points = words.map((word) => wordPoints(title.toLowerCase(), text.toLowerCase(), word));
  return points.includes(0) ? 0 : points.reduce((sum, part) => sum + part, KIND_POINTS[kind]);
}

function wordPoints(title: string, text: string, word: string): number {
  const at = title.indexOf(word);
  if (title === word) {
    return 60;
  }
  if (at >= 0) {
    const beginsWord = at === 0 || /[^\p{L}\p{N}]/u.test(title[at - 1]!);
    return beginsWord ? 40 : 20;
  }
  return text.includes(word) ? 10 : 0;
}
