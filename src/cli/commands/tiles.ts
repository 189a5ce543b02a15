import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { AppError } from "../../base/errors.ts";
import { HEADER_BYTES } from "../../tiles/pmtiles/directory.ts";
import { startsLikePmtiles } from "../../tiles/pmtiles/header.ts";
import { TileArchive } from "../../tiles/pmtiles/tile-archive.ts";
import { MAX_TILE_ZOOM, MIN_TILE_ZOOM } from "../../tiles/tile-layer.ts";
import { draftFault } from "../assert-writable.ts";
import { defineCommand } from "../command.ts";
import { printResult } from "../output.ts";
import { openServedRegistry } from "../served-registry.ts";
import { writeTiles } from "../write-tiles.ts";

export const tiles = defineCommand({
  name: "tiles",
  summary: "Write the vector tiles of the whole registry as one PMTiles file.",
  flags: {
    out: {
      type: "text",
      placeholder: "X.pmtiles",
      completes: "files",
      required: true,
      description: "File to write.",
    },
    "max-zoom": {
      type: "integer",
      placeholder: "N",
      description: `Highest zoom to write, ${MIN_TILE_ZOOM} to ${MAX_TILE_ZOOM}. Default ${MAX_TILE_ZOOM}.`,
    },
    threads: {
      type: "integer",
      placeholder: "N",
      description: "Number of threads that make tiles. Default: one per processor core.",
    },
    yes: { type: "boolean", description: "Replace the file even if it is no PMTiles file." },
  },
  settings: ["data"],
  async run({ flags, settings }) {
    const { out, "max-zoom": maxZoom = MAX_TILE_ZOOM, threads = availableParallelism() } = flags;
    assertWithin("max-zoom", maxZoom, { min: MIN_TILE_ZOOM, max: MAX_TILE_ZOOM });
    assertWithin("threads", threads, { min: 1, max: MAX_THREADS });
    await assertMayReplace(out, flags.yes);
    const { registry, snapshot } = openServedRegistry(settings.data);
    try {
      const archive = await TileArchive.create(snapshot, out, { maxZoom, threads }).catch(
        (cause: NodeJS.ErrnoException) => {
          throw draftFault(out, cause);
        },
      );
      await writeArchive(archive, out);
    } finally {
      registry.close();
    }
  },
});

const MAX_THREADS = 999;

function assertWithin(flag: string, value: number, { min, max }: { min: number; max: number }): void {
  if (value < min || value > max) {
    throw new AppError("usage", `--${flag} must be ${min} to ${max}, not ${value}.`);
  }
}

/** Throws when `path` is a folder or, unless the user gave `--yes`, holds something else than a PMTiles archive. */
async function assertMayReplace(path: string, isConfirmed: boolean): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    return;
  }
  if (!found.isFile()) {
    throw new AppError("usage", `${path} is not a file; give another name with --out.`);
  }
  if (!isConfirmed && !startsLikePmtiles(await Bun.file(path).slice(0, HEADER_BYTES).bytes())) {
    throw new AppError("usage", `${path} exists and is no PMTiles file; --yes replaces it.`);
  }
}

/** Writes the archive and prints its size. */
async function writeArchive(archive: TileArchive, out: string): Promise<void> {
  const startMs = performance.now();
  const { tiles, contents, bytes } = await writeTiles(archive);
  const seconds = Math.round((performance.now() - startMs) / 1000);
  const count = (n: number) => n.toLocaleString("en");
  printResult(
    `${out}: ${count(tiles)} tiles, ${count(contents)} different ones, ${count(bytes)} bytes in ${seconds} s.`,
  );
}
