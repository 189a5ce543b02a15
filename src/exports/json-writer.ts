/** Writes JSON: one array with an object for each row, a line each. Geometries are not written. */
import type { OutputRow, TableLayout, TableWriter, WriteBytes } from "../tables/table.ts";
import { PieceBuffer } from "../tables/write/piece-buffer.ts";

export class JsonWriter implements TableWriter {
  readonly crs = "wgs84";
  readonly #pieces: PieceBuffer;
  /** Beginning of each value, with its name. */
  readonly #prefixes: readonly string[];
  #separator = "\n{";

  constructor({ columns }: TableLayout, write: WriteBytes) {
    this.#pieces = new PieceBuffer(write);
    this.#pieces.add("[");
    this.#prefixes = columns.map(({ name }, i) => `${i === 0 ? "" : ","}${JSON.stringify(name)}:`);
  }

  async write(rows: readonly OutputRow[]): Promise<void> {
    for (const { values } of rows) {
      let line = this.#separator;
      for (let i = 0; i < values.length; i++) {
        const value = values[i];
        line += this.#prefixes[i]! + (typeof value === "number" ? value : JSON.stringify(value));
      }
      this.#pieces.add(`${line}}`);
      this.#separator = ",\n{";
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
