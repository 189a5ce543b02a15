/** Ranking of search entries. */
import MiniSearch, { type Query } from "minisearch";
import type { SearchEntry, SearchKind } from "../page-data.ts";
import { singularOf, synonymsOf, WEAK_WORDS } from "./search-words.ts";

const MAX_RESULTS = 12;
/** Factor of each kind: the likeliest kinds come first among equal matches. */
const KIND_FACTOR: Readonly<Record<SearchKind, number>> = {
  guide: 2,
  operation: 1.6,
  error: 1.3,
  heading: 1.1,
  field: 0.7,
  parameter: 0.7,
};
/** Factor of a title that is the only word, also when that is typed with an error. */
const WHOLE_TITLE_FACTOR = 3;
/** Fewer results than this are followed by entries that lack a word. */
const FEW = 3;
/** Maximum results of one kind with one title, or its plural: a parameter that many paths have is shown a few times. */
const MAX_SAME = 2;
/** Factor of a word of the same meaning. */
const SYNONYM_FACTOR = 0.6;

type Index = MiniSearch<{ readonly id: number; readonly title: string; readonly text: string }>;
const indexes = new WeakMap<readonly SearchEntry[], Index>();

/** Returns the entries with all typed words, the best first; when they are few, followed by those with some words. */
export function findEntries(entries: readonly SearchEntry[], typed: string): SearchEntry[] {
  const queries = wordsOf(typed).map(queryOf);
  const factorOf = ([kind, title]: SearchEntry, term: string) =>
    KIND_FACTOR[kind] *
    (queries.length === 1 && singularOf(title.toLowerCase()) === term ? WHOLE_TITLE_FACTOR : 1);
  const find = (combineWith: "AND" | "OR") =>
    indexOf(entries)
      .search(
        { combineWith, queries },
        { boostDocument: (id, term) => factorOf(entries[id]!, term), boost: { title: 3 } },
      )
      .map(({ id }) => entries[id]!);
  const exact = find("AND");
  const found = exact.length < FEW ? [...new Set([...exact, ...find("OR")])] : exact;
  const shown = new Map<string, number>();
  const isFew = ([kind, title]: SearchEntry) => {
    const name = `${kind} ${singularOf(title)}`;
    const count = (shown.get(name) ?? 0) + 1;
    shown.set(name, count);
    return count <= MAX_SAME;
  };
  return found.filter(isFew).slice(0, MAX_RESULTS);
}

function indexOf(entries: readonly SearchEntry[]): Index {
  const known = indexes.get(entries);
  if (known !== undefined) {
    return known;
  }
  const index: Index = new MiniSearch({
    fields: ["title", "text"],
    processTerm: (term) => singularOf(term.toLowerCase()),
  });
  index.addAll(entries.map(([, title, , text], id) => ({ id, title, text })));
  indexes.set(entries, index);
  return index;
}

/** Finds a word, words that begin with it, words a typing error away (from four letters on), and its synonyms. */
function queryOf(word: string): Query {
  const fuzzy = word.length < 4 || /\d/.test(word) ? false : 0.2;
  const synonyms = { queries: synonymsOf(word), prefix: true, boostTerm: () => SYNONYM_FACTOR };
  return { combineWith: "OR", queries: [{ queries: [word], prefix: true, fuzzy }, synonyms] };
}

/** Characters of an excerpt, and how many of them come before the word. */
const EXCERPT_LENGTH = 160;
const EXCERPT_LEAD = 40;

/** Returns the part of an entry's text around the first typed word. */
export function excerptOf([, , , text]: SearchEntry, typed: string): string {
  const wanted = wordsOf(typed).flatMap((word) => [word, singularOf(word), ...synonymsOf(word)]);
  const lower = text.toLowerCase();
  const places = wanted.map((word) => lower.indexOf(` ${word}`) + 1).filter((place) => place > 0);
  const first = Math.min(...places);
  return places.length === 0 || first < EXCERPT_LENGTH || wanted.some((word) => lower.startsWith(word))
    ? text.slice(0, EXCERPT_LENGTH)
    : `… ${text.slice(text.indexOf(" ", first - EXCERPT_LEAD) + 1).slice(0, EXCERPT_LENGTH)}`;
}

function wordsOf(typed: string): string[] {
  const words = typed
    .toLowerCase()
    .split(/[\s,?]+/)
    .filter(Boolean);
  const strong = words.filter((word) => !WEAK_WORDS.includes(word));
  return strong.length === 0 ? words : strong;
}
