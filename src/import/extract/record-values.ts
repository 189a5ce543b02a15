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
    return this.#parse(slot, parseDigitsAt);
  }

  /** Parses the slot's date to YYYYMMDD. */
  date(slot: number): number | undefined {
    return this.#parse(slot, parseDateAt);
  }

  /** Parses the slot's local time to a moment (base/day-number.ts). */
  moment(slot: number): number | undefined {
    return this.#parse(slot, parseMomentAt);
  }

  /** Returns the slot's first value without surrounding spaces; empty when the element was absent. */
  token(slot: number): string {
    return this.text(slot).trim();
  }

  /** Returns the slot's first value; empty when the element was absent. */
  text(slot: number): string {
    const i = this.#first[slot]!;
    return i < 0 ? "" : readXmlText(this.content, this.#starts[i]!, this.#ends[i]!, this.#source);
  }

  /** Returns all values of a repeated element, in document order. */
  texts(slot: number): string[] {
    const found: string[] = [];
    for (let i = this.#first[slot]!; i >= 0 && i < this.#count; i++) {
      if (this.#slots[i] === slot) {
        found.push(readXmlText(this.content, this.#starts[i]!, this.#ends[i]!, this.#source));
      }
    }
    return found;
  }

  /** Visits the captures in document order, as positions in `content`. */
  forEach(visit: (slot: number, start: number, end: number) => void): void {
    for (let i = 0; i < this.#count; i++) {
      visit(this.#slots[i]!, this.#starts[i]!, this.#ends[i]!);
    }
  }

  /** True for inactief or niet-BAG: such voorkomens never count (docs/bag-format.md §1.8). */
  get isInactive(): boolean {
    return this.has(SLOT.inactive) || this.has(SLOT.inactiveLv) || this.has(SLOT.notBagLv);
  }

  #parse(slot: number, parseAt: typeof parseDateAt): number | undefined {
    const i = this.#first[slot]!;
    if (i < 0) {
      return undefined;
    }
    const value = parseAt(this.content, this.#starts[i]!, this.#ends[i]!);
    if (value !== undefined) {
      return value;
    }
    const token = Buffer.from(this.token(slot));
    return parseAt(token, 0, token.length);
  }

  #grow(count: number): void {
    this.#slots = new Int32Array(count * 2);
    this.#starts = new Int32Array(count * 2);
    this.#ends = new Int32Array(count * 2);
  }
}
