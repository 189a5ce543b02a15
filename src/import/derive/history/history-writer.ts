/**
 * Writes a history file (registry/schema/history-schema.ts) beside the draft: of an import in order of the files, the
 * marked voorkomens of a type first, then those that count, object by object, so that nearly all rows are appended; of
 * an update from the file before and the recent objects.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { toDayNumber } from "../../../base/day-number.ts";
import { attachFinished, type Database, openForAttaching, type Statement } from "../../../base/sqlite.ts";
import { type AttachedFile, writeIdentity } from "../../../registry/file/attached-files.ts";
import {
  createHistoryTables,
  HISTORY_SCHEMA_VERSION,
  type HistoryValue,
  OLD_KEY_INDEX_DDL,
  voorkomenColumnNames,
  voorkomenTable,
} from "../../../registry/schema/history-schema.ts";
import { TYPE_CODES, type TypeCode } from "../../../registry/schema/object-types.ts";
import { fromRows, toRows, type VoorkomenRow } from "../../../registry/schema/voorkomen-life.ts";
import type { InOnderzoekRow } from "../../objects/in-onderzoek-reader.ts";
import { eachLife, type LifeBatch, mergeVoorkomens } from "../../objects/life-batch.ts";
import { hasGeometry } from "../../objects/row-layout.ts";
import type { WoonplaatsLocator } from "../../objects/woonplaats-locator.ts";
import { attachWorkDatabase } from "../../work-database.ts";
import { deriveHistoryWays, readLocator } from "./history-ways.ts";

const KNOWN_STREETS = `SELECT DISTINCT object_id FROM ${voorkomenTable("OPR", "history")} WHERE retired = 0`;

/** Bytes of the writer's page cache: nearly all rows are appended. */
const CACHE_BYTES = 32 * 1024 * 1024;

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
  readonly #db: Database;
  readonly #folder: string;
  readonly #insertInOnderzoek: Statement;
  #type: TypeWriter | undefined;
  #locator: WoonplaatsLocator | undefined;

  constructor({ folder, file }: HistoryTask) {
    mkdirSync(folder);
    const db = openForAttaching(looseFileIn(folder), CACHE_BYTES);
    this.#db = db;
    this.#folder = folder;
    attachWorkDatabase(db, folder);
    writeIdentity(db, file, HISTORY_SCHEMA_VERSION);
    createHistoryTables(db);
    db.run("BEGIN");
    this.#insertInOnderzoek = db.query("INSERT OR REPLACE INTO in_onderzoek VALUES (?, ?, ?, ?, ?, ?, ?)");
  }

  /** Takes the contents of a file; types come one after another, and the marked files of a type first. */
  take({ code, isMarked, life, inOnderzoek = [] }: HistoryInput): void {
    if (this.#type?.code !== code) {
      this.#type?.finish();
      this.#type = new TypeWriter(this.#db, code);
    }
    if (life !== undefined) {
      this.#type.take(life, isMarked);
    }
    for (const row of inOnderzoek) {
      this.#insertInOnderzoek.run(...row);
    }
  }

  /** Attaches the draft, of which no table but those that change no more is read after this call. */
  openDraft(draft: string): void {
    this.#db.run("COMMIT");
    attachFinished(this.#db, "draft", draft);
    for (const schema of ["draft", "work"]) {
      this.#db.run(`PRAGMA ${schema}.cache_size = -${CACHE_BYTES / 1024}`);
    }
    this.#db.run("BEGIN");
    this.#locator = readLocator(this.#db, "history");
  }

  /** Takes the rows of another history file, and of the recent objects of the draft in their place. */
  takeMerged(path: string): void {
    const db = this.#db;
    db.run("COMMIT");
    attachFinished(db, "former", path);
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

  /** Completes the file and closes it; `openDraft` comes before. `referenceDate` is YYYYMMDD. */
  finish(referenceDate: number): void {
    this.#type?.finish();
    const today = toDayNumber(referenceDate);
    const streets = new Set(this.#db.query(KNOWN_STREETS).values().flat());
    deriveHistoryWays(this.#db, {
      of: "history",
      today,
      locator: () => this.#locator!,
      isKnownStreet: (id) => streets.has(id),
    });
    this.#db.run(OLD_KEY_INDEX_DDL);
    this.#db.run("COMMIT");
    // Pages that rows were appended to are full to seven eighths; copied, they take a tenth less.
    this.#db.query("VACUUM main INTO ?").run(historyDraftIn(this.#folder));
    this.#db.close();
    rmSync(looseFileIn(this.#folder));
  }
}

/** Writes the voorkomens of one type. */
class TypeWriter {
  readonly code: TypeCode;
  readonly #db: Database;
  readonly #hasGeometry: boolean;
  readonly #columns: readonly string[];
  readonly #insert: Statement;
  readonly #insertWaiting: Statement;
  #pieces = 0;
  /** The highest id that has been written. */
  #highest = -Infinity;
  #marked: Iterator<Record<string, HistoryValue>> | undefined;
  #nextMarked: VoorkomenRow | undefined;

  constructor(db: Database, code: TypeCode) {
    this.code = code;
    this.#db = db;
    this.#hasGeometry = hasGeometry(code);
    this.#columns = voorkomenColumnNames(code);
    const table = voorkomenTable(code, "history");
    const values = this.#columns.map(() => "?").join(", ");
    this.#insert = db.query(`INSERT INTO ${table} VALUES (${values}) ON CONFLICT DO NOTHING`);
    for (const name of ["marked", "late"]) {
      db.run(`CREATE TABLE work.${name}_${table} AS SELECT 0 AS piece, * FROM ${table} WHERE 0`);
    }
    this.#insertWaiting = db.query(`INSERT INTO work.late_${table} VALUES (?, ${values})`);
  }

  take(batch: LifeBatch, isMarked: boolean): void {
    if (isMarked) {
      this.#takeMarked(batch);
      return;
    }
    for (const life of eachLife(batch)) {
      const id = life[0]![0] as number;
      if (id > this.#highest) {
        this.#writeMarked(id);
        this.#write(life);
        this.#highest = id;
      } else {
        this.#defer(life);
      }
    }
  }

  /** Writes what waits: marked voorkomens of the last objects, then objects that came out of order or in pieces. */
  finish(): void {
    this.#writeMarked(Infinity);
    this.#writeLate();
    for (const name of ["marked", "late"]) {
      this.#db.run(`DROP TABLE work.${name}_${voorkomenTable(this.code, "history")}`);
    }
  }

  #takeMarked(batch: LifeBatch): void {
    const values = this.#columns.map(() => "?").join(", ");
    const insert = this.#db.query(
      `INSERT INTO work.marked_${voorkomenTable(this.code, "history")} VALUES (0, ${values})`,
    );
    for (const row of [...eachLife(batch)].flat()) {
      insert.run(...row);
    }
  }

  /** Writes the marked voorkomens of objects up to this one. */
  #writeMarked(id: number): void {
    this.#marked ??= this.#listWaiting("marked", "object_id, nr, retired");
    this.#nextMarked ??= this.#readNextMarked();
    while (this.#nextMarked !== undefined && (this.#nextMarked[0] as number) <= id) {
      this.#write([this.#nextMarked]);
      this.#nextMarked = this.#readNextMarked();
    }
  }

  #readNextMarked(): VoorkomenRow | undefined {
    const next = this.#marked!.next();
    return next.done ? undefined : this.#toRow(next.value);
  }

  #defer(life: readonly VoorkomenRow[]): void {
    this.#pieces++;
    for (const row of life) {
      this.#insertWaiting.run(this.#pieces, ...row);
    }
  }

  /** Merges the pieces of each object that came late with its written ones. */
  #writeLate(): void {
    if (this.#pieces === 0) {
      return;
    }
    const table = voorkomenTable(this.code, "history");
    const select = this.#db.query(
      `SELECT ${this.#columns.join(", ")} FROM ${table} WHERE object_id = ? ORDER BY nr, retired`,
    );
    const clear = this.#db.query(`DELETE FROM ${table} WHERE object_id = ?`);
    for (const { id, pieces } of this.#listLate()) {
      const written = select.values(id) as VoorkomenRow[];
      const voorkomens = [written, ...pieces].flatMap((rows) => fromRows(rows, this.#hasGeometry));
      clear.run(id);
      this.#write(toRows(mergeVoorkomens(voorkomens), this.#hasGeometry));
    }
  }

  *#listLate(): Generator<{ id: number; pieces: VoorkomenRow[][] }> {
    let id: number | undefined;
    let pieces = new Map<number, VoorkomenRow[]>();
    for (const stored of this.#listWaiting("late", "object_id, piece, nr, retired")) {
      const row = this.#toRow(stored);
      if (id !== undefined && row[0] !== id) {
        yield { id, pieces: [...pieces.values()] };
        pieces = new Map();
      }
      id = row[0] as number;
      const piece = stored.piece as number;
      pieces.set(piece, [...(pieces.get(piece) ?? []), row]);
    }
    if (id !== undefined) {
      yield { id, pieces: [...pieces.values()] };
    }
  }

  #listWaiting(name: "marked" | "late", order: string): IterableIterator<Record<string, HistoryValue>> {
    const table = `work.${name}_${voorkomenTable(this.code, "history")}`;
    return this.#db
      .query<Record<string, HistoryValue>, []>(`SELECT * FROM ${table} ORDER BY ${order}`)
      .iterate();
  }

  #toRow(stored: Readonly<Record<string, HistoryValue>>): VoorkomenRow {
    return this.#columns.map((name) => stored[name]!);
  }

  #write(rows: readonly VoorkomenRow[]): void {
    for (const row of rows) {
      this.#insert.run(...row);
    }
  }
}
