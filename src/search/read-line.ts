/** Parses a typed line into all its readings; the data decides which one is meant (collect.ts). */
import { NAMES_WITH_NOISE, NOISE, NOISE_OUTSIDE_NAMES, NOISE_PHRASES } from "./abbreviations.ts";
import { cleanLine } from "./clean-line.ts";
import { designationOf } from "./designation.ts";
import { isDesignationWord } from "./designation-words.ts";
import { withoutForeignDigits } from "./fields.ts";
import { cutGlued } from "./glued-chunks.ts";
import { type Chunk, chunksOf } from "./normalize.ts";
import { type NumberSpan, numberSpans, rangeEnd, withNumberWords } from "./number-spans.ts";
import { withoutPoBoxes } from "./po-boxes.ts";
import { type PostcodeSpan, postcodeSpans } from "./postcode-spans.ts";

/** One interpretation of a line: postcode, number, designation and words. */
export interface Reading {
  /**
   * A collector tries readings of a later tier only while the tiers before found nothing. 0: the line as typed. 1:
   * other meanings of its digits and words. 2: with numbers left out.
   */
  readonly tier: 0 | 1 | 2;
  /** As the registry writes it. */
  readonly postcode: string | undefined;
  /** Text that looks like a mistyped postcode, in capitals. */
  readonly brokenPostcode: string | undefined;
  /** Four digits typed in place of a whole postcode. */
  readonly postcodeArea: string | undefined;
  readonly number: number | undefined;
  /** Letter and addition after the number, in one run; empty when there are none. */
  readonly designation: string;
  /** True when the designation holds words that are more likely part of a name ("den"). */
  readonly isDesignationDoubtful: boolean;
  /** Words before, between and after number and postcode; no name crosses these borders. No segment is empty. */
  readonly segments: readonly (readonly string[])[];
  /** Number of segments before the house number; 0 without one. */
  readonly segmentsBefore: number;
  /** Words that the reading leaves out of the address. */
  readonly leftover: readonly string[];
  /** Part of the line that its last chunk belongs to; `postcode` also when the chunk is left out. */
  readonly endsWith: "word" | "number" | "designation" | "postcode";
}

export interface LineReadings {
  readonly isPoBox: boolean;
  /** Ordered by tier; empty for a line without words, with more than 28 chunks, or with only a PO box. */
  readonly readings: readonly Reading[];
}

/** Lines of more words than this are not addresses. */
const MAX_CHUNKS = 28;
const MAX_READINGS = 48;

/** Returns all readings of a line; within a tier those that explain more of it as postcode and number first. */
export function readLine(line: string, { isTyping = false } = {}): LineReadings {
  const chunks = chunksOf(cleanLine(line), MAX_CHUNKS);
  if (chunks === undefined || chunks.length === 0) return { isPoBox: false, readings: [] };
  const { rest, restWithPostcodes, isPoBox } = withoutPoBoxes(chunks);
  if (rest.length === 0) return { isPoBox, readings: [] };
  const cut = cutGlued(rest);
  const readings = new Readings();
  readings.addAll(cut ?? rest, { tier: 0, isTyping });
  for (const other of [cut && rest, withNumberWords(rest), restWithPostcodes]) {
    if (other !== undefined) readings.addAll(other, { tier: 1, isTyping: false });
  }
  readings.addAreas(cut ?? rest);
  readings.addRanges(cut ?? rest);
  readings.addWithoutDigits(cut ?? rest);
  return { isPoBox, readings: readings.list };
}

/** Collects distinct readings, at most MAX_READINGS. */
class Readings {
  readonly list: Reading[] = [];
  readonly #known = new Set<string>();

  /** Adds readings with a valid postcode, then (while typing) the prefix of one, then none, then a mistyped one. */
  addAll(chunks: readonly Chunk[], { tier, isTyping }: { tier: 0 | 1; isTyping: boolean }): void {
    const { whole, broken, begun } = postcodeSpans(chunks);
    for (const postcode of [...whole, ...(isTyping ? begun : []), undefined, ...broken]) {
      for (const number of [...numberSpans(chunks, postcode), undefined]) {
        this.#add(readingOf(chunks, { postcode, number, tier }));
      }
    }
  }

  /** Adds readings with four digits as those of a postcode, when there is a house number as well. */
  addAreas(chunks: readonly Chunk[]): void {
    for (const postcode of postcodeSpans(chunks).area) {
      for (const number of numberSpans(chunks, postcode)) {
        this.#add(readingOf(chunks, { postcode, number, tier: 1 }));
      }
    }
  }

  /** Adds readings without the digits of other fields, and without four digits that may be those of a postcode. */
  addWithoutDigits(chunks: readonly Chunk[]): void {
    const { whole, area } = postcodeSpans(chunks);
    const postcodes = whole.length > 0 ? whole : [...area, undefined];
    for (const postcode of postcodes) {
      for (const number of numberSpans(chunks, postcode)) {
        const kept = withoutForeignDigits(chunks, postcode, number);
        if (kept === undefined) continue;
        this.#add(readingOf(chunks, { postcode, number, tier: 2, kept }));
      }
    }
  }

  /** Adds readings with the first number of a range. */
  addRanges(chunks: readonly Chunk[]): void {
    const [postcode] = postcodeSpans(chunks).whole;
    for (const { at } of numberSpans(chunks, postcode).filter(({ length }) => length === 0)) {
      const end = rangeEnd(chunks, at);
      if (end === undefined) continue;
      const kept = new Set(chunks.keys().filter((i) => i <= at || i >= end));
      this.#add(readingOf(chunks, { postcode, number: { at, length: 0 }, tier: 2, kept }));
    }
  }

  #add(reading: Reading): void {
    if (this.list.length >= MAX_READINGS) return;
    const { tier, ...content } = reading;
    const key = JSON.stringify(content);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.list.push(reading);
  }
}

interface Parts {
  readonly postcode: PostcodeSpan | undefined;
  readonly number: NumberSpan | undefined;
  readonly tier: Reading["tier"];
  /** Positions of the chunks that belong to the address; absent when all do. */
  readonly kept?: ReadonlySet<number>;
}

function readingOf(chunks: readonly Chunk[], { postcode, number, tier, kept }: Parts): Reading {
  const texts = chunks.map(({ text }) => text);
  const own = number === undefined ? null : /^0*(\d{1,5})(.*)$/.exec(texts[number.at]!)!;
  const behind = number === undefined ? [] : texts.slice(number.at + 1, number.at + 1 + number.length);
  const isOfNumber = (i: number) => number !== undefined && i >= number.at && i <= number.at + number.length;
  const isOfPostcode = (i: number) => postcode !== undefined && i >= postcode.from && i < postcode.to;
  const isLeftOut = (i: number) => kept !== undefined && (!kept.has(i) || isUnsure(postcode, i));
  const last = texts.length - 1;
  const designation = own === null ? "" : designationOf([own[2]!, ...behind]);
  const isTaken = (i: number) => isOfNumber(i) || isOfPostcode(i) || isLeftOut(i);
  const isKind = (kind: PostcodeSpan["kind"]) =>
    postcode?.kind === kind && kept === undefined ? postcode.text.toUpperCase() : undefined;
  return {
    tier,
    postcode: postcode?.kind === "whole" ? postcode.text.toUpperCase() : undefined,
    brokenPostcode: isKind("broken"),
    postcodeArea: isKind("area"),
    number: own === null ? undefined : Number(own[1]),
    designation,
    isDesignationDoubtful: !behind.every(isDesignationWord),
    segments: segmentsOf(texts, isTaken),
    segmentsBefore: number === undefined ? 0 : segmentsOf(texts.slice(0, number.at), isTaken).length,
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

/** Returns true for four digits that may be those of a postcode: they are left out whenever digits are. */
function isUnsure(postcode: PostcodeSpan | undefined, i: number): boolean {
  return postcode?.kind === "area" && i === postcode.from;
}

function segmentsOf(texts: readonly string[], isTaken: (i: number) => boolean): string[][] {
  const segments: string[][] = [[]];
  texts.forEach((text, i) => {
    if (isTaken(i)) segments.push([]);
    else segments.at(-1)!.push(text);
  });
  return segments.filter((segment) => segment.length > 0);
}

/** Returns the reading without words that only announce or close an address; `undefined` when it has none. */
export function withoutNoise(reading: Reading): Reading | undefined {
  const stripped = reading.segments.map(wordsOf);
  const count = (list: readonly (readonly string[])[]) => list.reduce((sum, { length }) => sum + length, 0);
  if (count(stripped) === count(reading.segments)) return undefined;
  const isLeft = (segment: readonly string[]) => segment.length > 0;
  const segmentsBefore = stripped.slice(0, reading.segmentsBefore).filter(isLeft).length;
  return { ...reading, segments: stripped.filter(isLeft), segmentsBefore };
}

/** Returns the words of a segment without noise. */
function wordsOf(segment: readonly string[]): string[] {
  const words: string[] = [];
  for (let i = 0; i < segment.length; ) {
    const isHere = (parts: readonly string[]) => parts.every((part, k) => segment[i + k] === part);
    const noise = NOISE_PHRASES.find(isHere);
    const name = NAMES_WITH_NOISE.find(isHere);
    if (name !== undefined) words.push(...name);
    else if (noise === undefined && !isNoise(segment[i]!, words.length > 0)) words.push(segment[i]!);
    i += (name ?? noise)?.length ?? 1;
  }
  return words;
}

/** Returns true for noise; after other words a preposition may be part of a place instead: Alphen bij de Dam. */
function isNoise(word: string, isInside: boolean): boolean {
  return NOISE.has(word) && !(isInside && NOISE_OUTSIDE_NAMES.has(word));
}
