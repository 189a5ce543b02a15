/** Ranking of search entries. */
import type { SearchEntry, SearchKind } from "../page-data.ts";
import { alternativesOf } from "./search-words.ts";

const MAX_RESULTS = 12;

/** Points of each kind: the likeliest kinds come first among equal matches. */
const KIND_POINTS: Readonly<Record<SearchKind, number>> = {
  operation: 20,
  guide: 24,
  error: 14,
  field: 6,
  heading: 8,
  parameter: 0,
};
/** Results below this number are followed by those that lack one of the words. */
const FEW = 3;
/** Maximum results of one kind with one title: a parameter that many paths have is shown a few times. */
const MAX_SAME = 2;
/** Share of its points that a word gives where only one of the same meaning is found. */
const SYNONYM_SHARE = 0.6;

/** Returns the entries that hold most of the typed words, first the ones with all words, the best first. */
export function findEntries(entries: readonly SearchEntry[], typed: string): SearchEntry[] {
  const words = wordsOf(typed).map(alternativesOf);
  if (words.length === 0) {
    return [];
  }
  const scored = entries.map((entry) => ({ entry, ...scoreOf(entry, words) }));
  const most = Math.max(...scored.map(({ found }) => found));
  const least = scored.filter(({ found }) => found === most).length < FEW ? most - 1 : most;
  const ranked = scored
    .filter(({ found }) => found >= Math.max(1, least))
    .toSorted((a, b) => b.found - a.found || b.score - a.score)
    .map(({ entry }) => entry);
  const shown = new Map<string, number>();
  const isFew = ([kind, title]: SearchEntry) => {
    const count = (shown.get(`${kind} ${title}`) ?? 0) + 1;
    shown.set(`${kind} ${title}`, count);
    return count <= MAX_SAME;
  };
  return ranked.filter(isFew).slice(0, MAX_RESULTS);
}

/** Characters of an excerpt, and of them those before the word. */
const EXCERPT_LENGTH = 160;
const EXCERPT_LEAD = 40;

/** Returns the part of an entry's text around the first typed word. */
export function excerptOf([, , , text]: SearchEntry, typed: string): string {
  const lower = text.toLowerCase();
  const wanted = wordsOf(typed).flatMap((word) => {
    const { own, others } = alternativesOf(word);
    return [...own, ...others];
  });
  const at = wanted
    .map((word) => placeOf(lower, word))
    .find((place) => place >= EXCERPT_LENGTH - EXCERPT_LEAD);
  if (at === undefined || wanted.some((word) => lower.slice(0, EXCERPT_LENGTH).includes(word))) {
    return text.slice(0, EXCERPT_LENGTH);
  }
  const start = text.indexOf(" ", at - EXCERPT_LEAD) + 1;
  return `… ${text.slice(start, start + EXCERPT_LENGTH)}`;
}

/** Words that say nothing beside others. */
const WEAK_WORDS = new Set([
  "a",
  "an",
  "api",
  "de",
  "do",
  "for",
  "het",
  "hoe",
  "how",
  "i",
  "in",
  "of",
  "the",
  "to",
]);

function wordsOf(typed: string): string[] {
  const words = typed
    .toLowerCase()
    .split(/[\s,?]+/)
    .filter(Boolean);
  const strong = words.filter((word) => !WEAK_WORDS.has(word));
  return strong.length === 0 ? words : strong;
}

type Alternatives = ReturnType<typeof alternativesOf>;

/** Returns how many of the words are in the title or the text, and the points of all. */
function scoreOf([kind, title, , text]: SearchEntry, words: readonly Alternatives[]) {
  const inTitle = title.toLowerCase();
  const inText = text.toLowerCase();
  const best = (forms: readonly string[]) =>
    Math.max(0, ...forms.map((form) => wordPoints(inTitle, inText, form)));
  const points = words.map(({ own, others }) => Math.max(best(own), SYNONYM_SHARE * best(others)));
  return {
    found: points.filter((part) => part > 0).length,
    score: points.reduce((sum, part) => sum + part, KIND_POINTS[kind]),
  };
}

function wordPoints(title: string, text: string, word: string): number {
  if (title === word) {
    return 60;
  }
  if (title.includes(word)) {
    return placeOf(title, word) >= 0 ? 40 : 20;
  }
  return placeOf(text, word) >= 0 ? 10 : text.includes(word) ? 5 : 0;
}

/** Returns the place where a word begins in a text; -1 where none begins so. */
function placeOf(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1]!)) {
      return at;
    }
  }
  return -1;
}
