/** Finds the chunks of a line that are a postcode, a mistyped one, or the prefix of one. */
import { isBorder } from "./clean-line.ts";
import type { Chunk } from "./normalize.ts";

/**
 * Kinds of spans. `whole`: a postcode. `broken`: a mistyped one. `area`: four digits that may be those of a postcode.
 * `begun`: fewer digits, as a field of their own at the end of a line; read only while typing.
 */
export type PostcodeKind = "whole" | "broken" | "area" | "begun";

/** Chunks [from, to). */
export interface PostcodeSpan {
  readonly kind: PostcodeKind;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Mistyped postcode: 4 to 8 letters and digits, with at least three digits and a letter. */
export const BROKEN_POSTCODE = /^(?=(?:\D*\d){3})(?=\d*[a-z])[a-z0-9]{4,8}$/;
const WHOLE = /^[1-9]\d{3}[a-z]{2}$/;
const AREA = /^[1-9]\d{3}$/;
const BEGUN = /^[1-9]\d{0,2}$/;

/** Words that may also be the letters of a postcode: `3731 De Bilt`, `1382 te Weesp`. */
const SHORT_WORD = /^(de|te|in|it|st|op)$/;

/** Maximum spans of each kind. */
const MOST = 2;

/** Spans of a line by kind. */
export type PostcodeSpans = Readonly<Record<PostcodeKind, readonly PostcodeSpan[]>>;

export function postcodeSpans(chunks: readonly Chunk[]): PostcodeSpans {
  const spans: Record<PostcodeKind, PostcodeSpan[]> = { whole: [], broken: [], area: [], begun: [] };
  const add = (kind: PostcodeKind, from: number, to: number) => {
    const text = chunks
      .slice(from, to)
      .map((chunk) => chunk.text)
      .join("");
    if (spans[kind].length < MOST) spans[kind].push({ kind, from, to, text });
  };
  chunks.forEach(({ text, gap }, from) => {
    const next = chunks[from + 1];
    const isPair = next !== undefined && /^[a-z]{1,3}$/.test(next.text) && /^[\s.|-]*$/.test(next.gap);
    const isWholePair = isPair && AREA.test(text) && next.text.length === 2;
    if (WHOLE.test(text)) add("whole", from, from + 1);
    else if (isWholePair) add("whole", from, from + 2);
    else if (BROKEN_POSTCODE.test(text)) add("broken", from, from + 1);
    else if (isPair && /^\d{3,5}$/.test(text)) add("broken", from, from + 2);
    if (AREA.test(text) && !(isWholePair && !SHORT_WORD.test(next.text))) add("area", from, from + 1);
    if (from > 0 && next === undefined && isBorder(gap) && BEGUN.test(text)) add("begun", from, from + 1);
  });
  return spans;
}
