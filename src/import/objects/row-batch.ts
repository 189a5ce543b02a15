/** Moves trivial objects (voorkomen.ts) from a worker thread to the loading one, column by column. */
import type { TypeCode } from "../../registry/schema/object-types.ts";
import { NO_END } from "../extract/dates.ts";
import {
  type Blobs,
  BlobsBuilder,
  blobAt,
  buffersOf,
  type ColumnData,
  ColumnsBuilder,
  rowReader,
} from "./column-batch.ts";
import { voorkomenColumns } from "./row-layout.ts";
import { BEGIN_IN_PAST, type Voorkomen } from "./voorkomen.ts";

/** The one voorkomen of each trivial object: first those with a row, then those without. */
export interface TrivialBatch {
  /** Number of those with a row. */
  readonly rowCount: number;
  readonly ids: Float64Array<ArrayBuffer>;
  readonly voorkomens: Float64Array<ArrayBuffer>;
  /** One entry per column of `voorkomenColumns`. */
  readonly columns: readonly ColumnData[];
  /** Geometry of row i; none for a type without geometry. */
  readonly geoms: Blobs;
}

export class RowBatchBuilder {
  readonly #ids: number[] = [];
  readonly #voorkomens: number[] = [];
  readonly #endedIds: number[] = [];
  readonly #endedVoorkomens: number[] = [];
  readonly #columns: ColumnsBuilder;
  readonly #geoms = new BlobsBuilder();

  constructor(code: TypeCode) {
    this.#columns = new ColumnsBuilder(voorkomenColumns(code).map((column) => column.isText));
  }

  add({ id, voorkomen, row, geom }: Voorkomen): void {
    if (row === null) {
      this.#endedIds.push(id);
      this.#endedVoorkomens.push(voorkomen);
      return;
    }
    this.#columns.add(row);
    this.#ids.push(id);
    this.#voorkomens.push(voorkomen);
    if (geom !== undefined) {
      this.#geoms.add(geom);
    }
  }

  build(): TrivialBatch {
    return {
      rowCount: this.#ids.length,
      ids: Float64Array.from(this.#ids.concat(this.#endedIds)),
      voorkomens: Float64Array.from(this.#voorkomens.concat(this.#endedVoorkomens)),
      columns: this.#columns.build(),
      geoms: this.#geoms.build(),
    };
  }
}

/** Returns the buffers that can be transferred instead of copied. */
export function transferablesOf({ ids, voorkomens, columns, geoms }: TrivialBatch): ArrayBuffer[] {
  return [ids.buffer, voorkomens.buffer, ...buffersOf(columns, geoms)];
}

export function forEachVoorkomen(batch: TrivialBatch, visit: (voorkomen: Voorkomen) => void): void {
  const { rowCount, ids, voorkomens, geoms } = batch;
  const rowAt = rowReader(batch.columns);
  const hasGeom = geoms.ends.length > 0;
  for (let i = 0; i < ids.length; i++) {
    visit({
      id: ids[i]!,
      voorkomen: voorkomens[i]!,
      begin: BEGIN_IN_PAST,
      end: NO_END,
      isInactive: false,
      row: i < rowCount ? rowAt(i) : null,
      geom: hasGeom && i < rowCount ? blobAt(geoms, i) : undefined,
    });
  }
}
