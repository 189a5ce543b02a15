import { closeSync, openSync, readSync } from "node:fs";
import { PMTiles, type Source } from "pmtiles";

/** Opens a PMTiles file with the npm reader, which reads only the parts that it needs. */
export function openArchive(path: string): { readonly archive: PMTiles; close(): void } {
  const file = openSync(path, "r");
  const source: Source = {
    getKey: () => path,
    async getBytes(offset, length) {
      const bytes = new Uint8Array(length);
      const read = readSync(file, bytes, 0, length, offset);
      return { data: bytes.buffer.slice(0, read) };
    },
  };
  return { archive: new PMTiles(source), close: () => closeSync(file) };
}
