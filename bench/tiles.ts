/**
 * Measures vector tiles by zoom: time to make one, time to answer a request for one that is kept, sizes; and for zooms
 * 14 and 16 the layer of panden alone, compared with PostGIS on the same panden, in the same run. Tiles are drawn where
 * addresses are; the densest one has its own column. The best of three measurements counts: the turns of other
 * processes are not the server's time. With `--pmtiles Z`, also writes all tiles to zoom Z as one PMTiles file.
 *
 *   node_modules/.bin/bun bench/tiles.ts --data DIR [--tiles 200 per zoom] [--postgis off] [--pmtiles 16]
 *     [--bin /usr/lib/postgresql/15/bin]
 *
 * Needs Debian's postgresql and postgresql-15-postgis-3 unless `--postgis off`. Asserts nothing.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { TileId } from "../src/geo/web-mercator.ts";
import type { Snapshot } from "../src/registry/file/snapshot.ts";
import { encodeTile, makeTile } from "../src/tiles/make-tile.ts";
import { pandLayer } from "../src/tiles/pand-layer.ts";
import { TileArchive } from "../src/tiles/pmtiles/tile-archive.ts";
import { frameOf, MAX_TILE_ZOOM, MIN_TILE_ZOOM } from "../src/tiles/tile-layer.ts";
import { openBenchApp } from "./shared/bench-app.ts";
import { type DrawnTiles, drawTiles } from "./shared/drawn-tiles.ts";
import { median, print, quantile } from "./shared/figures.ts";
import { loadPanden, makePostgisTile } from "./shared/postgis-tiles.ts";
import { startCluster } from "./shared/postgres.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "./data" },
    tiles: { type: "string", default: "200" },
    postgis: { type: "string", default: "on" },
    pmtiles: { type: "string" },
    bin: { type: "string" },
    port: { type: "string", default: "54331" },
  },
});
const count = Number(values.tiles);
const { app, headers, close } = openBenchApp(values.data);
const snapshot = app.registry.current()!;

interface Measured {
  readonly ms: readonly number[];
  readonly perSecond: number;
}

/** Measures an action on each tile: the best of three turns. */
async function measure(tiles: readonly TileId[], act: (tile: TileId) => unknown): Promise<Measured> {
  for (const tile of tiles.slice(0, 10)) {
    await act(tile);
  }
  const ms: number[] = [];
  for (const tile of tiles) {
    let best = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 3; turn++) {
      const startedMs = performance.now();
      await act(tile);
      best = Math.min(best, performance.now() - startedMs);
    }
    ms.push(best);
  }
  const total = ms.reduce((sum, one) => sum + one, 0);
  return { ms, perSecond: (1000 * ms.length) / total };
}

let requests = 0;

/** Requests a tile as browsers do; each request comes from another address, because addresses are limited. */
async function request({ z, x, y }: TileId): Promise<void> {
  const address = `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests++ & 255}`;
  const asked = new Request(`http://bench/tiles/${z}/${x}/${y}.mvt`, {
    headers: { ...headers, "accept-encoding": "zstd, gzip" },
  });
  const response = await app.fetch(asked, () => address);
  if (response.status !== 200) {
    throw new Error(`${z}/${x}/${y} is answered ${response.status}`);
  }
  await response.arrayBuffer();
}

const bytesOf = ({ z, x, y }: TileId) => makeTile(snapshot, z, x, y) ?? new Uint8Array(0);
const ms = (value: number) => value.toFixed(2).padStart(9);
const kb = (bytes: number) => (bytes / 1000).toFixed(0).padStart(6);

async function measureZoom(z: number, { some, densest }: DrawnTiles): Promise<void> {
  const made = await measure(some, bytesOf);
  const worst = await measure([densest], bytesOf);
  const kept = await measure(some, request);
  const raw = [...some, densest].map(bytesOf);
  const packed = raw.map((bytes) => Bun.gzipSync(bytes, { level: 6 }).length);
  const sizes = [raw.map(({ length }) => length), packed].flatMap((bytes) => [
    median(bytes),
    Math.max(...bytes),
  ]);
  const times = [median(made.ms), quantile(made.ms, 0.99), worst.ms[0]!];
  const answers = [median(kept.ms), quantile(kept.ms, 0.99)];
  print(
    `${String(z).padStart(4)}${String(some.length).padStart(7)}${made.perSecond.toFixed(0).padStart(9)}${times.map(ms).join("")}${answers.map(ms).join("")}  ${sizes.map(kb).join("")}`,
  );
}

function pandTile(s: Snapshot, tile: TileId): Uint8Array {
  const frame = frameOf(s, tile)!;
  return encodeTile(new Map([["pand", pandLayer.featuresOf(s, frame, 0)]]));
}

const COMPARED_ZOOMS = [14, 16];

async function comparePostgis(drawn: ReadonlyMap<number, DrawnTiles>): Promise<void> {
  const cluster = startCluster(values);
  try {
    const startedMs = performance.now();
    await loadPanden(cluster, snapshot);
    print(`\nPostGIS: loaded in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
    print("panden alone           baken p50      p99  densest    PostGIS p50      p99  densest   p50 ratio");
    for (const z of COMPARED_ZOOMS) {
      const { some, densest } = drawn.get(z)!;
      const columns = async (act: (tile: TileId) => unknown) => {
        const all = await measure(some, act);
        const worst = await measure([densest], act);
        return [median(all.ms), quantile(all.ms, 0.99), worst.ms[0]!];
      };
      const theirs = await columns((tile) => makePostgisTile(cluster.sql, tile));
      const ours = await columns((tile) => pandTile(snapshot, tile));
      const ratio = `1 : ${(theirs[0]! / ours[0]!).toFixed(1)}`;
      print(`zoom ${z}            ${ours.map(ms).join("")}      ${theirs.map(ms).join("")}   ${ratio}`);
    }
  } finally {
    await cluster.stop();
  }
}

/** Writes all tiles to `maxZoom` as one file, with all cores. */
async function measureArchive(maxZoom: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "baken-bench-"));
  try {
    const startedMs = performance.now();
    const threads = availableParallelism();
    const archive = await TileArchive.create(snapshot, join(folder, "all.pmtiles"), { maxZoom, threads });
    while (archive.nextZoom !== undefined) {
      await archive.writeZoom(() => undefined);
    }
    const { tiles, contents, bytes } = await archive.publish();
    await archive.close();
    const seconds = (performance.now() - startedMs) / 1000;
    const counts = `${tiles.toLocaleString("en")} tiles, ${contents.toLocaleString("en")} different ones`;
    print(
      `\nPMTiles to zoom ${maxZoom}, ${threads} threads: ${counts}, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const zooms = Array.from({ length: MAX_TILE_ZOOM - MIN_TILE_ZOOM + 1 }, (_, i) => MIN_TILE_ZOOM + i);
const drawn = new Map(zooms.map((z) => [z, drawTiles(snapshot, z, count)]));
print(`${snapshot.meta.counts.panden.toLocaleString("en")} panden; milliseconds; kB, gzip level 6`);
print("             made uncached:                      request, kept:      raw p50   max  gzip   max");
print("zoom  tiles  per sec      p50      p99  densest      p50      p99");
for (const z of zooms) {
  await measureZoom(z, drawn.get(z)!);
}
if (values.postgis === "on") {
  await comparePostgis(drawn);
}
if (values.pmtiles !== undefined) {
  await measureArchive(Number(values.pmtiles));
}
close();
