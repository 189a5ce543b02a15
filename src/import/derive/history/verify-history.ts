import { attachFinished, openFinished } from "../../../base/sqlite.ts";
import { voorkomenTable } from "../../../registry/schema/history-schema.ts";
import { OBJECT_TYPES, TYPE_CODES } from "../../../registry/schema/object-types.ts";
import { refuseImport } from "../../refuse.ts";

/** Throws `import_refused` unless the history has the voorkomen of every object that the draft holds. */
export async function verifyHistory(draft: string, history: string): Promise<void> {
  using db = openFinished(draft);
  attachFinished(db, "history", history);
  for (const code of TYPE_CODES) {
    const { table } = OBJECT_TYPES[code];
    const { n } = db
      .query<{ n: number }, []>(
        `SELECT count(*) AS n FROM main.${table} o WHERE NOT EXISTS (
          SELECT 1 FROM history.${voorkomenTable(code, "history")} v
          WHERE v.object_id = o.fid AND v.nr = o.voorkomen_identificatie AND v.retired = 0)`,
      )
      .get()!;
    if (n > 0) {
      refuseImport(`the new history lacks the voorkomens of ${n} objects of table ${table}`);
    }
  }
}
