/** Loads the rows of one object type into its table. */
import type { Database, SQLQueryBindings, Statement } from "../base/sqlite.ts";
import { OBJECT_TYPES, type TypeCode } from "../registry/object-types.ts";
import { hasGeometry, objectColumns } from "./object-columns.ts";
import type { ParseResult } from "./parse-worker.ts";
import { forEachRow } from "./row-batch.ts";

const FID = 0;

/**
 * Takes the results of a type's files in order. The same object may come more than once — from several
 * municipal extracts, or split over two files — and then its highest voorkomen counts, even if that one says
 * the object has ended.
 */
export class ObjectLoader {
  readonly #insert: Statement;
  readonly #delete: Statement;
  readonly #voorkomenAt: number;
  /** Ended voorkomens at the edges of files, by identificatie. */
  readonly #ended = new Map<number, number>();

  constructor(db: Database, code: TypeCode) {
    const { table } = OBJECT_TYPES[code];
    const columns = objectColumns(code).map((column) => column.name);
    if (hasGeometry(code)) columns.push("geom");
    this.#voorkomenAt = columns.indexOf("voorkomen_identificatie");
    const values = new Map(columns.map((name, i) => [name, `?${i + 1}`]));
    if (code === "PND") addPandTelling(values);
    const updates = columns.filter((name) => name !== "fid").map((name) => `${name} = excluded.${name}`);
    this.#insert = db.query(`
      INSERT INTO ${table} (${[...values.keys()].join(", ")}) VALUES (${[...values.values()].join(", ")})
      ON CONFLICT (fid) DO UPDATE SET ${updates.join(", ")}
      WHERE excluded.voorkomen_identificatie > voorkomen_identificatie`);
    this.#delete = db.query(`DELETE FROM ${table} WHERE fid = ? AND voorkomen_identificatie < ?`);
  }

  load(result: ParseResult): void {
    const edges = new Set(result.batch.edges);
    forEachRow(result.batch, (values, row) => {
      if (edges.has(row) && (this.#ended.get(Number(values[FID])) ?? -1) > Number(values[this.#voorkomenAt]))
        return;
      this.#insert.run(...(values as SQLQueryBindings[]));
    });
    for (const { id, voorkomen } of result.endedEdges) {
      this.#ended.set(id, Math.max(voorkomen, this.#ended.get(id) ?? -1));
      this.#delete.run(id, voorkomen);
    }
  }
}

/**
 * A pand's row is written once, complete: its counts and, where it has addresses, its woonplaats come from what
 * derivePandLinks has counted. Updating 11 million rows with their footprints afterwards would rewrite them all.
 */
function addPandTelling(values: Map<string, string>): void {
  const telling = (column: string) => `(SELECT ${column} FROM work.pand_telling WHERE pand_id = ?1)`;
  values.set("woonplaats_id", `coalesce(${telling("woonplaats_id")}, ${values.get("woonplaats_id")})`);
  values.set("adres_aantal", `coalesce(${telling("adres_aantal")}, 0)`);
  values.set("verblijfsobject_aantal", `coalesce(${telling("verblijfsobject_aantal")}, 0)`);
}
