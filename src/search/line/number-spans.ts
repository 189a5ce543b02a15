/**
 * Finds the tokens of a line that may be its house number, those after it that may be letter and addition, and those
 * that are a postcode, a mistyped one, or the prefix of one.
 */
import { NOISE } from "./abbreviations.ts";
import { isFieldSeparator } from "./clean-line.ts";
import { isDesignationLike } from "./designation-words.ts";
import type { Token } from "./normalize.ts";

/** House number at token `at`; `length` tokens after it are its designation. */
export interface NumberSpan {
  readonly at: number;
  readonly length: number;
}

const MAX_NUMBERS = 4;
const MAX_DESIGNATION_TOKENS = 4;

/**
 * Returns the last numbers first, because numbers in street names come earlier; each with the longest designation
 * first. A word joined to the number is always in its designation: *no* announces nothing in 36-NO.
 */
export function numberSpans(tokens: readonly Token[], postcode: PostcodeSpan | undefined): NumberSpan[] {
  const spans: NumberSpan[] = [];
  for (const at of numberPositions(tokens, postcode)) {
    const longest = designationLength(tokens, at, postcode);
    const shortest = longest > 0 && isJoinedNoise(tokens[at + 1]!) ? 1 : 0;
    for (let length = longest; length >= shortest; length--) {
      spans.push({ at, length });
    }
  }
  return spans;
}

/** Returns true for an announcing word directly after a hyphen or slash. */
function isJoinedNoise({ text, gap }: Token): boolean {
  return (gap === "-" || gap === "/") && NOISE.has(text);
}

/** Returns the tokens that begin with a possible house number, the last first. */
function numberPositions(tokens: readonly Token[], postcode: PostcodeSpan | undefined): number[] {
  const isTaken = (i: number) => postcode !== undefined && i >= postcode.from && i < postcode.to;
  return tokens
    .map((_, i) => i)
    .filter((i) => !isTaken(i) && /^0*[1-9]\d{0,4}([a-z]|$)/.test(tokens[i]!.text))
    .reverse()
    .slice(0, MAX_NUMBERS);
}

function designationLength(tokens: readonly Token[], at: number, postcode: PostcodeSpan | undefined): number {
  let length = 0;
  while (length < MAX_DESIGNATION_TOKENS) {
    const i = at + 1 + length;
    const token = tokens[i];
    if (token === undefined || i === postcode?.from || isArticle(token) || !isDesignationLike(token.text)) {
      break;
    }
    length++;
  }
  return length;
}

/** Returns true for the first token of 's-Gravenhage or 't Zand. */
function isArticle({ text, gap }: Token): boolean {
  return (text === "s" || text === "t") && gap.endsWith("'");
}

/** Words between the first and the last number of a range, in one run. */
const RANGE_WORDS = /^(tm|tot|totenmet|en|tussen|until|to|through)$/;
const RANGE_GAP = /^\s*[&+]\s*$/;
const MAX_RANGE_WORDS = 3;

/**
 * Returns the end of the range whose first number is at token `at` (`12 t/m 18`, `12 & 14`); `undefined` when there is
 * none. 12-14 is no range: 14 may be an addition, and otherwise the number is found without it (collectors.ts).
 */
export function rangeEnd(tokens: readonly Token[], at: number): number | undefined {
  const first = Number.parseInt(tokens[at]!.text, 10);
  for (let words = 0; words <= MAX_RANGE_WORDS; words++) {
    const last = tokens[at + 1 + words];
    if (last === undefined) {
      return undefined;
    }
    if (!/^\d{1,5}[a-z]?$/.test(last.text)) {
      continue;
    }
    const between = tokens.slice(at + 1, at + 1 + words).map(({ text }) => text);
    const isRange = words === 0 ? RANGE_GAP.test(last.gap) : RANGE_WORDS.test(between.join(""));
    return isRange && Number.parseInt(last.text, 10) > first ? at + 2 + words : undefined;
  }
  return undefined;
}

const WORDS =
  "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig";
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  WORDS.split(" ").map((word, number) => [word, `${number}`]),
);

/** Returns the tokens with number words replaced by digits; `undefined` when there are none. */
export function replaceNumberWords(tokens: readonly Token[]): readonly Token[] | undefined {
  if (!tokens.some(({ text }) => NUMBER_WORDS.has(text))) {
    return undefined;
  }
  return tokens.map((token) => ({ ...token, text: NUMBER_WORDS.get(token.text) ?? token.text }));
}

/**
 * Kinds of spans. `complete`: a postcode. `mistyped`: one with an error. `area`: four digits, perhaps of a postcode.
 * `prefix`: fewer digits, as a field of their own at the end of a line; read only while typing.
 */
type PostcodeKind = "complete" | "mistyped" | "area" | "prefix";

/** Tokens [from, to). */
export interface PostcodeSpan {
  readonly kind: PostcodeKind;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Mistyped postcode: 4 to 8 letters and digits, with at least three digits and a letter. */
export const MISTYPED_POSTCODE = /^(?=(?:\D*\d){3})(?=\d*[a-z])[a-z0-9]{4,8}$/;
const COMPLETE = /^[1-9]\d{3}[a-z]{2}$/;
const AREA = /^[1-9]\d{3}$/;
const PREFIX = /^[1-9]\d{0,2}$/;

/** Words that may also be the letters of a postcode: `3731 De Bilt`, `1382 te Weesp`. */
const SHORT_WORD = /^(de|te|in|it|st|op)$/;

/** Maximum spans of each kind. */
const MAX_SPANS = 2;

/** Spans of a line by kind. */
export type PostcodeSpans = Readonly<Record<PostcodeKind, readonly PostcodeSpan[]>>;

/** Finds the tokens of a line that are a postcode, a mistyped one, or the prefix of one. */
export function postcodeSpans(tokens: readonly Token[]): PostcodeSpans {
  const spans: Record<PostcodeKind, PostcodeSpan[]> = { complete: [], mistyped: [], area: [], prefix: [] };
  const add = (kind: PostcodeKind, from: number, to: number) => {
    const text = tokens
      .slice(from, to)
      .map((token) => token.text)
      .join("");
    if (spans[kind].length < MAX_SPANS) {
      spans[kind].push({ kind, from, to, text });
    }
  };
  tokens.forEach(({ text, gap }, from) => {
    const next = tokens[from + 1];
    const isPair = next !== undefined && /^[a-z]{1,3}$/.test(next.text) && /^[\s.|-]*$/.test(next.gap);
    const isCompletePair = isPair && AREA.test(text) && next.text.length === 2;
    if (COMPLETE.test(text)) {
      add("complete", from, from + 1);
    } else if (isCompletePair) {
      add("complete", from, from + 2);
    } else if (MISTYPED_POSTCODE.test(text)) {
      add("mistyped", from, from + 1);
    } else if (isPair && /^\d{3,5}$/.test(text)) {
      add("mistyped", from, from + 2);
    }
    if (AREA.test(text) && !(isCompletePair && !SHORT_WORD.test(next.text))) {
      add("area", from, from + 1);
    }
    if (from > 0 && next === undefined && isFieldSeparator(gap) && PREFIX.test(text)) {
      add("prefix", from, from + 1);
    }
  });
  return spans;
}
