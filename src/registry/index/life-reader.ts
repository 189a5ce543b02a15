/** Reads lives of objects from the two places that have them: the history file, and what updates added since. */
import type { SQLQueryBindings, Statement } from "../../base/sqlite.ts";
import { voorkomenColumnNames, voorkomenTable } from "../schema/history-schema.ts";
import { OBJECT_TYPES, type TypeCode } from "../schema/object-types.ts";
import { fromRows, type HistoryVoorkomen, type VoorkomenRow } from "../schema/voorkomen-life.ts";

/** Connection that compiles a statement once, such as a snapshot's. */
export interface StatementSource {
  statement<Row>(sql: string): Statement<Row, SQLQueryBindings[]>;
}

const GONE = "SELECT nr, retired FROM recent_gone WHERE object_id = ?";

/** Returns all voorkomens of an object in order of number and mark; none when the history does not know it. */
export function readLife(
  registry: StatementSource,
  history: StatementSource,
  code: TypeCode,
  id: number,
): HistoryVoorkomen[] {
  return fromRows(readRows(registry, history, code, id), "geometryPath" in OBJECT_TYPES[code]);
}

/** Returns the rows of an object as if the history file had been written anew: its own, and the recent ones. */
function readRows(
  registry: StatementSource,
  history: StatementSource,
  code: TypeCode,
  id: number,
): VoorkomenRow[] {
  const stored = history.statement(selectRows(code, "history")).values(id) as VoorkomenRow[];
  const recent = registry.statement(selectRows(code, "recent")).values(id) as VoorkomenRow[];
  const gone = registry.statement(GONE).values(id) as [number, number][];
  if (recent.length === 0 && gone.length === 0) {
    return stored;
  }
  const replaced = new Set([
    ...recent.map(([, nr, retired]) => `${nr} ${retired}`),
    ...gone.map((key) => key.join(" ")),
  ]);
  return [...stored.filter(([, nr, retired]) => !replaced.has(`${nr} ${retired}`)), ...recent].sort(
    (a, b) => Number(a[1]) - Number(b[1]) || Number(a[2]) - Number(b[2]),
  );
}

function selectRows(code: TypeCode, of: "history" | "recent"): string {
  return `SELECT ${voorkomenColumnNames(code).join(", ")} FROM ${voorkomenTable(code, of)}
    WHERE object_id = ? ORDER BY nr, retired`;
}
