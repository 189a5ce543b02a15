import { z } from "zod";
import { faultMessage, faultOf } from "../../base/fault-rules.ts";
import { memoizePerObject } from "../../base/memoize.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { groundOf } from "../../tiles/base-maps.ts";
import { makeTile } from "../../tiles/make-tile.ts";
import type { ArchiveFile } from "../../tiles/pmtiles/archive-file.ts";
import { buildStyle, THEME_NAMES } from "../../tiles/style.ts";
import { TileCache } from "../../tiles/tile-cache.ts";
import { MAX_TILE_ZOOM } from "../../tiles/tile-layer.ts";
import { describeTiles } from "../../tiles/tilejson.ts";
import type { Context } from "../context.ts";
import { type AnyEndpoint, type BytesResult, rootEndpoint } from "../endpoint.ts";
import { validationFailed } from "../input.ts";
import { integer, oneOf, withDefault } from "../parameters/kinds.ts";
import { compress, MIN_COMPRESSED_BYTES, matchesEtag } from "../pipeline/negotiation.ts";

const TILE_TYPE = "application/vnd.mapbox-vector-tile";
/** Private because of keys; a new data version shows after ten minutes at the latest. */
const TEN_MINUTES = "private, max-age=600";
/** Bytes of finished tiles that a thread keeps of a data version: some thousand tiles. */
const CACHE_BYTES = 48_000_000;
const EMPTY = new Uint8Array(0);

const zoom = integer({ min: 0, max: MAX_TILE_ZOOM, description: "Zoom.", example: 14 });
const column = integer({ min: 0, description: "Column, from the west.", example: 8421 });
const row = z
  .string()
  .regex(/^\d{1,9}\.mvt$/, faultMessage("tile_row"))
  .transform((text) => Number.parseInt(text, 10));

const getTile = rootEndpoint({
  path: "/tiles/{z}/{x}/{y}",
  summary: "Get a vector tile",
  auth: "tiles",
  pathParameters: { z: zoom, x: column, y: row },
  errors: ["validation_failed"],
  example: () => ({ z: 14, x: 8421, y: "5389.mvt" }),
  handler(context, { z, x, y }) {
    assertWithinZoom(z, { x, y });
    const { request, services, snapshot } = context;
    const etag = `${services.build}-${Bun.hash.xxHash64(snapshot.identity).toString(36)}`;
    const answer = { contentType: TILE_TYPE, cacheControl: TEN_MINUTES, etag };
    if (matchesEtag(request.headers.get("if-none-match"), `W/"${etag}"`)) {
      return { ...answer, status: 304, bytes: EMPTY };
    }
    const tile = tilesOf(snapshot).take(`${z}/${x}/${y}`, () => finishTile(makeTile(snapshot, z, x, y)));
    return { ...answer, ...tile };
  },
});

/** Maximum zoom of third-party archives. */
const MAX_ARCHIVE_ZOOM = 30;
/** Bytes of finished tiles of the base map that a thread keeps. */
const ARCHIVE_CACHE_BYTES = 16_000_000;

/** Endpoints of a base map that this server has as a file. */
export function baseMapEndpoints(archive: ArchiveFile): readonly AnyEndpoint[] {
  const tiles = new TileCache<FinishedTile>(ARCHIVE_CACHE_BYTES);
  return [
    rootEndpoint({
      path: "/base-map/{z}/{x}/{y}",
      summary: "Get a vector tile of the base map",
      auth: "tiles",
      pathParameters: {
        z: integer({ min: 0, max: MAX_ARCHIVE_ZOOM, description: "Zoom.", example: 14 }),
        x: column,
        y: row,
      },
      errors: ["validation_failed"],
      example: () => ({ z: 14, x: 8421, y: "5389.mvt" }),
      handler(_context, { z, x, y }) {
        assertWithinZoom(z, { x, y });
        const tile = tiles.take(`${z}/${x}/${y}`, () => finishTile(archive.readTile({ z, x, y })));
        return { contentType: TILE_TYPE, cacheControl: TEN_MINUTES, etag: archive.version, ...tile };
      },
    }),
  ];
}

/** Throws 422 when no tile of the zoom has such a column or row. */
function assertWithinZoom(z: number, position: { readonly x: number; readonly y: number }): void {
  const last = 2 ** z - 1;
  const faults = Object.entries(position)
    .filter(([, index]) => index > last)
    .map(([name]) => [name, [faultOf("max_at_zoom", { max: last, zoom: z })]]);
  if (faults.length > 0) {
    throw validationFailed(Object.fromEntries(faults));
  }
}

const tilesOf = memoizePerObject((_: Snapshot) => new TileCache<FinishedTile>(CACHE_BYTES));

interface FinishedTile extends Pick<BytesResult, "status" | "bytes" | "encoded"> {
  /** Bytes of all forms, estimated: compression halves a tile. */
  readonly byteLength: number;
}

/** Returns the answer with a tile. Compresses the tile at the first use of each form. */
function finishTile(bytes: Uint8Array<ArrayBuffer> | undefined): FinishedTile {
  if (bytes === undefined) {
    return { status: 204, bytes: EMPTY, byteLength: 0 };
  }
  if (bytes.length < MIN_COMPRESSED_BYTES) {
    return { status: 200, bytes, byteLength: bytes.length };
  }
  let zstd: Uint8Array<ArrayBuffer> | undefined;
  let gzip: Uint8Array<ArrayBuffer> | undefined;
  const encoded = {
    get zstd() {
      zstd ??= compress(bytes, "zstd");
      return zstd;
    },
    get gzip() {
      gzip ??= compress(bytes, "gzip");
      return gzip;
    },
  };
  return { status: 200, bytes, encoded, byteLength: 2 * bytes.length };
}

const getTileJson = rootEndpoint({
  path: "/tiles.json",
  summary: "Get the description of the vector tiles",
  auth: "tiles",
  handler(context) {
    const tiles = [`${context.publicUrl}/tiles/{z}/{x}/{y}.mvt${keyQuery(context)}`];
    return jsonResult(describeTiles(context.snapshot, tiles));
  },
});

const getStyle = rootEndpoint({
  path: "/tiles/style.json",
  summary: "Get a map style for the vector tiles",
  auth: "tiles",
  query: {
    theme: withDefault(oneOf(THEME_NAMES, { description: "Ground of the map.", example: "light" }), "light"),
  },
  handler(context, { theme }) {
    const tileJsonUrl = `${context.publicUrl}/tiles.json${keyQuery(context)}`;
    const groundUrl = `${context.publicUrl}/base-map/{z}/{x}/{y}.mvt${keyQuery(context)}`;
    const ground = groundOf(context.services.baseMap, theme, groundUrl);
    return jsonResult(buildStyle({ theme, tileJsonUrl, ground }));
  },
});

/** Returns the query that passes a caller's key in the URL on to the URLs in the answer. */
function keyQuery({ urlToken }: Context): string {
  return urlToken === undefined ? "" : `?key=${encodeURIComponent(urlToken)}`;
}

function jsonResult(content: unknown) {
  return {
    status: 200,
    contentType: "application/json",
    cacheControl: "private, no-cache",
    body: JSON.stringify(content),
  };
}

/** Endpoints of the vector tiles, below the root of the server. */
export const TILE_ENDPOINTS: readonly AnyEndpoint[] = [getTile, getTileJson, getStyle];
