/** Worker thread: opens a side file at its first message, and fills it at the second. */
import type { Database } from "../../base/sqlite.ts";
import { type ThreadFault, toThreadFault } from "../../base/thread-calls.ts";
import type { Box } from "../../geo/geometry.ts";
import { fillSideFile, openSideFile, type SideTask } from "./side-file.ts";

export type SideResponse = { readonly extent: Box | undefined } | { readonly failed: ThreadFault };

declare const self: Worker;

let db: Database | undefined;

self.onmessage = ({ data }: MessageEvent<SideTask>) => void self.postMessage(run(data));

function run(task: SideTask): SideResponse {
  try {
    if (db !== undefined) {
      return { extent: fillSideFile(db, task) };
    }
    db = openSideFile(task);
    return { extent: undefined };
  } catch (error) {
    return { failed: toThreadFault(error) };
  }
}
