/** Writes the voorkomens of one type into a history file, counting and marked ones in order. */
import type { PackedTable } from "../../../base/packed-table.ts";
import type { Database, Statement } from "../../../base/sqlite.ts";
import { readRecord } from "../../../base/sqlite-record.ts";
import { voorkomenColumnNames, voorkomenTable } from "../../../registry/schema/history-schema.ts";
import { hasGeometry, type TypeCode } from "../../../registry/schema/object-types.ts";
import { fromRows, toRows, type VoorkomenRow } from "../../../registry/schema/voorkomen-life.ts";
import { eachLife, type LifeBatch, mergeVoorkomens } from "../../objects/life-batch.ts";

interface Target {
  /** The type's table of voorkomens. */
  readonly table: PackedTable;
  /** Database for records that wait. */
  readonly waiting: Database;
}

/** A record, with the parts of its key that follow the object id. */
interface Keyed {
  readonly nr: number;
  readonly retired: number;
  readonly record: Uint8Array;
}

interface WaitingRecord {
  readonly id: number;
  readonly record: Uint8Array;
}

export class TypeWriter {
  readonly code: TypeCode;
  readonly #table: PackedTable;
  readonly #waiting: Database;
  readonly #insertLate: Statement;
  #pieces = 0;
  /** The highest id that has been written. */
  #highest = Number.NEGATIVE_INFINITY;
  #marked: Iterator<WaitingRecord> | undefined;
  #nextMarked: WaitingRecord | undefined;

  constructor(code: TypeCode, { table, waiting }: Target) {
    this.code = code;
    this.#table = table;
    this.#waiting = waiting;
    waiting.run(
      `CREATE TABLE ${this.#name("marked")} (id INTEGER, nr INTEGER, retired INTEGER, record BLOB)`,
    );
    waiting.run(`CREATE TABLE ${this.#name("late")} (id INTEGER, piece INTEGER, record BLOB)`);
    this.#insertLate = waiting.query(`INSERT INTO ${this.#name("late")} VALUES (?, ?, ?)`);
  }

  /** Takes the contents of a file; the marked files come first. */
  take(batch: LifeBatch, isMarked: boolean): void {
    if (isMarked) {
      this.#takeMarked(batch);
      return;
    }
    for (const { id, records } of eachLife(batch)) {
      if (id > this.#highest) {
        this.#write(id, records);
        this.#highest = id;
      } else {
        this.#pieces++;
        for (const record of records) {
          this.#insertLate.run(id, this.#pieces, record);
        }
      }
    }
  }

  /** Completes the table; to be called after the last object in order. */
  finishTable(): void {
    this.#writeMarkedBefore(Number.POSITIVE_INFINITY);
    this.#table.finish();
  }

  /**
   * Merges the pieces of each object that came out of order, or more than once, with its written ones; `db` is the
   * file, with the database of waiting records attached as `work`.
   */
  writeLate(db: Database): void {
    if (this.#pieces === 0) {
      return;
    }
    const table = voorkomenTable(this.code, "history");
    const columns = voorkomenColumnNames(this.code);
    const withGeometry = hasGeometry(this.code);
    const select = db.query(
      `SELECT ${columns.join(", ")} FROM ${table} WHERE object_id = ? ORDER BY nr, retired`,
    );
    const clear = db.query(`DELETE FROM ${table} WHERE object_id = ?`);
    const insert = db.query(
      `INSERT INTO ${table} VALUES (${columns.map(() => "?").join(", ")}) ON CONFLICT DO NOTHING`,
    );
    for (const { id, pieces } of this.#listLate(db)) {
      const written = select.values(id) as VoorkomenRow[];
      const voorkomens = [written, ...pieces].flatMap((rows) => fromRows(rows, withGeometry));
      clear.run(id);
      for (const row of toRows(mergeVoorkomens(voorkomens), withGeometry)) {
        insert.run(...row);
      }
    }
  }

  #takeMarked(batch: LifeBatch): void {
    const insert = this.#waiting.query(`INSERT INTO ${this.#name("marked")} VALUES (?, ?, ?, ?)`);
    for (const { id, records } of eachLife(batch)) {
      for (const { nr, retired, record } of records.map(toKeyed)) {
        insert.run(id, nr, retired, record);
      }
    }
  }

  /** Writes an object with its marked voorkomens, after the marked voorkomens of all objects with a lower id. */
  #write(id: number, records: readonly Uint8Array[]): void {
    this.#writeMarkedBefore(id);
    const marked = this.#takeMarkedOf(id);
    if (marked.length === 0) {
      for (const record of records) {
        this.#table.add(record);
      }
      return;
    }
    this.#writeInOrder([...marked, ...records]);
  }

  /** Writes the records of an object; of several with one key only the first. */
  #writeInOrder(records: readonly Uint8Array[]): void {
    const sorted = records.map(toKeyed).sort(byKey);
    sorted.forEach((one, i) => {
      if (i === 0 || byKey(sorted[i - 1]!, one) !== 0) {
        this.#table.add(one.record);
      }
    });
  }

  #writeMarkedBefore(id: number): void {
    for (let next = this.#peekMarked(); next !== undefined && next.id < id; next = this.#peekMarked()) {
      this.#writeInOrder(this.#takeMarkedOf(next.id));
    }
  }

  #takeMarkedOf(id: number): Uint8Array[] {
    const records: Uint8Array[] = [];
    for (let next = this.#peekMarked(); next?.id === id; next = this.#peekMarked()) {
      records.push(next.record);
      this.#nextMarked = undefined;
    }
    return records;
  }

  #peekMarked(): WaitingRecord | undefined {
    this.#marked ??= this.#waiting
      .query<WaitingRecord, []>(
        `SELECT id, record FROM ${this.#name("marked")} ORDER BY id, nr, retired, rowid`,
      )
      .iterate();
    this.#nextMarked ??= this.#marked.next().value as WaitingRecord | undefined;
    return this.#nextMarked;
  }

  *#listLate(db: Database): Generator<{ id: number; pieces: VoorkomenRow[][] }> {
    const waiting = db.query<WaitingRecord & { readonly piece: number }, []>(
      `SELECT id, piece, record FROM work.${this.#name("late")} ORDER BY id, piece, rowid`,
    );
    let object: { id: number; pieces: VoorkomenRow[][] } | undefined;
    let last: number | undefined;
    for (const { id, piece, record } of waiting.iterate()) {
      if (object?.id !== id) {
        if (object !== undefined) {
          yield object;
        }
        object = { id, pieces: [] };
      }
      if (piece !== last) {
        object.pieces.push([]);
        last = piece;
      }
      object.pieces.at(-1)!.push(readRecord(record));
    }
    if (object !== undefined) {
      yield object;
    }
  }

  #name(kind: "marked" | "late"): string {
    return `${kind}_${voorkomenTable(this.code, "history")}`;
  }
}

function toKeyed(record: Uint8Array): Keyed {
  const [, nr, retired] = readRecord(record, 3) as number[];
  return { nr: nr!, retired: retired!, record };
}

function byKey(a: Keyed, b: Keyed): number {
  return a.nr - b.nr || a.retired - b.retired;
}
