/** Reads the life of an object: from the registry when an update changed it, else from the history file. */
import type { SQLQueryBindings, Statement } from "../../base/sqlite.ts";
import { voorkomenColumnNames, voorkomenTable } from "../schema/history-schema.ts";
import { byTypeCode, hasGeometry, type TypeCode } from "../schema/object-types.ts";
import { fromRows, type HistoryVoorkomen, type VoorkomenRow } from "../schema/voorkomen-life.ts";

/** Connection that compiles a statement once, such as a snapshot's. */
export interface StatementSource {
  statement<Row>(sql: string): Statement<Row, SQLQueryBindings[]>;
}

const IS_RECENT = "SELECT 1 FROM recent_object WHERE object_id = ?";

const ROWS = byTypeCode((code) => selectRows(code, "history"));
const RECENT_ROWS = byTypeCode((code) => selectRows(code, "recent"));

/**
 * Returns true for an object that updates changed: the registry has its rows, and its rows in the history file are
 * outdated.
 */
export function isRecentObject(registry: StatementSource, id: number): boolean {
  return registry.statement(IS_RECENT).get(id) !== null;
}

function selectRows(code: TypeCode, of: "history" | "recent"): string {
  return `SELECT ${voorkomenColumnNames(code).join(", ")} FROM ${voorkomenTable(code, of)}
    WHERE object_id = ? ORDER BY nr, retired`;
}

/** Returns all voorkomens of an object in order of number and mark; none when the history does not know it. */
export function readLife(
  registry: StatementSource,
  history: StatementSource,
  code: TypeCode,
  id: number,
): HistoryVoorkomen[] {
  const rows = isRecentObject(registry, id)
    ? registry.statement(RECENT_ROWS[code]).values(id)
    : history.statement(ROWS[code]).values(id);
  return fromRows(rows as VoorkomenRow[], hasGeometry(code));
}
