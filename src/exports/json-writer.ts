import type { WriteBytes } from "../tables/table.ts";
import { PieceBuffer } from "../tables/write/piece-buffer.ts";
import type { ExportRow } from "./kinds/export-kind.ts";
import type { RowWriter } from "./row-writer.ts";

/** Writes one JSON array with the record of each row, a line each. Geometries are not written. */
export class JsonWriter implements RowWriter {
  readonly #pieces: PieceBuffer;
  readonly #names: string[] | undefined;
  #separator = "\n";

  /** Writes the values of these names in this order; undefined: whole records, in a quarter of the time. */
  constructor(names: readonly string[] | undefined, write: WriteBytes) {
    this.#names = names && [...names];
    this.#pieces = new PieceBuffer(write);
    this.#pieces.add("[");
  }

  async write(rows: readonly ExportRow[]): Promise<void> {
    for (const { record } of rows) {
      this.#pieces.add(this.#separator + JSON.stringify(record, this.#names));
      this.#separator = ",\n";
      if (this.#pieces.isFull) {
        await this.#pieces.flush();
      }
    }
  }

  async finish(): Promise<void> {
    this.#pieces.add("\n]\n");
    await this.#pieces.flush();
  }

  async close(): Promise<void> {}
}
