/** Finds the tokens of a line that are a postcode, a mistyped one, or the prefix of one. */
import { isFieldSeparator } from "./clean-line.ts";
import type { Token } from "./normalize.ts";

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
