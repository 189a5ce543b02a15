/** Worker thread: makes the file of one task. */
import { type ThreadFault, toThreadFault } from "../../../base/thread-fault.ts";
import { type BesideTask, deriveBeside, type Extents } from "./beside-tables.ts";

export type BesideResponse = { readonly extents: Extents } | { readonly failed: ThreadFault };

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<BesideTask>) => void self.postMessage(run(data));

function run(task: BesideTask): BesideResponse {
  try {
    return { extents: deriveBeside(task) };
  } catch (error) {
    return { failed: toThreadFault(error) };
  }
}
