/** Normalizes names of the index and words of a query to one form. */
import { BoundedMap } from "../../base/memoize.ts";
import { nameKey } from "../../registry/schema/name-key.ts";
import { CANONICAL_WORDS, PHRASES, SPLIT_WORDS, SUFFIXES } from "./abbreviations.ts";

/** Run of ASCII letters and digits, as typed except for case and diacritics. */
export interface Token {
  readonly text: string;
  /** Text between it and the token before; empty at the start of the line only. */
  readonly gap: string;
}

const TOKEN = /[a-z0-9]+/g;

/** Splits a text into tokens; returns `undefined` when it has more than `limit`. */
export function tokenize(text: string, limit = Number.POSITIVE_INFINITY): Token[] | undefined {
  const key = nameKey(text);
  const tokens: Token[] = [];
  let end = 0;
  for (const match of key.matchAll(TOKEN)) {
    if (tokens.length === limit) {
      return undefined;
    }
    tokens.push({ text: match[0], gap: key.slice(end, match.index) });
    end = match.index + match[0].length;
  }
  return tokens;
}

/** Returns the words of a name in canonical form: `Burg. v.d. Berghstr.` gives burgemeester van d berghstraat. */
export function canonicalName(name: string): string[] {
  return canonicalWords(tokenize(name)!.map(({ text }) => text));
}

/** Returns the canonical form of words that are split already. */
export function canonicalWords(tokens: readonly string[]): string[] {
  const words: string[] = [];
  for (const token of tokens) {
    words.push(...canonicalWord(token));
  }
  return joinPhrases(shortenYears(words));
}

/**
 * Returns the canonical form of each word. The canonical form of several consecutive words is the sequence of their
 * forms. Returns undefined when adjacent words may have a form of their own.
 */
export function canonicalParts(tokens: readonly string[]): (readonly string[])[] | undefined {
  const parts = tokens.map(canonicalWord);
  const mayJoin = (word: string) => PHRASES_BY_FIRST.has(word) || isYear(word);
  return parts.some((words) => words.some(mayJoin)) ? undefined : parts;
}

/**
 * Returns the canonical words of a name in one run. A history stores the runs of former names, and hashes of them, so a
 * change of the result raises `HISTORY_SCHEMA_VERSION`.
 */
export function nameRun(name: string): string {
  return canonicalName(name).join("");
}

/** Returns all letters and digits of a name in one run, without any rule applied: equal for equal spellings only. */
export function literalKey(tokens: readonly string[]): string {
  return tokens.join("");
}

/** Cached because a line looks up the same words in every run of words that may be a name. */
const knownWords = new BoundedMap<string, readonly string[]>(4_096);

function canonicalWord(token: string): readonly string[] {
  let words = knownWords.get(token);
  if (words === undefined) {
    words = SPLIT_WORDS.get(token) ?? [
      CANONICAL_WORDS.get(token) ?? foldLetters(expandSuffix(expandOrdinal(token))),
    ];
    knownWords.set(token, words);
  }
  return words;
}

/** Returns `13e` for `13de` and `13ste`. */
function expandOrdinal(token: string): string {
  return /^\d+(ste|de)$/.test(token) ? token.replace(/\D+$/, "e") : token;
}

function expandSuffix(token: string): string {
  for (const [short, full] of SUFFIXES) {
    if (token.length >= short.length + 3 && token.endsWith(short)) {
      return token.slice(0, -short.length) + full;
    }
  }
  return token;
}

/**
 * Replaces y by ij, which most people see as one letter, like ÿ. It stays two letters, as typed, so that one typo is
 * one edit.
 */
function foldLetters(word: string): string {
  return word.includes("y") ? word.replaceAll("y", "ij") : word;
}

function isYear(word: string | undefined): boolean {
  return word?.length === 4 && /^1[89]\d\d$/.test(word);
}

/** Removes the century of two years in a row, so that 1940-1945, 1940-45 and '40-'45 are equal. */
function shortenYears(words: string[]): string[] {
  if (!words.some(isYear)) {
    return words;
  }
  const isPart = (word: string | undefined) => isYear(word) || (word !== undefined && /^\d\d$/.test(word));
  return words.map((word, i) => {
    const isPair = (isYear(word) && isPart(words[i + 1])) || (isYear(word) && isPart(words[i - 1]));
    return isPair ? word.slice(2) : word;
  });
}

const PHRASES_BY_FIRST = Map.groupBy(PHRASES, ([words]) => words[0]!);

function joinPhrases(words: string[]): string[] {
  if (!words.some((word) => PHRASES_BY_FIRST.has(word))) {
    return words;
  }
  const joined: string[] = [];
  for (let i = 0; i < words.length; ) {
    const phrases = PHRASES_BY_FIRST.get(words[i]!);
    const phrase = phrases?.find(([parts]) => parts.every((part, k) => words[i + k] === part));
    joined.push(...(phrase?.[1] ?? [words[i]!]));
    i += phrase?.[0].length ?? 1;
  }
  return joined;
}
