/**
 * Sorts objects of one type that came out of order of identificatie: they wait in a table of the work database, and
 * SQLite's sorter, which spills to disk when memory runs out, returns them in order. Inserting them as they come would
 * read and write a page of a large table for each.
 */
import type { Database, Statement } from "../../base/sqlite.ts";
import type { Voorkomen } from "./voorkomen.ts";

interface StoredOccurrence {
  id: number;
  /** The voorkomen without its geometry, as JSON. */
  json: string;
  geom: Uint8Array | null;
}

export class UnorderedObjects {
  readonly #db: Database;
  readonly #insert: Statement;

  constructor(db: Database) {
    this.#db = db;
    db.run("CREATE TABLE work.unordered (id INTEGER NOT NULL, json TEXT NOT NULL, geom BLOB)");
    this.#insert = db.query("INSERT INTO work.unordered VALUES (?, ?, ?)");
  }

  add({ geom, ...occurrence }: Voorkomen): void {
    this.#insert.run(occurrence.id, JSON.stringify(occurrence), geom ?? null);
  }

  /** Enumerates objects in order of identificatie, each as all its occurrences in the order in which they came. */
  *inOrder(): Generator<Voorkomen[]> {
    const stored = this.#db.query<StoredOccurrence, []>("SELECT * FROM work.unordered ORDER BY id, rowid");
    let object: Voorkomen[] = [];
    for (const { id, json, geom } of stored.iterate()) {
      if (object.length > 0 && object[0]!.id !== id) {
        yield object;
        object = [];
      }
      object.push({ ...(JSON.parse(json) as Voorkomen), geom: geom ?? undefined });
    }
    if (object.length > 0) {
      yield object;
    }
  }

  /** Removes the table. */
  close(): void {
    this.#db.run("DROP TABLE work.unordered");
  }
}
