import { TYPE_CODES, type TypeCode } from "./object-types.ts";
import type { Snapshot } from "./snapshot.ts";

export interface ImportRecord {
  id: number;
  /** ISO 8601, UTC. */
  completed_at: string;
  /** Voorkomens read, those left out included. */
  records_processed: number;
}

const REPORT = "SELECT value FROM registry WHERE key = 'report'";
const known = new WeakMap<Snapshot, readonly ImportRecord[]>();

/** What the registry knows of its own making, oldest first: the one import that wrote it. */
export function listImports(s: Snapshot): readonly ImportRecord[] {
  let imports = known.get(s);
  if (imports === undefined) {
    imports = [{ id: 1, completed_at: s.meta.importedAt, records_processed: countVoorkomens(s) }];
    known.set(s, imports);
  }
  return imports;
}

function countVoorkomens(s: Snapshot): number {
  const report = s.statement<{ value: string }>(REPORT).get()?.value ?? "{}";
  const tallies = JSON.parse(report).tallies as Record<TypeCode, { voorkomens: number }> | undefined;
  return TYPE_CODES.reduce((sum, code) => sum + (tallies?.[code]?.voorkomens ?? 0), 0);
}
