import { PMTiles, type Source } from "pmtiles";

/** `absent`: there is no such file. `whole-only`: the host answers no ranges. */
export type NoArchive = "absent" | "whole-only";

export interface Archive {
  readonly minzoom: number;
  readonly maxzoom: number;
  /** West, south, east, north in degrees. */
  readonly bounds: [number, number, number, number];
  readonly attribution: string;
  /** Reads a tile, unpacked; undefined when the archive has none there. */
  readTile(z: number, x: number, y: number): Promise<ArrayBuffer | undefined>;
}

/**
 * Opens a PMTiles file (docs/tiles.md, "PMTiles") on a host that gives parts of files. Throws an Error for another
 * file, and when the host is away.
 */
export async function openArchive(url: string): Promise<Archive | NoArchive> {
  let refusal: NoArchive | undefined;
  const source: Source = {
    getKey: () => url,
    async getBytes(offset, length) {
      const response = await fetch(url, { headers: { range: `bytes=${offset}-${offset + length - 1}` } });
      if (response.status !== 206) {
        // The whole file may have hundreds of megabytes.
        await response.body?.cancel();
        refusal = response.status === 200 ? "whole-only" : "absent";
        throw new Error(`${url} cannot be read in parts.`);
      }
      return { data: await response.arrayBuffer() };
    },
  };
  const archive = new PMTiles(source);
  const header = await archive.getHeader().catch((error: unknown) => {
    if (refusal === undefined) {
      throw error;
    }
  });
  if (header === undefined) {
    return refusal!;
  }
  const { minZoom: minzoom, maxZoom: maxzoom, minLon, minLat, maxLon, maxLat } = header;
  const { attribution } = (await archive.getMetadata()) as { attribution: string };
  return {
    ...{ minzoom, maxzoom, attribution },
    bounds: [minLon, minLat, maxLon, maxLat],
    readTile: async (z, x, y) => (await archive.getZxy(z, x, y))?.data,
  };
}
