/** Lives of objects on their way from a worker thread to the history file, as rows in columns. */
import {
  COMMON_COLUMN_COUNT,
  historyFields,
  voorkomenColumnNames,
} from "../../registry/schema/history-schema.ts";
import type { TypeCode } from "../../registry/schema/object-types.ts";
import {
  type HistoryVoorkomen,
  isInOrder,
  toRows,
  type VoorkomenRow,
} from "../../registry/schema/voorkomen-life.ts";
import {
  type Blobs,
  BlobsBuilder,
  blobAt,
  buffersOf,
  type ColumnData,
  ColumnsBuilder,
  type ColumnValue,
  rowReader,
} from "./column-batch.ts";
import { hasGeometry } from "./row-layout.ts";

/** Rows of the voorkomens of a file: an object, or a piece of one, after another. */
export interface LifeBatch {
  readonly count: number;
  /** One entry per column of the type's table of voorkomens, geometry left out. */
  readonly columns: readonly ColumnData[];
  /** Geometry of row i; none for a type without geometry. */
  readonly geoms: Blobs;
}

/** Columns of text among those that all types have. */
const COMMON_TEXTS: ReadonlySet<string> = new Set(["document", "extra"]);

export class LifeBatchBuilder {
  readonly #hasGeometry: boolean;
  readonly #columns: ColumnsBuilder;
  readonly #geoms = new BlobsBuilder();
  #count = 0;

  constructor(code: TypeCode) {
    this.#hasGeometry = hasGeometry(code);
    const common = voorkomenColumnNames(code).slice(0, COMMON_COLUMN_COUNT);
    this.#columns = new ColumnsBuilder([
      ...common.map((name) => COMMON_TEXTS.has(name)),
      ...historyFields(code).map(({ kind, repeated }) => kind === "text" || repeated === true),
    ]);
  }

  /** Adds the voorkomens of one object, or of a piece of it. */
  add(voorkomens: readonly HistoryVoorkomen[]): void {
    for (const row of toRows(mergeVoorkomens(voorkomens), this.#hasGeometry)) {
      this.#columns.add(row as ColumnValue[]);
      this.#count++;
      if (this.#hasGeometry) {
        this.#geoms.add(row.at(-1) as Uint8Array | null);
      }
    }
  }

  build(): LifeBatch {
    return { count: this.#count, columns: this.#columns.build(), geoms: this.#geoms.build() };
  }
}

/** Returns the buffers that can be transferred instead of copied. */
export function lifeBuffersOf({ columns, geoms }: LifeBatch): ArrayBuffer[] {
  return buffersOf(columns, geoms);
}

/** Enumerates the rows of a batch by object, or piece of one. */
export function* eachLife({ count, columns, geoms }: LifeBatch): Generator<VoorkomenRow[]> {
  const rowAt = rowReader(columns);
  const withGeom = geoms.ends.length > 0;
  let life: VoorkomenRow[] = [];
  for (let i = 0; i < count; i++) {
    const row: VoorkomenRow = withGeom ? [...rowAt(i), geomAt(geoms, i)] : rowAt(i);
    if (life.length > 0 && life[0]![0] !== row[0]) {
      yield life;
      life = [];
    }
    life.push(row);
  }
  if (life.length > 0) {
    yield life;
  }
}

function geomAt(geoms: Blobs, i: number): Uint8Array | null {
  const geom = blobAt(geoms, i);
  return geom.length === 0 ? null : geom;
}

/**
 * Merges occurrences of the voorkomens of an object into one of each number and mark. Of ones that differ it keeps the
 * one that ends first, else the first in order of contents, whichever came first, as the registry does.
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
