/**
 * Sorts objects of one type that came out of order of identificatie: they wait in a table of the work database, and
 * SQLite's sorter, which spills to disk when memory runs out, returns them in order. Inserting them as they come would
 * read and write a page of a large table for each.
 */
import type { Database, Statement } from "../../base/sqlite.ts";
import type { RowValue } from "../extract/field-reader.ts";
import type { KeptVoorkomen } from "./kept-voorkomens.ts";

/** Kept voorkomens of one object, or of a piece of it. */
export interface ObjectOccurrences {
  readonly id: number;
  readonly kept: readonly KeptVoorkomen[];
}

interface StoredOccurrence {
  id: number;
  voorkomen: number;
  begin: number;
  end: number;
  row_json: string | null;
  geom: Uint8Array | null;
}

export class UnorderedObjects {
  readonly #db: Database;
  readonly #insert: Statement;

  constructor(db: Database) {
    this.#db = db;
    db.run(`CREATE TABLE work.unordered (
      id INTEGER NOT NULL, voorkomen INTEGER NOT NULL, begin INTEGER NOT NULL, "end" INTEGER NOT NULL, row_json TEXT, geom BLOB)`);
    this.#insert = db.query("INSERT INTO work.unordered VALUES (?, ?, ?, ?, ?, ?)");
  }

  add(id: number, { voorkomen, begin, end, row, geom }: KeptVoorkomen): void {
    this.#insert.run(id, voorkomen, begin, end, row && JSON.stringify(row), geom ?? null);
  }

  /** Enumerates objects in order of identificatie, each with all its occurrences in the order in which they came. */
  *inOrder(): Generator<ObjectOccurrences> {
    const stored = this.#db.query<StoredOccurrence, []>("SELECT * FROM work.unordered ORDER BY id, rowid");
    let object: { id: number; kept: KeptVoorkomen[] } | undefined;
    for (const { id, ...occurrence } of stored.iterate()) {
      if (object?.id !== id) {
        if (object !== undefined) {
          yield object;
        }
        object = { id, kept: [] };
      }
      object.kept.push(fromStored(occurrence));
    }
    if (object !== undefined) {
      yield object;
    }
  }

  /** Removes the table. */
  close(): void {
    this.#db.run("DROP TABLE work.unordered");
  }
}

function fromStored({ voorkomen, begin, end, row_json, geom }: Omit<StoredOccurrence, "id">): KeptVoorkomen {
  const row = row_json === null ? null : (JSON.parse(row_json) as RowValue[]);
  return { voorkomen, begin, end, row, geom: geom ?? undefined };
}
