/** Sorts the objects of one file by the way they are loaded, and records whether they came in order. */
import type { TypeCode } from "../../registry/schema/object-types.ts";
import { baseRowOf, findInForce, isTrivial } from "./kept-voorkomens.ts";
import type { PlaceInFile } from "./read-object.ts";
import type { ReadVoorkomen } from "./read-voorkomen.ts";
import { type ObjectRows, RowBatchBuilder, transferablesOfBatch } from "./row-batch.ts";
import { positionsOf } from "./row-layout.ts";
import type { ObjectOccurrences } from "./unordered-objects.ts";

export interface SortedObjects {
  /** Rows of trivial objects (kept-voorkomens.ts). */
  readonly batch: ObjectRows;
  /** Trivial objects without a row. */
  readonly ended: EndedObjects;
  /** All others, and those that may continue in a neighbouring file. */
  readonly others: readonly ObjectOccurrences[];
  readonly span: Span;
  readonly outside: readonly OutsidePand[];
  /** Number of objects in force whose status is an ended one. */
  readonly endedCount: number;
}

/** Range of the identificaties in a file; from Infinity to -Infinity for a file without kept objects. */
interface Span {
  readonly lowest: number;
  readonly highest: number;
  /** True when they came in order of identificatie, each in one piece. */
  readonly isSorted: boolean;
}

/** Ended objects as parallel arrays: identificatie and voorkomen at the same index. */
interface EndedObjects {
  readonly ids: Float64Array<ArrayBuffer>;
  readonly voorkomens: Float64Array<ArrayBuffer>;
}

/** A pand that lies in no woonplaats, with the nearest woonplaats. */
export interface OutsidePand {
  readonly id: number;
  readonly voorkomen: number;
  readonly woonplaatsId: number;
}

const PND = positionsOf("PND");

export class ObjectSorter {
  readonly #code: TypeCode;
  readonly #referenceDate: number;
  readonly #batch: RowBatchBuilder;
  readonly #ended: { ids: number[]; voorkomens: number[] } = { ids: [], voorkomens: [] };
  readonly #others: ObjectOccurrences[] = [];
  readonly #outside: OutsidePand[] = [];
  #endedCount = 0;
  #lowest = Infinity;
  #highest = -Infinity;
  #isSorted = true;

  /** `referenceDate`: YYYYMMDD. */
  constructor(code: TypeCode, referenceDate: number) {
    this.#code = code;
    this.#referenceDate = referenceDate;
    this.#batch = new RowBatchBuilder(code);
  }

  /** Adds the kept voorkomens of one object, or of a piece of it. At an edge of the file it may continue in another. */
  add(kept: readonly ReadVoorkomen[], place: PlaceInFile): void {
    const referenceDate = this.#referenceDate;
    const { id, voorkomen } = kept[0]!;
    const current = findInForce(kept, referenceDate);
    if (current !== undefined) {
      this.#countVoorkomen(current);
    }
    this.#extendSpan(id);
    if (place === "edge" || !isTrivial(this.#code, kept, referenceDate)) {
      this.#others.push({ id, kept });
      return;
    }
    const row = baseRowOf(this.#code, id, { kept: kept[0]!, referenceDate });
    if (row !== undefined) {
      this.#batch.add(row);
      return;
    }
    this.#ended.ids.push(id);
    this.#ended.voorkomens.push(voorkomen);
  }

  result(): SortedObjects {
    const { ids, voorkomens } = this.#ended;
    return {
      batch: this.#batch.build(),
      ended: { ids: Float64Array.from(ids), voorkomens: Float64Array.from(voorkomens) },
      others: this.#others,
      span: { lowest: this.#lowest, highest: this.#highest, isSorted: this.#isSorted },
      outside: this.#outside,
      endedCount: this.#endedCount,
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

  #countVoorkomen({ id, voorkomen, row, unusable, isOutside }: ReadVoorkomen): void {
    if (row === null && unusable === undefined) {
      this.#endedCount++;
    }
    if (isOutside) {
      this.#outside.push({ id, voorkomen, woonplaatsId: Number(row![PND.woonplaats_id]) });
    }
  }
}

/** Returns the buffers that can be transferred to another thread instead of copied. */
export function transferablesOf({ batch, ended }: SortedObjects): ArrayBuffer[] {
  return [...transferablesOfBatch(batch), ended.ids.buffer, ended.voorkomens.buffer];
}
