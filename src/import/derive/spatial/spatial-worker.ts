/** Worker thread: opens a draft, says so, and makes the file of spatial tables beside it. */
import { type ThreadFault, toThreadFault } from "../../../base/thread-fault.ts";
import { deriveSpatialTables, type Extents, openDraftTables, type SpatialTask } from "./spatial-tables.ts";

export type SpatialMessage =
  | { readonly opened: true }
  | { readonly extents: Extents }
  | { readonly failed: ThreadFault };

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<SpatialTask>) => run(data);

function run({ draft, into }: SpatialTask): void {
  const send = (message: SpatialMessage) => void self.postMessage(message);
  try {
    using db = openDraftTables(draft);
    send({ opened: true });
    send({ extents: deriveSpatialTables(db, into) });
  } catch (error) {
    send({ failed: toThreadFault(error) });
  }
}
