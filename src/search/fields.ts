/** Splits a line into fields at commas and the like, and finds those that hold digits of something else. */
import { isBorder } from "./clean-line.ts";
import { isDesignationLike, isDesignationWord } from "./designation-words.ts";
import type { Chunk } from "./normalize.ts";
import type { NumberSpan } from "./number-spans.ts";
import { BROKEN_POSTCODE, type PostcodeSpan } from "./postcode-spans.ts";

/**
 * Returns the positions of the chunks that remain when the digits of fields without number or postcode are dropped,
 * each with the word before it, which it belongs to. The other words of those fields may be the place. Returns
 * `undefined` when nothing beside the number shows that it is a street's (in `Dam 12, 2 hoog` the 2 is not), or when
 * nothing is dropped and `postcode` is not four digits; those must begin a field or follow the number.
 */
export function withoutForeignDigits(
  chunks: readonly Chunk[],
  postcode: PostcodeSpan | undefined,
  number: NumberSpan,
): ReadonlySet<number> | undefined {
  const isUsed = (i: number) =>
    (i >= number.at && i <= number.at + number.length) ||
    (postcode !== undefined && i >= postcode.from && i < postcode.to);
  const fields = fieldsOf(chunks);
  const own = fields.findIndex((field) => field.includes(number.at));
  const foreign = fields.flatMap((field) =>
    field.some(isUsed) ? [] : field.filter((i, k) => isForeign(chunks, i) || isForeign(chunks, field[k + 1])),
  );
  if (postcode?.kind === "area") {
    // Anywhere else it may be the number of the street before it.
    const isApart =
      fields.some(([first]) => first === postcode.from) || postcode.from === number.at + number.length + 1;
    if (!isApart) return undefined;
  } else if (foreign.length === 0) return undefined;
  const isPostcodeFirst = own === 0 && postcode?.kind === "whole" && fields[0]!.includes(postcode.from);
  const hasStreet = fields[own]!.every(isUsed)
    ? fields[own - 1]?.some((i) => foreign.includes(i)) === false
    : isBesideName(chunks, fields[own]!, number);
  return hasStreet || isPostcodeFirst
    ? new Set(chunks.keys().filter((i) => !foreign.includes(i)))
    : undefined;
}

/** Returns true for digits, perhaps followed by letters, unless they may be a mistyped postcode. */
function isForeign(chunks: readonly Chunk[], at: number | undefined): boolean {
  const text = at === undefined ? "" : chunks[at]!.text;
  return /^\d+[a-z]*$/.test(text) && !BROKEN_POSTCODE.test(text);
}

/** Returns the positions of chunks, field by field. */
function fieldsOf(chunks: readonly Chunk[]): number[][] {
  const fields: number[][] = [];
  chunks.forEach(({ gap }, i) => {
    if (i === 0 || isBorder(gap)) fields.push([]);
    fields.at(-1)!.push(i);
  });
  return fields;
}

/** Returns true when a name is directly before the number, or directly after it when the field begins with it. */
function isBesideName(
  chunks: readonly Chunk[],
  field: readonly number[],
  { at, length }: NumberSpan,
): boolean {
  const beside = chunks[field[0] === at ? at + length + 1 : at - 1]?.text ?? "";
  const isDesignation = beside.length > 4 ? isDesignationLike(beside) : isDesignationWord(beside);
  return /^[a-z]{3}/.test(beside) && !isDesignation;
}
