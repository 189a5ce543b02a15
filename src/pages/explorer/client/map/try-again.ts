/** Retries, until it works, what failed because the server was away or no longer knew the session. */
import { TILE_SOURCE } from "../../../../tiles/style.ts";
import type { Access } from "../../../kit/client/access.ts";
import type { MaplibreMap } from "../../../kit/client/map/load-maplibre.ts";
import { TILEJSON_PATH } from "../../../kit/client/map/read-style.ts";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Runs a task until it does not reject, with growing pauses. */
export async function tryUntilDone<T>(run: () => Promise<T>, onFailure: () => void): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = longer(pauseMs)) {
    try {
      return await run();
    } catch {
      onFailure();
      await pause(pauseMs);
    }
  }
}

function longer(pauseMs: number): number {
  return Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
}

/** Resolves after a time, or as soon as the browser is online again. */
async function pause(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  addEventListener("online", () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
}

/**
 * Fetches tiles again that could not be fetched, as soon as the server answers. Calls `onTrouble` with true when tiles
 * are missing, with false when all are there.
 */
export function recoverTiles(
  map: MaplibreMap,
  access: Access,
  onTrouble: (isIncomplete: boolean) => void,
): void {
  const failed: CanonicalTile[] = [];
  let pauseMs = FIRST_PAUSE_MS;
  map.on("error", async ({ error, ...event }) => {
    const { sourceId, tile } = event as TileFailure;
    if (sourceId === undefined) {
      reportError(error);
    }
    // A base map that is away only leaves the ground empty.
    if (sourceId !== TILE_SOURCE || tile === undefined || failed.push(tile.tileID.canonical) > 1) {
      return;
    }
    onTrouble(true);
    do {
      await pause(pauseMs);
      pauseMs = longer(pauseMs);
    } while (!(await answers(access)));
    // Without a list, MapLibre 6.17 never asks for failed tiles again.
    map.refreshTiles(TILE_SOURCE, failed.splice(0));
  });
  map.on("idle", () => {
    if (failed.length === 0) {
      pauseMs = FIRST_PAUSE_MS;
      onTrouble(false);
    }
  });
}

interface CanonicalTile {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Properties that MapLibre adds to the event of an error. */
interface TileFailure {
  readonly sourceId?: string;
  readonly tile?: { readonly tileID: { readonly canonical: CanonicalTile } };
}

/** Sends a small request, which also renews a session that the server no longer knows (kit/client/access.ts). */
async function answers(access: Access): Promise<boolean> {
  try {
    return (await access.fetch(TILEJSON_PATH)).ok;
  } catch {
    return false;
  }
}
