/** The fields of a line, as commas and the like part them, and which of them belong to another number than the address's. */
import { isBorder } from "./clean-line.ts";
import { isDesignationLike, isDesignationWord } from "./designation-words.ts";
import type { Chunk } from "./normalize.ts";
import type { NumberSpan } from "./number-spans.ts";
import { BROKEN_POSTCODE, type PostcodeSpan } from "./postcode-spans.ts";

/**
 * The chunks that remain without the digits of fields that hold neither number nor postcode, and the word before each,
 * which they belong to; `undefined` when that is all of them, or when nothing beside the number says that it is a street's:
 * of `Dam 12, 2 hoog` the 2 is none. What else stands in those fields may be the place.
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

/** Not what may be a postcode that was typed wrong. */
function isForeign(chunks: readonly Chunk[], at: number | undefined): boolean {
  const text = at === undefined ? "" : chunks[at]!.text;
  return /^\d+[a-z]*$/.test(text) && !BROKEN_POSTCODE.test(text);
}

/** Positions of chunks, field by field. */
function fieldsOf(chunks: readonly Chunk[]): number[][] {
  const fields: number[][] = [];
  chunks.forEach(({ gap }, i) => {
    if (i === 0 || isBorder(gap)) fields.push([]);
    fields.at(-1)!.push(i);
  });
  return fields;
}

/** Whether a name stands right before the number, or right behind it when the field begins with it. */
function isBesideName(
  chunks: readonly Chunk[],
  field: readonly number[],
  { at, length }: NumberSpan,
): boolean {
  const beside = chunks[field[0] === at ? at + length + 1 : at - 1]?.text ?? "";
  const isDesignation = beside.length > 4 ? isDesignationLike(beside) : isDesignationWord(beside);
  return /^[a-z]{3}/.test(beside) && !isDesignation;
}
