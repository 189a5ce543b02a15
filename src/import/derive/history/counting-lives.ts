/** Reads the lives of objects for the lookup tables of a history, each with today's values from the registry. */
import { edenGC, fullGC } from "bun:jsc";
import type { Database } from "../../../base/sqlite.ts";
import type { CountedRow } from "../../../registry/history/life-counts.ts";
import { voorkomenTable } from "../../../registry/schema/history-schema.ts";
import type { TypeCode } from "../../../registry/schema/object-types.ts";

/** `history`: all voorkomens, in a new history file. `recent`: the voorkomens of recent objects, in the draft. */
export type VoorkomenSource = "history" | "recent";

/**
 * Schemas of the connection that contain the voorkomens and the registry, and the table of the registry's streets. In
 * an import, `keepStreets` fills that table.
 */
export const SCHEMAS = {
  history: { voorkomens: "main", registry: "draft", streets: "work.street_today" },
  recent: { voorkomens: "work", registry: "main", streets: "main.openbare_ruimte" },
} as const satisfies Record<VoorkomenSource, object>;

/** Copies the columns of the registry's streets that an import needs for the lookup tables. */
export function keepStreets(db: Database): void {
  const { registry, streets } = SCHEMAS.history;
  db.run(`CREATE TABLE ${streets} (fid INTEGER PRIMARY KEY, naam TEXT, woonplaats_id INTEGER)`);
  db.run(`INSERT INTO ${streets} SELECT fid, naam, woonplaats_id FROM ${registry}.openbare_ruimte`);
}

/** A voorkomen that counts, with what the lookup tables are derived from. */
export interface CountingRow extends CountedRow {
  readonly id: number;
  readonly woonplaats_id?: number | null;
  readonly nr?: number;
  readonly hoofdadres_id?: number | null;
  readonly nevenadres_ids?: number | string | null;
  /** Footprint of a pand that is gone; null when it equals the one before. */
  readonly geom?: Uint8Array | null;
  /** Woonplaats that the registry has of a street, an address, the hoofdadres or a pand. */
  readonly woonplaatsToday?: number | null;
  /**
   * 1 when a number is no address today or its address has another key, or when an object's hoofdadres is not its
   * address today.
   */
  readonly isFormer?: 0 | 1;
}

interface TypeQuery {
  readonly columns: readonly string[];
  /** Join with the registry's row, named `t`. */
  readonly join: (of: VoorkomenSource) => string;
}

const OF_OBJECTS: TypeQuery = {
  columns: [
    "v.hoofdadres_id",
    "v.nevenadres_ids",
    "t.woonplaats_id AS woonplaatsToday",
    "v.hoofdadres_id IS NOT NULL AND t.adresseerbaar_object_id IS NOT v.object_id AS isFormer",
  ],
  join: (of) => `LEFT JOIN ${SCHEMAS[of].registry}.adres t ON t.fid = v.hoofdadres_id`,
};

const QUERIES: Readonly<Record<TypeCode, TypeQuery>> = {
  WPL: { columns: [], join: () => "" },
  OPR: {
    columns: ["v.woonplaats_id", "t.woonplaats_id AS woonplaatsToday"],
    join: (of) => `LEFT JOIN ${SCHEMAS[of].streets} t ON t.fid = v.object_id`,
  },
  NUM: {
    columns: [
      ...[
        "v.nr",
        "v.openbare_ruimte_id",
        "v.huisnummer",
        "v.huisletter",
        "v.huisnummertoevoeging",
        "v.postcode",
      ],
      ...["v.woonplaats_id", "t.woonplaats_id AS woonplaatsToday"],
      `v.status IS NOT NULL AND (t.fid IS NULL OR v.huisnummer <> t.huisnummer
        OR v.openbare_ruimte_id <> t.openbare_ruimte_id
        OR v.huisletter IS NOT t.huisletter OR v.huisnummertoevoeging IS NOT t.huisnummertoevoeging
        OR (v.postcode IS NOT NULL AND v.postcode IS NOT t.postcode)) AS isFormer`,
    ],
    join: (of) => `LEFT JOIN ${SCHEMAS[of].registry}.adres t ON t.fid = v.object_id`,
  },
  VBO: OF_OBJECTS,
  LIG: OF_OBJECTS,
  STA: OF_OBJECTS,
  PND: {
    columns: [
      "t.woonplaats_id AS woonplaatsToday",
      "CASE WHEN t.woonplaats_id IS NULL THEN v.geom END AS geom",
    ],
    join: (of) => `LEFT JOIN ${SCHEMAS[of].registry}.pand t ON t.fid = v.object_id`,
  },
};

/**
 * Rows between two collections of young garbage (0.3 ms), and between two of all garbage (10 ms). On busy cores the
 * engine would let garbage grow to several hundred megabytes.
 */
const ROWS_PER_COLLECTION = 20_000;
const ROWS_PER_FULL_COLLECTION = 1_000_000;

/** Collects the garbage of a loop over all rows of a table without geometries; `row` counts from 1. */
export function collectRowGarbage(row: number): void {
  if (row % ROWS_PER_COLLECTION === 0) {
    (row % ROWS_PER_FULL_COLLECTION === 0 ? fullGC : edenGC)();
  }
}

/**
 * Yields the counting voorkomens of each object of a type: objects in order of id, voorkomens in order of number. Every
 * yield reuses the same list.
 */
export function* readLives(
  db: Database,
  of: VoorkomenSource,
  code: TypeCode,
): Generator<readonly CountingRow[]> {
  const { columns, join } = QUERIES[code];
  const rows = db.query<CountingRow, []>(
    `SELECT ${["v.object_id AS id", "v.begin_day AS beginDay", "v.extra", "v.status", ...columns].join(", ")}
      FROM ${SCHEMAS[of].voorkomens}.${voorkomenTable(code, "history")} v ${join(of)}
      WHERE v.retired = 0 ORDER BY v.object_id, v.nr`,
  );
  const life: CountingRow[] = [];
  let count = 0;
  for (const row of rows.iterate()) {
    collectRowGarbage(++count);
    if (life.length > 0 && life[0]!.id !== row.id) {
      yield life;
      life.length = 0;
    }
    life.push(row);
  }
  if (life.length > 0) {
    yield life;
  }
}
