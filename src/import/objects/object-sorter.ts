/** Sorts the objects of one file by the way they are loaded, and records whether they came in order. */
import type { TypeCode } from "../../registry/schema/object-types.ts";
import type { PlaceInFile } from "./read-object.ts";
import { RowBatchBuilder, type TrivialBatch } from "./row-batch.ts";
import { isKept, isTrivial, type Voorkomen } from "./voorkomen.ts";

export interface SortedObjects {
  /** Trivial objects (voorkomen.ts) without anything to report. */
  readonly batch: TrivialBatch;
  /** The kept voorkomens of every other object, and of one that may continue in a neighbouring file. */
  readonly others: readonly (readonly Voorkomen[])[];
  readonly span: Span;
}

/** Range of the identificaties in a file; from Infinity to -Infinity for a file without kept objects. */
interface Span {
  readonly lowest: number;
  readonly highest: number;
  /** True when they came in order of identificatie, each in one piece. */
  readonly isSorted: boolean;
}

export class ObjectSorter {
  readonly #code: TypeCode;
  readonly #referenceDate: number;
  readonly #batch: RowBatchBuilder;
  readonly #others: (readonly Voorkomen[])[] = [];
  #lowest = Infinity;
  #highest = -Infinity;
  #isSorted = true;

  /** `referenceDate`: YYYYMMDD. */
  constructor(code: TypeCode, referenceDate: number) {
    this.#code = code;
    this.#referenceDate = referenceDate;
    this.#batch = new RowBatchBuilder(code);
  }

  /**
   * Adds the voorkomens that a registry keeps of an object, or of a piece of it. An object at an edge of the file may
   * continue in another file.
   */
  add(voorkomens: readonly Voorkomen[], place: PlaceInFile): void {
    const kept = voorkomens.filter((one) => isKept(one, this.#referenceDate));
    if (kept.length === 0) {
      return;
    }
    const { id, isOutside, faults } = kept[0]!;
    this.#extendSpan(id);
    const isWhole = place === "middle" && isTrivial(this.#code, kept, this.#referenceDate);
    if (isWhole && !isOutside && faults === undefined) {
      this.#batch.add(kept[0]!);
    } else {
      // A LifeBatch brings the history to the main thread.
      this.#others.push(kept.map((one) => ({ ...one, life: undefined })));
    }
  }

  result(): SortedObjects {
    return {
      batch: this.#batch.build(),
      others: this.#others,
      span: { lowest: this.#lowest, highest: this.#highest, isSorted: this.#isSorted },
    };
  }

  #extendSpan(id: number): void {
    if (id <= this.#highest) {
      this.#isSorted = false;
    } else {
      this.#highest = id;
    }
    if (id < this.#lowest) {
      this.#lowest = id;
    }
  }
}
