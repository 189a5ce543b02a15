import { throwFault } from "../../../base/thread-fault.ts";
import { type BesideTask, deriveBeside, type Extents } from "./beside-tables.ts";
import type { BesideResponse } from "./beside-worker.ts";

/** Number of panden below which another thread takes more time to start than it saves. */
const MIN_PANDEN_FOR_THREAD = 50_000;

export interface TablesBeside {
  /** Waits until the file is made. */
  finish(): Promise<Extents>;
  /** Ends the thread. */
  close(): void;
}

/** Starts to make the file of a task: in a thread of its own, or for a small country when it is asked for. */
export function startBeside(task: BesideTask, panden: number): TablesBeside {
  if (panden < MIN_PANDEN_FOR_THREAD) {
    return { finish: async () => deriveBeside(task), close: () => undefined };
  }
  const worker = new Worker(new URL("./beside-worker.ts", import.meta.url));
  const response = new Promise<BesideResponse>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<BesideResponse>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(`worker thread: ${message}`));
  });
  // It is awaited later; until then a failure must not count as an unhandled rejection.
  response.catch(() => undefined);
  worker.postMessage(task);
  return { finish: async () => unwrap(await response), close: () => worker.terminate() };
}

function unwrap(response: BesideResponse): Extents {
  return "extents" in response ? response.extents : throwFault(response.failed);
}
