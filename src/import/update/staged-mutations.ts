/**
 * Stages the mutations of all deliveries of an update. An object is written after all of them have been read, because
 * its mutations may be anywhere in the deliveries and the last one of a voorkomen decides.
 */
import type { Database, Statement } from "../../base/sqlite.ts";
import type { Mutation } from "./mutation-reader.ts";

/** A mutation with its place in the deliveries. */
export interface StagedMutation extends Mutation {
  /** Number in the order of the deliveries and their files. */
  readonly number: number;
  /** Begin of its delivery's period, YYYYMMDD. */
  readonly from: number;
  /** Date up to which all mutations are known without its delivery, YYYYMMDD. */
  readonly knownTo: number;
}

interface StagedRow {
  readonly number: number;
  /** The mutation as JSON, without `geom` and `life.geom`. */
  readonly mutation: string;
  readonly geom: Uint8Array | null;
  readonly lifeGeom: Uint8Array | null;
}

export class StagedMutations {
  readonly #db: Database;
  readonly #insert: Statement;
  readonly #list: Statement<StagedRow, [number]>;
  #count = 0;

  /** `db` is the draft with a `work` database. */
  constructor(db: Database) {
    this.#db = db;
    db.run(`CREATE TABLE work.staged (
      object_id INTEGER, number INTEGER, mutation TEXT, geom BLOB, life_geom BLOB,
      PRIMARY KEY (object_id, number)) WITHOUT ROWID`);
    this.#insert = db.query("INSERT INTO work.staged VALUES (?, ?, ?, ?, ?)");
    this.#list = db.query(`SELECT number, mutation, geom, life_geom AS lifeGeom FROM work.staged
      WHERE object_id = ? ORDER BY number`);
  }

  add(mutation: Mutation, delivery: Pick<StagedMutation, "from" | "knownTo">): void {
    const { was, wordt } = mutation;
    const { geom, life, ...values } = wordt ?? {};
    const { geom: lifeGeom, ...past } = life ?? {};
    const json = JSON.stringify({
      ...mutation,
      ...delivery,
      wordt: wordt && { ...values, life: life && past },
    });
    this.#insert.run((wordt ?? was)!.id, this.#count++, json, geom ?? null, lifeGeom ?? null);
  }

  /** Returns the mutations of an object, in order. */
  read(id: number): StagedMutation[] {
    return this.#list.all(id).map(({ number, mutation, geom, lifeGeom }) => {
      const { wordt, ...rest } = JSON.parse(mutation) as StagedMutation;
      if (wordt === undefined) {
        return { ...rest, number };
      }
      const life = wordt.life && { ...wordt.life, geom: lifeGeom };
      return { ...rest, number, wordt: { ...wordt, geom: geom ?? undefined, life } };
    });
  }

  /** Returns the identificaties of all objects with mutations, ascending. */
  listObjects(): number[] {
    const ids = this.#db.query("SELECT DISTINCT object_id FROM work.staged ORDER BY object_id");
    return ids.values().flat() as number[];
  }
}
