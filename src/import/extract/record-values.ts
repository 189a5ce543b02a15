import { type Captures, DIMENSION_CAPTURE } from "../xml/xml-scanner.ts";
import { readXmlText } from "../xml/xml-text.ts";
import { parseDateAt, parseDigitsAt, parseMomentAt } from "./dates.ts";
import { SLOT, SLOTS_PER_TYPE } from "./extract-grammar.ts";

/** Thrown for an object that cannot be used; reason (its key in the report) and detail go into the import's report. */
export class UnusableObjectError extends Error {
  readonly detail: string;

  constructor(reason: string, detail = "") {
    super(reason);
    this.detail = detail;
  }
}

const YES = 0x4a;
const NO_BYTES: Buffer = Buffer.alloc(0);

/**
 * Captured values of one voorkomen, by slot. Stores only positions: text is made on demand, which for most voorkomens
 * (ended ones) is never.
 */
export class RecordValues {
  /** The bytes that the positions refer to. */
  content = NO_BYTES;
  readonly #source: string;
  readonly #first = new Int32Array(SLOTS_PER_TYPE);
  #slots = new Int32Array(64);
  #starts = new Int32Array(64);
  #ends = new Int32Array(64);
  #count = 0;
  /** Ordinates per point, from the geometry's srsDimension; 2 by default. */
  dimension = 2;

  constructor(source: string) {
    this.#source = source;
  }

  /** Copies the captures of the type whose numbers start at `base`. */
  fill(captures: Captures, base: number): void {
    if (captures.count > this.#slots.length) {
      this.#grow(captures.count);
    }
    const { bytes, numbers, starts, ends, count } = captures;
    this.content = bytes;
    this.#first.fill(-1);
    this.dimension = 2;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const number = numbers[i]!;
      if (number === DIMENSION_CAPTURE) {
        this.dimension = starts[i]!;
      }
      const slot = number - base;
      if (slot < 0 || slot >= SLOTS_PER_TYPE) {
        continue;
      }
      if (this.#first[slot]! < 0) {
        this.#first[slot] = kept;
      }
      this.#slots[kept] = slot;
      this.#starts[kept] = starts[i]!;
      this.#ends[kept++] = ends[i]!;
    }
    this.#count = kept;
  }

  has(slot: number): boolean {
    return this.#first[slot]! >= 0;
  }

  digits(slot: number): number | undefined {
    const i = this.#first[slot]!;
    if (i < 0) {
      return undefined;
    }
    const value = parseDigitsAt(this.content, this.#starts[i]!, this.#ends[i]!);
    return value === undefined ? this.#parseToken(slot, parseDigitsAt) : value;
  }

  /** Parses the slot's date to YYYYMMDD. */
  date(slot: number): number | undefined {
    const i = this.#first[slot]!;
    if (i < 0) {
      return undefined;
    }
    const value = parseDateAt(this.content, this.#starts[i]!, this.#ends[i]!);
    return value === undefined ? this.#parseToken(slot, parseDateAt) : value;
  }

  /** Parses the slot's local time to a moment (base/day-number.ts). */
  moment(slot: number): number | undefined {
    const i = this.#first[slot]!;
    if (i < 0) {
      return undefined;
    }
    const value = parseMomentAt(this.content, this.#starts[i]!, this.#ends[i]!);
    return value === undefined ? this.#parseToken(slot, parseMomentAt) : value;
  }

  /** Returns the slot's first value without surrounding spaces; empty when the element was absent. */
  token(slot: number): string {
    return this.text(slot).trim();
  }

  /** Returns true for the flag J. Makes no text, because it is called for every voorkomen. */
  isYes(slot: number): boolean {
    const i = this.#first[slot]!;
    const isLetter = i >= 0 && this.#ends[i]! - this.#starts[i]! === 1;
    return isLetter ? this.content[this.#starts[i]!] === YES : this.token(slot) === "J";
  }

  /** Returns the slot's first value; empty when the element was absent. */
  text(slot: number): string {
    const i = this.#first[slot]!;
    return i < 0 ? "" : readXmlText(this.content, this.#starts[i]!, this.#ends[i]!, this.#source);
  }

  /** Returns all values of a repeated element, in document order. */
  texts(slot: number): string[] {
    const found: string[] = [];
    for (let i = this.firstOf(slot, slot); i >= 0; i = this.nextOf(i, slot, slot)) {
      found.push(readXmlText(this.content, this.#starts[i]!, this.#ends[i]!, this.#source));
    }
    return found;
  }

  /** Returns the place of the first capture of the slots from `lowest` to `highest`; -1 without any. */
  firstOf(lowest: number, highest: number): number {
    return this.nextOf(-1, lowest, highest);
  }

  /** Returns the place of the next capture of these slots in document order; -1 after the last. */
  nextOf(place: number, lowest: number, highest: number): number {
    for (let i = place + 1; i < this.#count; i++) {
      if (this.#slots[i]! >= lowest && this.#slots[i]! <= highest) {
        return i;
      }
    }
    return -1;
  }

  /** Slot of the capture at a place. */
  slotAt(place: number): number {
    return this.#slots[place]!;
  }

  /** Begin of the capture at a place, in `content`. */
  startAt(place: number): number {
    return this.#starts[place]!;
  }

  /** End of the capture at a place, in `content`. */
  endAt(place: number): number {
    return this.#ends[place]!;
  }

  /** True for inactief or niet-BAG: such voorkomens never count (docs/bag-format.md §1.8). */
  get isInactive(): boolean {
    return this.has(SLOT.inactive) || this.has(SLOT.inactiveLv) || this.has(SLOT.notBagLv);
  }

  /** Kept separate so that its callers stay small: they run about 12 times per voorkomen. */
  #parseToken(slot: number, parseAt: typeof parseDateAt): number | undefined {
    const token = Buffer.from(this.token(slot));
    return parseAt(token, 0, token.length);
  }

  #grow(count: number): void {
    this.#slots = new Int32Array(count * 2);
    this.#starts = new Int32Array(count * 2);
    this.#ends = new Int32Array(count * 2);
  }
}

/** Keeps the texts of the slots from `lowest` to `highest` of one voorkomen, to tell whether another has the same. */
export class KnownTexts {
  readonly #lowest: number;
  readonly #highest: number;
  #content = NO_BYTES;
  /** Slot, start and end of each. */
  readonly #captures: number[] = [];

  constructor(lowest: number, highest: number) {
    this.#lowest = lowest;
    this.#highest = highest;
  }

  keep(values: RecordValues): void {
    const [lowest, highest] = [this.#lowest, this.#highest];
    this.#content = values.content;
    this.#captures.length = 0;
    for (let i = values.firstOf(lowest, highest); i >= 0; i = values.nextOf(i, lowest, highest)) {
      this.#captures.push(values.slotAt(i), values.startAt(i), values.endAt(i));
    }
  }

  /** Returns true when a voorkomen has the texts that are kept, in the same order; false when none are. */
  areOf(values: RecordValues): boolean {
    const [lowest, highest] = [this.#lowest, this.#highest];
    let at = 0;
    for (let i = values.firstOf(lowest, highest); i >= 0; i = values.nextOf(i, lowest, highest)) {
      if (!this.#isSame(at, values, i)) {
        return false;
      }
      at += 3;
    }
    return at > 0 && at === this.#captures.length;
  }

  #isSame(at: number, values: RecordValues, place: number): boolean {
    const captures = this.#captures;
    const start = values.startAt(place);
    const length = values.endAt(place) - start;
    if (
      at === captures.length ||
      captures[at] !== values.slotAt(place) ||
      captures[at + 2]! - captures[at + 1]! !== length
    ) {
      return false;
    }
    const [bytes, known, knownStart] = [values.content, this.#content, captures[at + 1]!];
    for (let i = 0; i < length; i++) {
      if (bytes[start + i] !== known[knownStart + i]) {
        return false;
      }
    }
    return true;
  }
}
