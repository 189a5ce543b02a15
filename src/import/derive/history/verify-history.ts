import { attachFinished, openFinished } from "../../../base/sqlite.ts";
import { voorkomenTable } from "../../../registry/schema/history-schema.ts";
import { OBJECT_TYPES, TYPE_CODES } from "../../../registry/schema/object-types.ts";
import { verifyIntegrity } from "../../integrity-checks.ts";
import { refuseImport } from "../../refuse.ts";
import type { HistoryWriter } from "./history-writer.ts";

/** Completes a history and checks its file in this thread; throws `import_refused` when it is damaged. */
export async function finishSound(history: HistoryWriter, referenceDate: number): Promise<void> {
  history.finish(referenceDate);
  await verifyIntegrity(history.path, 1, Number.POSITIVE_INFINITY);
}

/** Throws `import_refused` unless the history has the voorkomen of every object in the draft. */
export function verifyHistory(draft: string, history: string): void {
  using db = openFinished(draft);
  attachFinished(db, "history", history);
  for (const code of TYPE_CODES) {
    const { table } = OBJECT_TYPES[code];
    const { n } = db
      .query<{ n: number }, []>(
        // In order of the history: SQLite looks up a row of the draft once for all voorkomens of an object.
        `SELECT (SELECT count(*) FROM main.${table}) - count(*) AS n
          FROM history.${voorkomenTable(code, "history")} v
          CROSS JOIN main.${table} o ON o.fid = v.object_id AND o.voorkomen_identificatie = v.nr
          WHERE v.retired = 0`,
      )
      .get()!;
    if (n > 0) {
      refuseImport(`the new history lacks the voorkomens of ${n} objects of table ${table}`);
    }
  }
}
