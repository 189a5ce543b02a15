import { basename } from "node:path";
import type { Database } from "../base/sqlite.ts";
import type { RegistryMeta } from "../registry/registry-meta.ts";
import { SCHEMA_VERSION } from "../registry/schema.ts";
import type { ImportReport } from "./report.ts";
import type { Sources } from "./sources.ts";
import { countRows } from "./verify.ts";

/** Writes what the registry says of itself; `readMeta` reads it. */
export function writeMeta(
  db: Database,
  about: { referenceDate: string; isDemo: boolean; sources: Sources; report: ImportReport },
): void {
  const counts: RegistryMeta["counts"] = {
    adressen: countRows(db, "adres"),
    panden: countRows(db, "pand"),
    woonplaatsen: countRows(db, "woonplaats"),
    gemeenten: countRows(db, "gemeente"),
    openbareRuimten: countRows(db, "openbare_ruimte"),
    verblijfsobjecten: countRows(db, "verblijfsobject"),
  };
  const { extracts, boundaryFiles } = about.sources;
  const values = {
    schema_version: String(SCHEMA_VERSION),
    reference_date: about.referenceDate,
    imported_at: new Date().toISOString(),
    is_demo: about.isDemo ? "1" : "0",
    sources: JSON.stringify([...extracts.map((e) => basename(e.file)), ...boundaryFiles.map((b) => b.label)]),
    counts: JSON.stringify(counts),
    report: JSON.stringify({ tallies: about.report.tallies, troubles: about.report.troubles }),
  };
  const insert = db.query("INSERT INTO registry (key, value) VALUES (?, ?)");
  for (const [key, value] of Object.entries(values)) insert.run(key, value);
}
