import type { ArchiveSize } from "../tiles/pmtiles/archive-writer.ts";
import type { TileArchive } from "../tiles/pmtiles/tile-archive.ts";
import { createStderrProgress } from "./progress.ts";

/** Writes all zooms of an archive with a progress of its own each, then the file; closes the archive. */
export async function writeTiles(archive: TileArchive): Promise<ArchiveSize> {
  const progress = createStderrProgress();
  try {
    for (let next = archive.nextZoom; next !== undefined; next = archive.nextZoom) {
      const total = { count: next.tiles, unit: "tiles" };
      await progress.stage(`zoom ${next.zoom}`, (advance) => archive.writeZoom(advance), total);
    }
    return await progress.stage("put together", () => archive.publish());
  } finally {
    await archive.close();
  }
}
