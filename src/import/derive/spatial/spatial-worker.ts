/** Worker thread: makes the file of one task. */
import { codeOf, messageOf } from "../../../base/errors.ts";
import { deriveSpatialTables, type Extents, type SpatialTask } from "./spatial-tables.ts";

/** Extents of the layers, or what an error says, whose class does not pass between threads. */
export type SpatialResponse =
  | { readonly extents: Extents }
  | { readonly failed: { readonly message: string; readonly code: string | undefined } };

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<SpatialTask>) => void self.postMessage(run(data));

function run(task: SpatialTask): SpatialResponse {
  try {
    return { extents: deriveSpatialTables(task) };
  } catch (error) {
    return { failed: { message: messageOf(error), code: codeOf(error) } };
  }
}
