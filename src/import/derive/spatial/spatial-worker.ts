/** Worker thread: makes the file of one task. */
import { type ThreadFault, toThreadFault } from "../../../base/thread-fault.ts";
import { deriveSpatialTables, type Extents, type SpatialTask } from "./spatial-tables.ts";

export type SpatialResponse = { readonly extents: Extents } | { readonly failed: ThreadFault };

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<SpatialTask>) => void self.postMessage(run(data));

function run(task: SpatialTask): SpatialResponse {
  try {
    return { extents: deriveSpatialTables(task) };
  } catch (error) {
    return { failed: toThreadFault(error) };
  }
}
