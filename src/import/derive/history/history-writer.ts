/**
 * Writes a history file (registry/schema/history-schema.ts) next to the draft. An import takes the extract's files in
 * order, the marked voorkomens of a type before the counting ones, so that pages are filled one after another. An
 * update takes the previous history file and the recent objects.
 */
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { toDayNumber } from "../../../base/day-number.ts";
import { PackedTable, PageFile } from "../../../base/packed-table.ts";
import {
  attachFinished,
  type Database,
  openForAttaching,
  openScratch,
  type Statement,
} from "../../../base/sqlite.ts";
import { type AttachedFile, writeIdentity } from "../../../registry/file/attached-files.ts";
import {
  createHistoryTables,
  HISTORY_SCHEMA_VERSION,
  OLD_KEY_INDEX_DDL,
  voorkomenTable,
} from "../../../registry/schema/history-schema.ts";
import { TYPE_CODES, type TypeCode } from "../../../registry/schema/object-types.ts";
import type { InOnderzoekRow } from "../../objects/in-onderzoek-reader.ts";
import type { LifeBatch } from "../../objects/life-batch.ts";
import type { WoonplaatsLocator } from "../../objects/woonplaats-locator.ts";
import { attachWorkDatabase, workDatabaseIn } from "../../work-database.ts";
import { keepStreets } from "./counting-lives.ts";
import { deriveLookupTables } from "./lookup-tables.ts";
import { readLocator } from "./places.ts";
import { TypeWriter } from "./type-writer.ts";

const KNOWN_STREETS = `SELECT DISTINCT object_id AS id FROM ${voorkomenTable("OPR", "history")} WHERE retired = 0`;

/** Bytes of the page cache of each of the three files that the lookup tables are derived from, in order. */
const CACHE_BYTES = 4 * 1024 * 1024;
const WAITING_CACHE_BYTES = 8 * 1024 * 1024;

export interface HistoryTask {
  /** Folder to make, for the file and its intermediate tables. */
  readonly folder: string;
  readonly file: AttachedFile;
}

/** Contents of one file of the extract. */
export interface HistoryInput {
  readonly code: TypeCode;
  readonly isMarked: boolean;
  readonly life?: LifeBatch | undefined;
  readonly inOnderzoek?: readonly InOnderzoekRow[] | undefined;
}

/** Path of the finished file. */
export function historyDraftIn(folder: string): string {
  return join(folder, "history.db");
}

/** Path of the file while it is written. */
function looseFileIn(folder: string): string {
  return join(folder, "loose.db");
}

export class HistoryWriter {
  readonly #folder: string;
  /** Records that wait until the file is written; `openDraft` attaches this database as `work`. */
  readonly #waiting: Database;
  readonly #insertInOnderzoek: Statement;
  readonly #pages: PageFile;
  readonly #roots: ReadonlyMap<string, number>;
  readonly #types: TypeWriter[] = [];
  #db: Database | undefined;
  #locator: WoonplaatsLocator | undefined;
  #isMerged = false;

  constructor({ folder, file }: HistoryTask) {
    mkdirSync(folder);
    this.#folder = folder;
    this.#roots = makeEmpty(looseFileIn(folder), file);
    this.#pages = new PageFile(looseFileIn(folder));
    this.#waiting = openScratch(workDatabaseIn(folder), WAITING_CACHE_BYTES);
    this.#waiting.run("BEGIN");
    this.#waiting.run(
      "CREATE TABLE in_onderzoek_row (object_id, begin_day, kenmerken, registered_ms, end_day, document_day, document)",
    );
    this.#insertInOnderzoek = this.#waiting.query(
      "INSERT INTO in_onderzoek_row VALUES (?, ?, ?, ?, ?, ?, ?)",
    );
  }

  /** Path of the finished file. */
  get path(): string {
    return historyDraftIn(this.#folder);
  }

  /** Takes the contents of a file; types come one after another, and the marked files of a type first. */
  take({ code, isMarked, life, inOnderzoek = [] }: HistoryInput): void {
    if (this.#types.at(-1)?.code !== code) {
      this.#types.at(-1)?.finishTable();
      const table = new PackedTable(this.#pages, this.#roots.get(voorkomenTable(code, "history"))!);
      this.#types.push(new TypeWriter(code, { table, waiting: this.#waiting }));
    }
    if (life !== undefined) {
      this.#types.at(-1)!.take(life, isMarked);
    }
    for (const row of inOnderzoek) {
      this.#insertInOnderzoek.run(...row);
    }
  }

  /** Attaches the draft. After this call only its finished tables are read. */
  openDraft(draft: string): void {
    this.#types.at(-1)?.finishTable();
    this.#pages.close();
    this.#waiting.run("COMMIT");
    this.#waiting.close();
    const db = openForAttaching(looseFileIn(this.#folder), CACHE_BYTES);
    this.#db = db;
    attachWorkDatabase(db, this.#folder);
    attachFinished(db, "draft", draft);
    for (const schema of ["draft", "work"]) {
      db.run(`PRAGMA ${schema}.cache_size = -${CACHE_BYTES / 1024}`);
    }
    db.run("BEGIN");
    this.#locator = readLocator(db, "history");
    keepStreets(db);
  }

  /** Takes the rows of another history file; for recent objects, takes the rows of the draft instead. */
  takeMerged(path: string): void {
    const db = this.#db!;
    db.run("COMMIT");
    attachFinished(db, "former", path);
    this.#isMerged = true;
    db.run("BEGIN");
    const tables = TYPE_CODES.map((code) => [voorkomenTable(code, "history"), "object_id, nr, retired"]);
    for (const [table, order] of [
      ...tables,
      ["in_onderzoek", "object_id, begin_day, kenmerken, registered_ms"],
    ]) {
      db.run(`INSERT INTO ${table} SELECT * FROM former.${table}
          WHERE object_id NOT IN (SELECT object_id FROM draft.recent_object)
        UNION ALL SELECT * FROM draft.recent_${table} ORDER BY ${order}`);
    }
  }

  /** Completes the file and closes it; call `openDraft` before. `referenceDate` is YYYYMMDD. */
  finish(referenceDate: number): void {
    const db = this.#db!;
    for (const type of this.#types) {
      type.writeLate(db);
    }
    db.run(`INSERT OR REPLACE INTO in_onderzoek SELECT * FROM work.in_onderzoek_row
      ORDER BY object_id, begin_day, kenmerken, registered_ms, rowid`);
    const today = toDayNumber(referenceDate);
    const known = db.query<{ id: number }, []>(KNOWN_STREETS).iterate();
    const streets = new Set(Array.from(known, ({ id }) => id));
    deriveLookupTables(db, {
      of: "history",
      file: { statement: (sql) => db.query(sql) },
      today,
      locator: () => this.#locator!,
      isKnownStreet: (id) => streets.has(id),
    });
    db.run(OLD_KEY_INDEX_DDL);
    db.run("COMMIT");
    if (this.#isMerged) {
      // Inserting leaves pages seven eighths full; the copy is a tenth smaller.
      db.query("VACUUM main INTO ?").run(this.path);
      db.close();
      rmSync(looseFileIn(this.#folder));
    } else {
      db.close();
      renameSync(looseFileIn(this.#folder), this.path);
    }
  }
}

/** Makes a history file with empty tables; returns the root pages of the tables. */
function makeEmpty(path: string, file: AttachedFile): Map<string, number> {
  using db = openScratch(path, WAITING_CACHE_BYTES);
  writeIdentity(db, file, HISTORY_SCHEMA_VERSION);
  createHistoryTables(db);
  return new Map(db.query("SELECT name, rootpage FROM sqlite_schema").values() as [string, number][]);
}
