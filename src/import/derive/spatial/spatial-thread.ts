import { threadUrl } from "../../../base/program-files.ts";
import { toError } from "../../../base/thread-fault.ts";
import { deriveSpatialTables, type Extents, openDraftTables, type SpatialTask } from "./spatial-tables.ts";
import type { SpatialMessage } from "./spatial-worker.ts";

/** Number of panden below which another thread takes more time to start than it saves. */
const MIN_PANDEN_FOR_THREAD = 50_000;

export interface SpatialTables {
  /** Resolves when the file is made. */
  readonly finished: Promise<Extents>;
  /** Ends the thread. */
  close(): void;
}

/**
 * Starts to make the spatial tables of a draft whose tables `pand` and `adres` are committed and change no more; those
 * of a small country are made at once. The draft may then be written, and be committed when they are finished.
 */
export async function startSpatialTables(task: SpatialTask, panden: number): Promise<SpatialTables> {
  return panden < MIN_PANDEN_FOR_THREAD ? makeAtOnce(task) : await startThread(task);
}

function makeAtOnce({ draft, into }: SpatialTask): SpatialTables {
  using db = openDraftTables(draft);
  return { finished: Promise.resolve(deriveSpatialTables(db, into)), close: () => undefined };
}

async function startThread(task: SpatialTask): Promise<SpatialTables> {
  const worker = new Worker(threadUrl("import/derive/spatial/spatial-worker.ts"));
  const opened = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<Extents>();
  // It is awaited later; until then a failure must not count as an unhandled rejection.
  finished.promise.catch(() => undefined);
  const fail = (error: unknown) => {
    opened.reject(error);
    finished.reject(error);
  };
  worker.onerror = ({ message }) => fail(new Error(`worker thread: ${message}`));
  worker.onmessage = ({ data }: MessageEvent<SpatialMessage>) => {
    if ("opened" in data) {
      opened.resolve();
    } else if ("extents" in data) {
      finished.resolve(data.extents);
    } else {
      fail(toError(data.failed));
    }
  };
  worker.postMessage(task);
  try {
    await opened.promise;
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return { finished: finished.promise, close: () => worker.terminate() };
}
