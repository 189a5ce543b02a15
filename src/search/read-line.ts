/** The ways a typed line can be read. Which of them is meant, the data decides (collect.ts). */
import { NOISE } from "./abbreviations.ts";
import { designationOf, isDesignationLike, isDesignationWord } from "./designation.ts";
import { type Chunk, chunksOf } from "./normalize.ts";

/** One way to read a line: what each part of it would be. */
export interface Reading {
  /** As the registry writes it. */
  readonly postcode: string | undefined;
  /** What looks like a postcode that was typed wrong, in capitals. */
  readonly brokenPostcode: string | undefined;
  readonly number: number | undefined;
  /** What stands behind the number, in one run; empty when nothing does. */
  readonly designation: string;
  /** Whether the designation holds words that are more likely part of a name ("den"). */
  readonly isDesignationDoubtful: boolean;
  /** The words before and after the number and postcode; no name runs over these borders. No segment is empty. */
  readonly segments: readonly (readonly string[])[];
  /** Whether the last chunk of the line is a word of a segment, or else the end of number, designation or postcode. */
  readonly endsWith: "word" | "number" | "designation" | "postcode";
}

export interface LineReadings {
  readonly isPoBox: boolean;
  /** Why there is none, or empty. */
  readonly readings: readonly Reading[];
}

/** Lines of more words than this are not addresses. */
const MAX_CHUNKS = 28;
const MAX_NUMBERS = 4;
const MAX_DESIGNATION_CHUNKS = 4;
const MAX_READINGS = 48;

const PO_BOX = /^(postbus|pobox|antwoordnummer|antwoordnr|postbox)$/;

/** All readings, those with more of the line explained as postcode and number first. */
export function readLine(line: string): LineReadings {
  const chunks = chunksOf(line, MAX_CHUNKS);
  if (chunks === undefined || chunks.length === 0) return { isPoBox: false, readings: [] };
  const { rest, isPoBox } = withoutPoBox(splitPostcodeNumber(chunks));
  const readings: Reading[] = [];
  for (const postcode of postcodeOptions(rest)) {
    for (const number of numberOptions(rest, postcode)) {
      const reading = readingOf(rest, postcode, number);
      if (readings.length < MAX_READINGS) readings.push(reading);
    }
  }
  return { isPoBox, readings };
}

/** `1382KT5a` and `1382KT-5` typed in one go. */
function splitPostcodeNumber(chunks: readonly Chunk[]): Chunk[] {
  return chunks.flatMap((chunk) => {
    const parts = /^([1-9]\d{3}[a-z]{2})(\d{1,5}[a-z]?)$/.exec(chunk.text);
    return parts === null
      ? [chunk]
      : [
          { ...chunk, text: parts[1]! },
          { text: parts[2]!, gap: " " },
        ];
  });
}

/** Cuts out "postbus 12", so that a street address beside it can still be found. */
function withoutPoBox(chunks: readonly Chunk[]): { rest: readonly Chunk[]; isPoBox: boolean } {
  const at = chunks.findIndex(
    ({ text }, i) =>
      (PO_BOX.test(text) || (text === "pb" && i === 0)) && /^\d+$/.test(chunks[i + 1]?.text ?? ""),
  );
  if (at < 0) return { rest: chunks, isPoBox: PO_BOX.test(chunks[0]!.text) && chunks.length === 1 };
  const rest = [...chunks.slice(0, at), ...chunks.slice(at + 2)];
  const hasAddress =
    numberPositions(rest, undefined).length > 0 && rest.some(({ text }) => /^[a-z]{4}/.test(text));
  return { rest: hasAddress ? rest : [], isPoBox: true };
}

/** Chunks [from, to) that are, or were meant to be, a postcode. */
interface PostcodeSpan {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly isBroken: boolean;
}

/** Three digits and a letter at least, one letter or digit too many or too few. */
const BROKEN_POSTCODE = /^(?=(?:\D*\d){3})(?=\d*[a-z])[a-z0-9]{4,8}$/;

/** Real postcodes first, then reading none, then what may be a mistyped one. */
function postcodeOptions(chunks: readonly Chunk[]): (PostcodeSpan | undefined)[] {
  const real: PostcodeSpan[] = [];
  const broken: PostcodeSpan[] = [];
  chunks.forEach(({ text }, from) => {
    const next = chunks[from + 1];
    const isPair = next !== undefined && /^[a-z]{1,3}$/.test(next.text) && /^[\s-]*$/.test(next.gap);
    if (/^[1-9]\d{3}[a-z]{2}$/.test(text)) real.push({ from, to: from + 1, text, isBroken: false });
    else if (/^[1-9]\d{3}$/.test(text) && isPair && next.text.length === 2) {
      real.push({ from, to: from + 2, text: text + next.text, isBroken: false });
    } else if (BROKEN_POSTCODE.test(text)) broken.push({ from, to: from + 1, text, isBroken: true });
    else if (/^\d{3,5}$/.test(text) && isPair) {
      broken.push({ from, to: from + 2, text: text + next.text, isBroken: true });
    }
  });
  return [...real.slice(0, 2), undefined, ...broken.slice(0, 2)];
}

/** A house number at chunk `at`, and how many chunks behind it belong to its designation. */
interface NumberSpan {
  readonly at: number;
  readonly length: number;
}

function numberOptions(
  chunks: readonly Chunk[],
  postcode: PostcodeSpan | undefined,
): (NumberSpan | undefined)[] {
  const options: (NumberSpan | undefined)[] = [];
  for (const at of numberPositions(chunks, postcode)) {
    const longest = designationLength(chunks, at, postcode);
    for (let length = longest; length >= 0; length--) options.push({ at, length });
  }
  return [...options, undefined];
}

/** Chunks that begin with a possible house number; the last ones first, as streets' own numbers stand before. */
function numberPositions(chunks: readonly Chunk[], postcode: PostcodeSpan | undefined): number[] {
  const isTaken = (i: number) => postcode !== undefined && i >= postcode.from && i < postcode.to;
  return chunks
    .map((_, i) => i)
    .filter((i) => !isTaken(i) && /^0*[1-9]\d{0,4}([a-z]|$)/.test(chunks[i]!.text))
    .reverse()
    .slice(0, MAX_NUMBERS);
}

function designationLength(chunks: readonly Chunk[], at: number, postcode: PostcodeSpan | undefined): number {
  let length = 0;
  while (length < MAX_DESIGNATION_CHUNKS) {
    const i = at + 1 + length;
    const chunk = chunks[i];
    if (chunk === undefined || i === postcode?.from || !isDesignationLike(chunk.text)) break;
    length++;
  }
  return length;
}

function readingOf(
  chunks: readonly Chunk[],
  postcode: PostcodeSpan | undefined,
  number: NumberSpan | undefined,
): Reading {
  const texts = chunks.map(({ text }) => text);
  const own = number === undefined ? null : /^0*(\d{1,5})(.*)$/.exec(texts[number.at]!)!;
  const behind = number === undefined ? [] : texts.slice(number.at + 1, number.at + 1 + number.length);
  const isTaken = (i: number) =>
    (number !== undefined && i >= number.at && i <= number.at + number.length) ||
    (postcode !== undefined && i >= postcode.from && i < postcode.to);
  const last = texts.length - 1;
  const designation = own === null ? "" : designationOf([own[2]!, ...behind]);
  return {
    postcode: postcode?.isBroken === false ? postcode.text.toUpperCase() : undefined,
    brokenPostcode: postcode?.isBroken ? postcode.text.toUpperCase() : undefined,
    number: own === null ? undefined : Number(own[1]),
    designation,
    isDesignationDoubtful: !behind.every(isDesignationWord),
    segments: segmentsOf(texts, isTaken),
    endsWith: !isTaken(last)
      ? "word"
      : postcode !== undefined && last >= postcode.from && last < postcode.to
        ? "postcode"
        : designation === ""
          ? "number"
          : "designation",
  };
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
  const segments = reading.segments
    .map((segment) => segment.filter((word) => !NOISE.has(word)))
    .filter((segment) => segment.length > 0);
  const count = (list: readonly (readonly string[])[]) => list.reduce((sum, { length }) => sum + length, 0);
  return count(segments) === count(reading.segments) ? undefined : { ...reading, segments };
}
