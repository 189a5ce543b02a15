/** Finds the tokens of a line that may be its house number, and those after it that may be letter and addition. */
import { isDesignationLike } from "./designation-words.ts";
import type { Token } from "./normalize.ts";
import type { PostcodeSpan } from "./postcode-spans.ts";

/** House number at token `at`; `length` tokens after it are its designation. */
export interface NumberSpan {
  readonly at: number;
  readonly length: number;
}

const MAX_NUMBERS = 4;
const MAX_DESIGNATION_TOKENS = 4;

/** Returns the last numbers first, as those in street names come before; each with the longest designation first. */
export function numberSpans(tokens: readonly Token[], postcode: PostcodeSpan | undefined): NumberSpan[] {
  const spans: NumberSpan[] = [];
  for (const at of numberPositions(tokens, postcode)) {
    const longest = designationLength(tokens, at, postcode);
    for (let length = longest; length >= 0; length--) {
      spans.push({ at, length });
    }
  }
  return spans;
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
 * Returns the end of the range whose first number is at token `at` (`12 t/m 18`, `12 & 14`); `undefined` when there
 * is none. 12-14 is no range: 14 may be an addition, and the number is found without it when it is none
 * (collectors.ts).
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
