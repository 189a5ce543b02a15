/** What fails because the server is away, or knows the session no more, is tried again until it works. */
import { TILE_SOURCE } from "../../tiles/style.ts";
import type { Access } from "../shared/access.ts";
import type { MaplibreMap } from "./load-maplibre.ts";
import { TILEJSON_PATH } from "./read-style.ts";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Runs a task until it does not reject, with growing pauses; `signal` ends this with its reason. */
export async function tryUntilDone<T>(
  run: () => Promise<T>,
  { onFailure, signal }: { onFailure(): void; signal: AbortSignal },
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await run();
    } catch {
      signal.throwIfAborted();
      onFailure();
      await pause(pauseMs, signal);
    }
  }
}

/** Resolves after a time, or as soon as the browser is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    addEventListener("online", () => resolve(), { once: true, signal });
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

export interface TroubleOptions {
  readonly access: Access;
  readonly signal: AbortSignal;
  /** Called with true when tiles are missing, with false when they are there again. */
  onTrouble(isIncomplete: boolean): void;
}

/** Fetches tiles again that could not be fetched, as soon as the server answers. */
export function recoverTiles(map: MaplibreMap, { access, signal, onTrouble }: TroubleOptions): void {
  let isWaiting = false;
  map.on("error", async ({ error, ...event }) => {
    if (!("sourceId" in event)) {
      reportError(error);
      return;
    }
    if (isWaiting) {
      return;
    }
    isWaiting = true;
    onTrouble(true);
    try {
      await tryUntilDone(() => probe(access), { onFailure: () => {}, signal });
    } catch {
      return;
    }
    isWaiting = false;
    onTrouble(false);
    map.refreshTiles(TILE_SOURCE);
  });
}

/** A refused session is renewed by this request (shared/access.ts). */
async function probe(access: Access): Promise<void> {
  const response = await access.fetch(TILEJSON_PATH);
  if (!response.ok) {
    throw new Error(`${response.status}`);
  }
}
