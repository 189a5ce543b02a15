/** Parses a typed line into all its interpretations; the data decides which one is meant (match/collect.ts). */

import { withoutFloatTails } from "../../registry/schema/number-parts.ts";
import { NAMES_WITH_NOISE, NOISE, NOISE_OUTSIDE_NAMES, NOISE_PHRASES } from "./abbreviations.ts";
import { cleanLine, isFieldSeparator } from "./clean-line.ts";
import { joinDesignation } from "./designation.ts";
import { isDesignationLike, isDesignationWord } from "./designation-words.ts";
import { splitGluedTokens } from "./glued-tokens.ts";
import { type Token, tokenize } from "./normalize.ts";
import {
  MISTYPED_POSTCODE,
  type NumberSpan,
  numberSpans,
  type PostcodeSpan,
  type PostcodeSpans,
  postcodeSpans,
  rangeEnd,
  replaceNumberWords,
} from "./number-spans.ts";
import { withoutPoBoxes } from "./po-boxes.ts";

/** One interpretation of a line: postcode, number, designation and words. */
export interface Interpretation {
  /**
   * A collector tries interpretations of a later tier only while the tiers before found nothing. 0: the line as
   * typed. 1: other meanings of its digits and words. 2: with numbers left out.
   */
  readonly tier: 0 | 1 | 2;
  /** As the registry writes it. */
  readonly postcode: string | undefined;
  /** Text that looks like a mistyped postcode, in capitals. */
  readonly mistypedPostcode: string | undefined;
  /** Four digits typed in place of a whole postcode. */
  readonly postcodeArea: string | undefined;
  readonly number: number | undefined;
  /** Letter and addition after the number, in one run with its borders; empty when there are none. */
  readonly designation: string;
  /** True when the designation has words that are more likely part of a name ("den"). */
  readonly isDesignationDoubtful: boolean;
  /** Words before, between and after number and postcode; no name crosses these borders. No segment is empty. */
  readonly segments: readonly (readonly string[])[];
  /** Number of segments before the house number; 0 without one. */
  readonly segmentsBeforeNumber: number;
  /** True when a left out word, *bij*, says that the place is next to the address. */
  readonly isBeside: boolean;
  /** True when noise was left out that may be an addition as well: *36 NO*. */
  readonly isWithoutNoise?: true;
  /** Words that the interpretation leaves out of the address. */
  readonly leftover: readonly string[];
  /** Part of the line that its last token belongs to; `postcode` also when the token is left out. */
  readonly endsWith: "word" | "number" | "designation" | "postcode";
}

export interface ParsedLine {
  readonly isPoBox: boolean;
  /** Ordered by tier; empty for a line without words, with more than 28 tokens, or with only a PO box. */
  readonly interpretations: readonly Interpretation[];
}

/** Lines of more words than this are not addresses. */
const MAX_TOKENS = 28;
const MAX_INTERPRETATIONS = 48;

/** Returns all interpretations of a line; within a tier those that explain more of it as postcode and number first. */
export function parseLine(line: string, { isTyping = false } = {}): ParsedLine {
  const tokens = tokenize(withoutFloatTails(cleanLine(line)), MAX_TOKENS);
  if (tokens === undefined || tokens.length === 0) {
    return { isPoBox: false, interpretations: [] };
  }
  const { rest, restWithPostcodes, isPoBox } = withoutPoBoxes(tokens);
  if (rest.length === 0) {
    return { isPoBox, interpretations: [] };
  }
  const unglued = splitGluedTokens(rest);
  const typed = withPostcodes(unglued ?? rest);
  const interpretations = new InterpretationList();
  interpretations.addAll(typed, { tier: 0, isTyping });
  for (const other of [unglued && rest, replaceNumberWords(rest), restWithPostcodes]) {
    if (other !== undefined) {
      interpretations.addAll(withPostcodes(other), { tier: 1, isTyping: false });
    }
  }
  interpretations.addAreas(typed);
  interpretations.addRanges(typed);
  interpretations.addWithoutDigits(typed);
  return { isPoBox, interpretations: interpretations.list };
}

/** Tokens of a line, with the spans of possible postcodes. */
interface TokensWithPostcodes {
  readonly tokens: readonly Token[];
  readonly postcodes: PostcodeSpans;
}

function withPostcodes(tokens: readonly Token[]): TokensWithPostcodes {
  return { tokens, postcodes: postcodeSpans(tokens) };
}

/** Collects distinct interpretations, at most MAX_INTERPRETATIONS. */
class InterpretationList {
  readonly list: Interpretation[] = [];
  readonly #known = new Set<string>();

  /** Adds interpretations with a complete postcode, then (while typing) a prefix, then none, then a mistyped one. */
  addAll(
    { tokens, postcodes: { complete, mistyped, prefix } }: TokensWithPostcodes,
    { tier, isTyping }: { tier: 0 | 1; isTyping: boolean },
  ): void {
    for (const postcode of [...complete, ...(isTyping ? prefix : []), undefined, ...mistyped]) {
      for (const number of [...numberSpans(tokens, postcode), undefined]) {
        this.#add(buildInterpretation(tokens, { postcode, number, tier }));
      }
    }
  }

  /** Adds interpretations with four digits as a postcode's, when there is a house number as well. */
  addAreas({ tokens, postcodes }: TokensWithPostcodes): void {
    for (const postcode of postcodes.area) {
      for (const number of numberSpans(tokens, postcode)) {
        this.#add(buildInterpretation(tokens, { postcode, number, tier: 1 }));
      }
    }
  }

  /**
   * Adds interpretations without the digits of other fields, and without four digits that may be a postcode's.
   */
  addWithoutDigits({ tokens, postcodes: { complete, area } }: TokensWithPostcodes): void {
    const postcodes = complete.length > 0 ? complete : [...area, undefined];
    for (const postcode of postcodes) {
      for (const number of numberSpans(tokens, postcode)) {
        const kept = withoutForeignDigits(tokens, postcode, number);
        if (kept === undefined) {
          continue;
        }
        this.#add(buildInterpretation(tokens, { postcode, number, tier: 2, kept }));
      }
    }
  }

  /** Adds interpretations with the first number of a range. */
  addRanges({ tokens, postcodes }: TokensWithPostcodes): void {
    const [postcode] = postcodes.complete;
    for (const { at } of numberSpans(tokens, postcode).filter(({ length }) => length === 0)) {
      const end = rangeEnd(tokens, at);
      if (end === undefined) {
        continue;
      }
      const kept = new Set(tokens.keys().filter((i) => i <= at || i >= end));
      this.#add(buildInterpretation(tokens, { postcode, number: { at, length: 0 }, tier: 2, kept }));
    }
  }

  #add(interpretation: Interpretation): void {
    if (this.list.length >= MAX_INTERPRETATIONS) {
      return;
    }
    const { tier, ...content } = interpretation;
    const key = JSON.stringify(content);
    if (this.#known.has(key)) {
      return;
    }
    this.#known.add(key);
    this.list.push(interpretation);
  }
}

interface InterpretationParts {
  readonly postcode: PostcodeSpan | undefined;
  readonly number: NumberSpan | undefined;
  readonly tier: Interpretation["tier"];
  /** Positions of the tokens that belong to the address; absent when all do. */
  readonly kept?: ReadonlySet<number>;
}

function buildInterpretation(
  tokens: readonly Token[],
  { postcode, number, tier, kept }: InterpretationParts,
): Interpretation {
  const texts = tokens.map(({ text }) => text);
  const numberMatch = number === undefined ? null : /^0*(\d{1,5})(.*)$/.exec(texts[number.at]!)!;
  const behind = number === undefined ? [] : texts.slice(number.at + 1, number.at + 1 + number.length);
  const isOfNumber = (i: number) => number !== undefined && i >= number.at && i <= number.at + number.length;
  const isOfPostcode = (i: number) => postcode !== undefined && i >= postcode.from && i < postcode.to;
  const isLeftOut = (i: number) => kept !== undefined && (!kept.has(i) || isUncertainArea(postcode, i));
  const last = texts.length - 1;
  const designation =
    number === undefined ? "" : joinDesignation([textFrom(numberMatch![2]!, tokens, number)]);
  const isTaken = (i: number) => isOfNumber(i) || isOfPostcode(i) || isLeftOut(i);
  const isKind = (kind: PostcodeSpan["kind"]) =>
    postcode?.kind === kind && kept === undefined ? postcode.text.toUpperCase() : undefined;
  return {
    tier,
    postcode: postcode?.kind === "complete" ? postcode.text.toUpperCase() : undefined,
    mistypedPostcode: isKind("mistyped"),
    postcodeArea: isKind("area"),
    number: numberMatch === null ? undefined : Number(numberMatch[1]),
    designation,
    isDesignationDoubtful: !behind.every(isDesignationWord),
    segments: segmentsOf(texts, isTaken),
    segmentsBeforeNumber: number === undefined ? 0 : segmentsOf(texts.slice(0, number.at), isTaken).length,
    isBeside: false,
    leftover: texts.filter((_, i) => isLeftOut(i)),
    endsWith:
      isOfPostcode(last) || isLeftOut(last)
        ? "postcode"
        : !isOfNumber(last)
          ? "word"
          : designation === ""
            ? "number"
            : "designation",
  };
}

/** Returns the text after the digits of a house number: text glued to the digits, and the tokens of its designation. */
function textFrom(glued: string, tokens: readonly Token[], { at, length }: NumberSpan): string {
  return tokens.slice(at + 1, at + 1 + length).reduce((before, { gap, text }) => before + gap + text, glued);
}

/** Returns true for four digits that may be a postcode's: they are left out whenever digits are. */
function isUncertainArea(postcode: PostcodeSpan | undefined, i: number): boolean {
  return postcode?.kind === "area" && i === postcode.from;
}

function segmentsOf(texts: readonly string[], isTaken: (i: number) => boolean): string[][] {
  const segments: string[][] = [[]];
  texts.forEach((text, i) => {
    if (isTaken(i)) {
      segments.push([]);
    } else {
      segments.at(-1)!.push(text);
    }
  });
  return segments.filter((segment) => segment.length > 0);
}

const BESIDE = "bij";
/** After a number this is an addition, not noise. */
const HOUSE = "huis";

/** Words that are noise, or the first of a phrase that is. */
const NOISE_BEGINNINGS: ReadonlySet<string> = new Set([...NOISE, ...NOISE_PHRASES.map(([first]) => first!)]);

/**
 * Returns the interpretation without noise, words that only announce or close an address; `undefined` when it has none.
 */
export function withoutNoise(interpretation: Interpretation): Interpretation | undefined {
  if (!interpretation.segments.some((segment) => segment.some((word) => NOISE_BEGINNINGS.has(word)))) {
    return undefined;
  }
  const { number, segmentsBeforeNumber: before } = interpretation;
  const segments = interpretation.segments.map((words, i) =>
    number !== undefined && i === before && words[0] === HOUSE
      ? [HOUSE, ...removeNoise(words.slice(1))]
      : removeNoise(words),
  );
  const count = (list: readonly (readonly string[])[]) => list.reduce((sum, { length }) => sum + length, 0);
  if (count(segments) === count(interpretation.segments)) {
    return undefined;
  }
  const isLeft = (segment: readonly string[]) => segment.length > 0;
  const segmentsBeforeNumber = segments.slice(0, interpretation.segmentsBeforeNumber).filter(isLeft).length;
  const besides = (list: readonly (readonly string[])[]) =>
    list.flat().filter((word) => word === BESIDE).length;
  const isBeside = besides(segments) < besides(interpretation.segments);
  return {
    ...interpretation,
    segments: segments.filter(isLeft),
    segmentsBeforeNumber,
    isBeside,
    isWithoutNoise: true,
  };
}

/** Returns the words of a segment without noise. */
function removeNoise(segment: readonly string[]): string[] {
  const words: string[] = [];
  for (let i = 0; i < segment.length; ) {
    const isHere = (parts: readonly string[]) => parts.every((part, k) => segment[i + k] === part);
    const noise = NOISE_PHRASES.find(isHere);
    const name = NAMES_WITH_NOISE.find(isHere);
    if (name !== undefined) {
      words.push(...name);
    } else if (noise === undefined && !isNoise(segment[i]!, words.length > 0)) {
      words.push(segment[i]!);
    }
    i += (name ?? noise)?.length ?? 1;
  }
  return words;
}

/** Returns true for noise; after other words a preposition may be part of a place instead: Alphen bij de Dam. */
function isNoise(word: string, isInside: boolean): boolean {
  return NOISE.has(word) && !(isInside && NOISE_OUTSIDE_NAMES.has(word));
}

/**
 * Returns the positions of the tokens that remain when the digits of fields without number or postcode are dropped,
 * each with the word before it, to which it belongs. The other words of those fields stay, because they may be the
 * place. Returns `undefined` when nothing next to the number shows that it is a street's (in `Dam 12, 2 hoog` the 2 is
 * not), and when nothing is dropped and `postcode` is not four digits. Four digits must begin a field or follow the
 * number.
 */
function withoutForeignDigits(
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
