/** Worker thread: opens a side file at its first task, and fills it at the second. */
import { serveTasks } from "../../base/ordered-workers.ts";
import type { Database } from "../../base/sqlite.ts";
import { fillSideFile, openSideFile, type SideTask } from "./side-file.ts";

let db: Database | undefined;

serveTasks((task: SideTask) => {
  if (db !== undefined) {
    return fillSideFile(db, task);
  }
  db = openSideFile(task);
  return undefined;
});
