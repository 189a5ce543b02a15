/** Tries again, until it works, what failed because the server was away or no longer knew the session. */
import { TILE_SOURCE } from "../../../../tiles/style.ts";
import type { Access } from "../../../kit/client/access.ts";
import type { MaplibreMap } from "../../../kit/client/map/load-maplibre.ts";
import { readJson, TILEJSON_PATH } from "../../../kit/client/map/read-style.ts";

const PAUSE_MS = 3_000;

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

/** Runs a task until it does not reject. */
export async function tryUntilDone<T>(run: () => Promise<T>, onFailure: () => void): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch {
      onFailure();
      await pause();
    }
  }
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
    await pause();
    // Asks for something small; this renews a session that the server does not know any more (kit/client/access.ts).
    await tryUntilDone(
      () => readJson(access, TILEJSON_PATH),
      () => onTrouble(true),
    );
    // Without a list, MapLibre 6.17 never asks for failed tiles again.
    map.refreshTiles(TILE_SOURCE, failed.splice(0));
  });
  map.on("idle", () => failed.length === 0 && onTrouble(false));
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
