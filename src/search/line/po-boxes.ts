/** PO boxes and freepost numbers (antwoordnummers): not in the BAG, but a line may have an address as well. */
import type { Token } from "./normalize.ts";

const BOX = /^(postbus|postbox|pobox|antwoordnummer|antwoordnr)(\d{1,6}[a-z]?)?$/;
/** Fast check: matches the first token of each name of a box. */
const BEGINNING = /^(p|a)/;
const NUMBER = /^\d{1,6}[a-z]?$/;

/** Tokens [from, to) that name a box; `postcodeTo` is the end of the postcode after it, or `to` without a postcode. */
interface BoxSpan {
  readonly from: number;
  readonly to: number;
  readonly postcodeTo: number;
}

export interface LineWithoutPoBoxes {
  readonly isPoBox: boolean;
  /** Tokens without the boxes and their postcodes; empty when they cannot be an address. */
  readonly rest: readonly Token[];
  /** Tokens with the postcodes of the boxes, when the line has no other postcode: they may be the street's. */
  readonly restWithPostcodes: readonly Token[] | undefined;
}

/** Cuts out "postbus 12" and the postcode after it, so that a street address in the same line is found. */
export function withoutPoBoxes(tokens: readonly Token[]): LineWithoutPoBoxes {
  const boxes: BoxSpan[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const box = BEGINNING.test(tokens[i]!.text) ? boxAt(tokens, i) : undefined;
    if (box === undefined) {
      continue;
    }
    boxes.push(box);
    i = box.to - 1;
  }
  if (boxes.length === 0) {
    return { isPoBox: false, rest: tokens, restWithPostcodes: undefined };
  }
  const without = (end: (box: BoxSpan) => number) =>
    tokens.filter((_, i) => !boxes.some((box) => i >= box.from && i < end(box)));
  const rest = without(({ postcodeTo }) => postcodeTo);
  const all = without(({ to }) => to);
  const mayBeShared = all.length > rest.length && !rest.some((_, i) => postcodeEnd(rest, i) > i);
  return {
    isPoBox: true,
    rest: mayBeAddress(rest) ? rest : [],
    restWithPostcodes: mayBeShared && mayBeAddress(rest) ? all : undefined,
  };
}

function boxAt(tokens: readonly Token[], from: number): BoxSpan | undefined {
  const text = (i: number) => tokens[i]?.text ?? "";
  const words = [text(from), text(from) + text(from + 1), text(from) + text(from + 1) + text(from + 2)];
  const length = words.findIndex((word) => BOX.test(word)) + 1;
  const isShort = text(from) === "pb" && from === 0;
  if (length === 0 && !isShort) {
    return undefined;
  }
  let to = from + Math.max(1, length);
  const isGlued = /\d/.test(text(to - 1));
  if (/^(nr|no|nummer)$/.test(text(to))) {
    to++;
  }
  if (!isGlued && NUMBER.test(text(to))) {
    to++;
  } else if (!isGlued && (isShort || tokens.length > to)) {
    return undefined;
  }
  // "1.234" is one number.
  while (/^\d{3}$/.test(text(to)) && tokens[to]!.gap === ".") {
    to++;
  }
  return { from, to, postcodeTo: postcodeEnd(tokens, to) };
}

/** Returns the end of the postcode that begins at `from`; `from` when there is none. */
function postcodeEnd(tokens: readonly Token[], from: number): number {
  const [first = "", second = ""] = [tokens[from]?.text, tokens[from + 1]?.text];
  if (/^[1-9]\d{3}[a-z]{2}$/.test(first)) {
    return from + 1;
  }
  return /^[1-9]\d{3}$/.test(first) && /^[a-z]{2}$/.test(second) ? from + 2 : from;
}

/** Returns true when the tokens have a digit and a word of four letters or more. */
function mayBeAddress(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => /\d/.test(text)) && tokens.some(({ text }) => /^[a-z]{4}/.test(text));
}
