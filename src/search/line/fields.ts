/** Splits a line into fields at commas and the like, and finds those that hold digits of something else. */
import { isFieldSeparator } from "./clean-line.ts";
import { isDesignationLike, isDesignationWord } from "./designation-words.ts";
import type { Token } from "./normalize.ts";
import type { NumberSpan } from "./number-spans.ts";
import { MISTYPED_POSTCODE, type PostcodeSpan } from "./postcode-spans.ts";

/**
 * Returns the positions of the tokens that remain when the digits of fields without number or postcode are dropped,
 * each with the word before it, which it belongs to. The other words of those fields may be the place. Returns
 * `undefined` when nothing next to the number shows that it is a street's (in `Dam 12, 2 hoog` the 2 is not), or when
 * nothing is dropped and `postcode` is not four digits; those must begin a field or follow the number.
 */
export function withoutForeignDigits(
  tokens: readonly Token[],
  postcode: PostcodeSpan | undefined,
  number: NumberSpan,
): ReadonlySet<number> | undefined {
  const isUsed = (i: number) =>
    (i >= number.at && i <= number.at + number.length) ||
    (postcode !== undefined && i >= postcode.from && i < postcode.to);
  const fields = fieldsOf(tokens);
  const numberFieldIndex = fields.findIndex((field) => field.includes(number.at));
  const foreign = fields.flatMap((field) =>
    field.some(isUsed) ? [] : field.filter((i, k) => isForeign(tokens, i) || isForeign(tokens, field[k + 1])),
  );
  if (postcode?.kind === "area") {
    // Anywhere else it may be the number of the street before it.
    const isApart =
      fields.some(([first]) => first === postcode.from) || postcode.from === number.at + number.length + 1;
    if (!isApart) {
      return undefined;
    }
  } else if (foreign.length === 0) {
    return undefined;
  }
  const isPostcodeFirst =
    numberFieldIndex === 0 && postcode?.kind === "complete" && fields[0]!.includes(postcode.from);
  const hasStreet = fields[numberFieldIndex]!.every(isUsed)
    ? fields[numberFieldIndex - 1]?.some((i) => foreign.includes(i)) === false
    : isNextToName(tokens, fields[numberFieldIndex]!, number);
  return hasStreet || isPostcodeFirst
    ? new Set(tokens.keys().filter((i) => !foreign.includes(i)))
    : undefined;
}

/** Returns true for digits, perhaps followed by letters, unless they may be a mistyped postcode. */
function isForeign(tokens: readonly Token[], at: number | undefined): boolean {
  const text = at === undefined ? "" : tokens[at]!.text;
  return /^\d+[a-z]*$/.test(text) && !MISTYPED_POSTCODE.test(text);
}

/** Returns the positions of tokens, field by field. */
function fieldsOf(tokens: readonly Token[]): number[][] {
  const fields: number[][] = [];
  tokens.forEach(({ gap }, i) => {
    if (i === 0 || isFieldSeparator(gap)) {
      fields.push([]);
    }
    fields.at(-1)!.push(i);
  });
  return fields;
}

/** Returns true when a name is directly before the number, or directly after it when the field begins with it. */
function isNextToName(
  tokens: readonly Token[],
  field: readonly number[],
  { at, length }: NumberSpan,
): boolean {
  const neighbour = tokens[field[0] === at ? at + length + 1 : at - 1]?.text ?? "";
  const isDesignation = neighbour.length > 4 ? isDesignationLike(neighbour) : isDesignationWord(neighbour);
  return /^[a-z]{3}/.test(neighbour) && !isDesignation;
}
