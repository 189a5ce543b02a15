import { OrderedWorkers } from "../../base/ordered-workers.ts";
import { threadUrl } from "../../base/program-files.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { MIN_TILE_ZOOM } from "../tile-layer.ts";
import { describeTiles } from "../tilejson.ts";
import { type ArchiveOptions, type ArchiveSize, ArchiveWriter, type TilePlace } from "./archive-writer.ts";
import { mayHaveContents } from "./tile-contents.ts";
import { firstTileOf, tileOf, tilesBelow } from "./tile-number.ts";
import type { MadeTile, RegistryToRead, TileTask } from "./tile-worker.ts";

/** Tiles that a worker makes at a time, at most. */
const TASK_SPANS = 16;

/**
 * Tiles of consecutive numbers: either one tile that is to be made, or any number of tiles whose bytes are at `place`
 * already.
 */
interface TileSpan {
  readonly first: number;
  readonly count: number;
  readonly place?: TilePlace;
}

/** Task of a worker, with the spans that its tiles belong to. */
interface SpansTask extends TileTask {
  readonly spans: readonly TileSpan[];
}

export interface TileArchiveOptions extends ArchiveOptions {
  readonly maxZoom: number;
  readonly threads: number;
}

/** All tiles of a snapshot as one PMTiles archive, written zoom by zoom by worker threads. */
export class TileArchive {
  readonly #snapshot: Snapshot;
  readonly #maxZoom: number;
  readonly #writer: ArchiveWriter;
  readonly #workers: OrderedWorkers<SpansTask, readonly MadeTile[]>;
  #zoom = MIN_TILE_ZOOM;
  /** Tiles of the next zoom to write that may have contents, ascending. */
  #spans: TileSpan[];

  private constructor(s: Snapshot, writer: ArchiveWriter, { maxZoom, threads }: TileArchiveOptions) {
    this.#snapshot = s;
    this.#maxZoom = maxZoom;
    this.#writer = writer;
    this.#workers = new OrderedWorkers(threadUrl("tiles/pmtiles/tile-worker.ts"), threads);
    this.#workers.broadcast({ path: s.path } satisfies RegistryToRead);
    this.#spans = listTilesWithData(s, MIN_TILE_ZOOM).map((first) => ({ first, count: 1 }));
  }

  /** Creates the temporary files next to `path`; the file itself appears when it is complete. */
  static async create(s: Snapshot, path: string, options: TileArchiveOptions): Promise<TileArchive> {
    return new TileArchive(s, await ArchiveWriter.create(path, options), options);
  }

  /** Zoom to write next, and its tiles, empty ones included; undefined when all are written. */
  get nextZoom(): { readonly zoom: number; readonly tiles: number } | undefined {
    const tiles = this.#spans.reduce((sum, { count }) => sum + count, 0);
    return this.#zoom > this.#maxZoom ? undefined : { zoom: this.#zoom, tiles };
  }

  /** Writes the tiles of the next zoom; calls `advance` with the number of tiles done. */
  async writeZoom(advance: (tiles: number) => void): Promise<void> {
    const next: TileSpan[] = [];
    for await (const { task, response } of this.#workers.runAll(this.#tasks())) {
      let made = 0;
      for (const span of task.spans) {
        next.push(...(await this.#write(span, span.place === undefined ? response[made++] : undefined)));
        advance(span.count);
      }
    }
    this.#spans = next;
    this.#zoom++;
  }

  /** Writes the tiles of a span; returns the spans of the tiles below. */
  async #write({ first, count, place }: TileSpan, made: MadeTile | undefined): Promise<TileSpan[]> {
    const [firstBelow] = tilesBelow(first, this.#zoom);
    if (place !== undefined) {
      this.#writer.addCopies({ first, count }, place);
      return [{ first: firstBelow!, count: 4 * count, place }];
    }
    const { gzipped, isFilled, below } = made!;
    const written = gzipped && (await this.#writer.add(first, gzipped));
    return isFilled && written !== undefined
      ? [{ first: firstBelow!, count: 4, place: written }]
      : below.map((number) => ({ first: number, count: 1 }));
  }

  *#tasks(): Generator<SpansTask> {
    const rest = { zoom: this.#zoom, isLastZoom: this.#zoom === this.#maxZoom };
    for (let first = 0; first < this.#spans.length; first += TASK_SPANS) {
      const spans = this.#spans.slice(first, first + TASK_SPANS);
      const numbers = spans.filter(({ place }) => place === undefined).map((span) => span.first);
      yield { ...rest, spans, numbers };
    }
  }

  /** Puts the archive together and gives it its name. */
  async publish(): Promise<ArchiveSize> {
    const { bounds, center, vector_layers, ...about } = describeTiles(this.#snapshot, []);
    const maxZoom = this.#maxZoom;
    const [longitude, latitude, zoom] = center;
    const { name, description, version, attribution } = about;
    return await this.#writer.publish(
      { minZoom: MIN_TILE_ZOOM, maxZoom, bounds, center: [longitude, latitude, Math.min(zoom, maxZoom)] },
      {
        ...{ name, description, version, attribution, type: "overlay" },
        vector_layers: vector_layers
          .filter(({ minzoom }) => minzoom <= maxZoom)
          .map((layer) => ({ ...layer, maxzoom: Math.min(layer.maxzoom, maxZoom) })),
      },
    );
  }

  /** Ends the threads and removes temporary files. */
  async close(): Promise<void> {
    this.#workers.close();
    await this.#writer.close();
  }
}

function listTilesWithData(s: Snapshot, zoom: number): number[] {
  const first = firstTileOf(zoom);
  const numbers = Array.from({ length: 4 ** zoom }, (_, i) => first + i);
  return numbers.filter((number) => mayHaveContents(s, tileOf(number)));
}
