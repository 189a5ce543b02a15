/** Worker thread: runs statements that check a finished file. */
import { type Database, openFinished } from "../base/sqlite.ts";
import { type ThreadFault, toThreadFault } from "../base/thread-calls.ts";

export interface CheckTask {
  readonly path: string;
  readonly sql: string;
}

export type CheckResponse = { readonly rows: unknown[][] } | { readonly failed: ThreadFault };

declare const self: Worker;

let db: Database | undefined;

self.onmessage = ({ data }: MessageEvent<CheckTask>) => void self.postMessage(run(data));

function run({ path, sql }: CheckTask): CheckResponse {
  try {
    db ??= openFinished(path);
    return { rows: db.query(sql).values() };
  } catch (error) {
    return { failed: toThreadFault(error) };
  }
}
