/** Lives of objects on their way from a worker thread to the history file, as records of its tables. */
import { type Records, RecordsBuilder } from "../../base/sqlite-record.ts";
import { hasGeometry, type TypeCode } from "../../registry/schema/object-types.ts";
import { type HistoryVoorkomen, isInOrder, toRows } from "../../registry/schema/voorkomen-life.ts";

/** Records of the voorkomens of a file: an object, or a piece of one, after another. */
export interface LifeBatch {
  /** Id of the object of each record. */
  readonly ids: Float64Array<ArrayBuffer>;
  readonly records: Records;
}

export class LifeBatchBuilder {
  readonly #hasGeometry: boolean;
  readonly #ids: number[] = [];
  readonly #records = new RecordsBuilder();

  constructor(code: TypeCode) {
    this.#hasGeometry = hasGeometry(code);
  }

  /** Adds the voorkomens of one object, or of a piece of it. */
  add(voorkomens: readonly HistoryVoorkomen[]): void {
    for (const row of toRows(mergeVoorkomens(voorkomens), this.#hasGeometry)) {
      this.#ids.push(row[0] as number);
      this.#records.add(row);
    }
  }

  build(): LifeBatch {
    return { ids: Float64Array.from(this.#ids), records: this.#records.build() };
  }
}

/** Returns the buffers that can be transferred instead of copied. */
export function lifeBuffersOf({ ids, records }: LifeBatch): ArrayBuffer[] {
  return [ids.buffer, records.bytes.buffer, records.ends.buffer];
}

/** Enumerates the records of a batch by object, or piece of one. */
export function* eachLife({ ids, records }: LifeBatch): Generator<{ id: number; records: Uint8Array[] }> {
  for (let i = 0; i < ids.length; ) {
    const id = ids[i]!;
    const life: Uint8Array[] = [];
    for (; i < ids.length && ids[i] === id; i++) {
      life.push(records.bytes.subarray(records.ends[i - 1] ?? 0, records.ends[i]));
    }
    yield { id, records: life };
  }
}

/**
 * Merges occurrences of the voorkomens of an object into one of each number and mark. Of occurrences that differ, keeps
 * the one that ends first, else the first in order of contents, as the registry does. Their order does not matter.
 */
export function mergeVoorkomens(occurrences: readonly HistoryVoorkomen[]): readonly HistoryVoorkomen[] {
  if (isInOrder(occurrences)) {
    return occurrences;
  }
  const chosen = new Map<string, HistoryVoorkomen>();
  for (const one of occurrences) {
    const key = `${one.nr} ${one.retired}`;
    const known = chosen.get(key);
    if (known === undefined || isBefore(one, known)) {
      chosen.set(key, one);
    }
  }
  return [...chosen.values()];
}

function isBefore(a: HistoryVoorkomen, b: HistoryVoorkomen): boolean {
  const [endA, endB] = [a.endDay ?? Infinity, b.endDay ?? Infinity];
  return endA === endB ? textOf(a) < textOf(b) : endA < endB;
}

function textOf({ values, geom, ...rest }: HistoryVoorkomen): string {
  return JSON.stringify([values, geom && Buffer.from(geom).toString("hex"), rest]);
}
