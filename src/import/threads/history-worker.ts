/** Worker thread: writes a history file from the messages that it gets, one after another. */
import { serveTasks } from "../../base/ordered-workers.ts";
import { type HistoryInput, type HistoryTask, HistoryWriter } from "../derive/history/history-writer.ts";
import { finishSound, verifyHistory } from "../derive/history/verify-history.ts";

export type HistoryMessage =
  | { readonly begin: HistoryTask }
  | { readonly take: HistoryInput }
  | { readonly openDraft: string }
  | { readonly finish: number }
  | { readonly verify: string };

let writer: HistoryWriter | undefined;

serveTasks(async (message: HistoryMessage): Promise<void> => {
  if ("begin" in message) {
    writer = new HistoryWriter(message.begin);
  } else if ("take" in message) {
    writer!.take(message.take);
  } else if ("openDraft" in message) {
    writer!.openDraft(message.openDraft);
  } else if ("finish" in message) {
    await finishSound(writer!, message.finish);
  } else {
    verifyHistory(message.verify, writer!.path);
  }
});
