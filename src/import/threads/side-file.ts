/**
 * Derives tables in a separate file, from the tables of a draft that is still being written, and declares the steps
 * that run this way.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { collectGarbageAfter } from "../../base/process-resources.ts";
import { type Database, openWithAttached, openWithoutDefensiveMode } from "../../base/sqlite.ts";
import { type BoxCollector, createRtree } from "../../geo/build-rtree.ts";
import type { Box } from "../../geo/geometry.ts";
import { rtreeName } from "../../registry/schema/geopackage.ts";
import type { FeatureTable } from "../../registry/schema/schema.ts";
import { collectBoxes } from "../derive/spatial/layer-boxes.ts";
import { derivePandTables } from "../derive/spatial/pand-tables-derive.ts";
import { deriveInThread, tablesAt } from "../steps/derived-steps.ts";
import { attachWorkDatabase } from "../work-database.ts";

export interface SideTask {
  readonly step: SideStepName;
  readonly draft: string;
  /** Folder to make for the file and its `work` database. */
  readonly folder: string;
}

export function sideFileIn(folder: string): string {
  return join(folder, "side.db");
}

/**
 * Makes the file, with empty tables and the draft attached: names of other tables refer to tables of the draft. Reads
 * the draft's schema now, because later the writer may have changed only a part of it.
 */
export function openSideFile({ step, draft, folder }: SideTask): Database {
  mkdirSync(folder);
  const db = openWithAttached(sideFileIn(folder), "draft", draft);
  attachWorkDatabase(db, folder);
  db.run("BEGIN");
  const ddl = db.query<{ sql: string }, [string]>("SELECT sql FROM draft.sqlite_schema WHERE name = ?");
  for (const table of tablesAt(step)) {
    db.run(ddl.get(table)!.sql);
  }
  return db;
}

/** Fills the tables of the file, closes it, and adds the R*Tree of the step's layer; returns the layer's extent. */
export function fillSideFile(db: Database, { step, folder }: SideTask): Box | undefined {
  const boxes = deriveTables(db, step);
  const { layer } = SIDE_STEPS[step];
  if (boxes === undefined || layer === undefined) {
    return undefined;
  }
  const columns = boxes.finish();
  collectGarbageAfter(columns.ids.length);
  const file = openWithoutDefensiveMode(sideFileIn(folder));
  try {
    file.exec("BEGIN");
    createRtree(file, rtreeName(layer)).finish(columns);
    file.exec("COMMIT");
    return boxes.extent;
  } finally {
    file.close();
  }
}

function deriveTables(db: Database, step: SideStepName): BoxCollector | undefined {
  try {
    const boxes = SIDE_STEPS[step].derive(db);
    db.run("COMMIT");
    return boxes;
  } finally {
    db.close();
  }
}

export type SideStepName = "panden" | "adressen" | "search";

interface SideStep {
  /** Layer whose R*Tree it makes. */
  readonly layer?: FeatureTable;
  /** Fills the tables of its place from complete tables; returns the boxes of the layer, if it has one. */
  readonly derive: (db: Database) => BoxCollector | undefined;
}

/** Steps that threads run while the draft is written, by place: they derive tables, and R*Trees of layers. */
export const SIDE_STEPS: Readonly<Record<SideStepName, SideStep>> = {
  panden: { layer: "pand", derive: derivePandTables },
  adressen: {
    layer: "adres",
    derive(db) {
      deriveInThread("adressen", db);
      return collectBoxes(db, "adres");
    },
  },
  // Not in `adressen`: it needs the index of addresses by street, and the counts of streets.
  search: {
    derive(db) {
      deriveInThread("search", db);
      return undefined;
    },
  },
};
