/** The ways a typed line can be read. Which of them is meant, the data decides (collect.ts). */
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

/** One way to read a line: what each part of it would be. */
export interface Reading {
  /**
   * A collector tries readings of a later tier only while those before give it nothing. 0: as it stands. 1: what else its digits and
   * words may be. 2: with numbers left out.
   */
  readonly tier: 0 | 1 | 2;
  /** As the registry writes it. */
  readonly postcode: string | undefined;
  /** What looks like a postcode that was typed wrong, in capitals. */
  readonly brokenPostcode: string | undefined;
  /** Four digits that are all of a postcode that was typed. */
  readonly postcodeArea: string | undefined;
  readonly number: number | undefined;
  /** What stands behind the number, in one run; empty when nothing does. */
  readonly designation: string;
  /** Whether the designation holds words that are more likely part of a name ("den"). */
  readonly isDesignationDoubtful: boolean;
  /** The words before and after the number and postcode; no name runs over these borders. No segment is empty. */
  readonly segments: readonly (readonly string[])[];
  /** How many of the segments stand before the number; 0 without a number. */
  readonly segmentsBefore: number;
  /** Words that the reading takes for no part of the address. */
  readonly leftover: readonly string[];
  /** Whether the last chunk of the line is a word of a segment, or else the end of number, designation or postcode. */
  readonly endsWith: "word" | "number" | "designation" | "postcode";
}

export interface LineReadings {
  readonly isPoBox: boolean;
  /** By tier; why there is none, or empty. */
  readonly readings: readonly Reading[];
}

/** Lines of more words than this are not addresses. */
const MAX_CHUNKS = 28;
const MAX_READINGS = 48;

/** All readings of a line; within a tier those with more of it explained as postcode and number first. */
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

/** Readings as they are found, each once. */
class Readings {
  readonly list: Reading[] = [];
  readonly #known = new Set<string>();

  /** Real postcodes first, then reading none, then what may be a mistyped one. */
  addAll(chunks: readonly Chunk[], { tier, isTyping }: { tier: 0 | 1; isTyping: boolean }): void {
    const { whole, broken, begun } = postcodeSpans(chunks);
    for (const postcode of [...whole, ...(isTyping ? begun : []), undefined, ...broken]) {
      for (const number of [...numberSpans(chunks, postcode), undefined]) {
        this.#add(readingOf(chunks, { postcode, number, tier }));
      }
    }
  }

  /** Four digits as those of a postcode, where a number stands beside them. */
  addAreas(chunks: readonly Chunk[]): void {
    for (const postcode of postcodeSpans(chunks).area) {
      for (const number of numberSpans(chunks, postcode)) {
        this.#add(readingOf(chunks, { postcode, number, tier: 1 }));
      }
    }
  }

  /** Without the digits of other fields, and without four digits that may be those of a postcode. */
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

  /** Of a range of numbers the first. */
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
  /** Chunks that belong to the address; all when absent. */
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

/** Where digits are left out, four that may be a postcode's are so too. */
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

/** The reading without words that only announce or close an address; `undefined` when it has none. */
export function withoutNoise(reading: Reading): Reading | undefined {
  const stripped = reading.segments.map(wordsOf);
  const count = (list: readonly (readonly string[])[]) => list.reduce((sum, { length }) => sum + length, 0);
  if (count(stripped) === count(reading.segments)) return undefined;
  const isLeft = (segment: readonly string[]) => segment.length > 0;
  const segmentsBefore = stripped.slice(0, reading.segmentsBefore).filter(isLeft).length;
  return { ...reading, segments: stripped.filter(isLeft), segmentsBefore };
}

/** The words of a segment that are no noise. */
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

/** Between words a preposition may be part of a place: Alphen bij de Dam. */
function isNoise(word: string, isInside: boolean): boolean {
  return NOISE.has(word) && !(isInside && NOISE_OUTSIDE_NAMES.has(word));
}
