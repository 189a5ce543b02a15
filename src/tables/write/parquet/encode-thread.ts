/** Entry of the thread that encodes row groups beside the one that reads the rows. */
import { type ThreadFault, toThreadFault } from "../../../base/thread-calls.ts";
import type { TableLayout } from "../../table.ts";
import { type Block, listBuffers } from "./block.ts";
import { blockEncoder, type EncodedGroup } from "./encode-block.ts";

/** The layout comes first, without an answer; then blocks, each answered by its group. */
export type EncodeTask = { readonly layout: TableLayout } | { readonly block: Block };
export type EncodeAnswer = { readonly group: EncodedGroup } | { readonly fault: ThreadFault };

declare const self: Worker;

let encode: (block: Block) => EncodedGroup;

self.onmessage = ({ data }: MessageEvent<EncodeTask>) => {
  if ("layout" in data) {
    encode = blockEncoder(data.layout);
    return;
  }
  try {
    const group = encode(data.block);
    self.postMessage({ group } satisfies EncodeAnswer, listBuffers(group.bytes));
  } catch (error) {
    self.postMessage({ fault: toThreadFault(error) } satisfies EncodeAnswer);
  }
};
