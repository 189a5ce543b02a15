/** Worker thread: runs statements that check a finished file. */
import { serveTasks } from "../base/ordered-workers.ts";
import { type Database, openFinished } from "../base/sqlite.ts";

export interface CheckTask {
  readonly path: string;
  readonly sql: string;
}

let db: Database | undefined;

serveTasks(({ path, sql }: CheckTask): unknown[][] => {
  db ??= openFinished(path);
  return db.query(sql).values();
});
