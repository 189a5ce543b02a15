/** Makes random changes to the objects of a registry, and keeps the same objects as an extract would deliver them. */
import type { Database, SQLQueryBindings } from "../../../src/base/sqlite.ts";
import { polygonsOf } from "../../../src/geo/geometry.ts";
import { decodeGpkgGeometry, encodeGpkgGeometry } from "../../../src/geo/gpkg-geometry.ts";
import { listNamedPanden } from "../../../src/import/derive/links/link-panden.ts";

export const BASE_TABLES = [
  "woonplaats",
  "openbare_ruimte",
  "nummeraanduiding",
  "verblijfsobject",
  "ligplaats",
  "standplaats",
  "pand",
] as const;
export type BaseTable = (typeof BASE_TABLES)[number];

export type Row = Record<string, SQLQueryBindings>;

/** Columns that later steps derive; an extract does not have them. */
const DERIVED_COLUMNS: Partial<Record<BaseTable, readonly string[]>> = {
  woonplaats: ["gemeente_code", "adres_count", "pand_count", "openbare_ruimte_count"],
  openbare_ruimte: ["adres_count"],
  pand: ["woonplaats_id", "adres_count", "verblijfsobject_count"],
};

/** First of the unused identificaties for new objects; digits 5 and 6 are the object type. */
const FIRST_NEW: Record<Exclude<BaseTable, "woonplaats">, number> = {
  openbare_ruimte: 8999300000000000,
  nummeraanduiding: 8999200000000000,
  verblijfsobject: 8999010000000000,
  ligplaats: 8999020000000000,
  standplaats: 8999030000000000,
  pand: 8999100000000000,
};
/** Number of unused identificaties; references to them are dangling until an object is made. */
const NEW_IDS = 6;

/** Returns the columns of a table in order, without generated ones. */
export function columnsOf(db: Database, table: string): string[] {
  return db
    .query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => name);
}

/** Rows as an extract delivers them: without derived columns, panden as named. */
export class DeliveredTables {
  readonly tables: Record<BaseTable, Map<number, Row>>;

  constructor(db: Database) {
    this.tables = Object.fromEntries(
      BASE_TABLES.map((table) => {
        const own = columnsOf(db, table).filter((name) => !DERIVED_COLUMNS[table]?.includes(name));
        const rows = db.query<Row, []>(`SELECT ${own.join(", ")} FROM ${table}`).all();
        return [table, new Map(rows.map((row) => [Number(row.fid), toDeliveredRow(table, row)]))];
      }),
    ) as Record<BaseTable, Map<number, Row>>;
  }
}

function toDeliveredRow(table: BaseTable, row: Row): Row {
  if (table !== "verblijfsobject") {
    return row;
  }
  return { ...row, ...pandColumns(listNamedPanden(row as unknown as Parameters<typeof listNamedPanden>[0])) };
}

/** Returns the pand columns as the reader of verblijfsobjecten fills them. */
function pandColumns(panden: readonly number[]): Row {
  const ids = panden.map((id) => String(id).padStart(16, "0"));
  return { pand_id: panden[0] ?? null, pand_ids: ids.length > 1 ? ids.join("|") : null };
}

export class BaseChanges {
  readonly #db: Database;
  readonly #deliveredTables: DeliveredTables;
  readonly #removedRows: Record<BaseTable, Row[]>;
  readonly #random: () => number;
  /** Log of the changes, to diagnose a failure. */
  readonly log: string[] = [];

  constructor(db: Database, { deliveredTables, removedRows, random }: ChangesOptions) {
    this.#db = db;
    this.#deliveredTables = deliveredTables;
    this.#removedRows = removedRows;
    this.#random = random;
  }

  /** Makes one change of a random kind. */
  change(): void {
    const table = this.#pick(CHANGED_TABLES);
    const dice = this.#random();
    if (dice < 0.2) {
      this.#remove(table);
    } else if (dice < 0.4) {
      this.#restore(table);
    } else if (dice < 0.5) {
      this.#create(table);
    } else if (dice < 0.53) {
      this.#touchOnly(table);
    } else {
      this.#change(table);
    }
  }

  #remove(table: BaseTable): void {
    const row = this.#anyRow(table);
    if (row === undefined || (table === "woonplaats" && this.#deliveredTables.tables.woonplaats.size < 3)) {
      return;
    }
    this.#removedRows[table].push(row);
    this.#put(table, Number(row.fid), undefined);
  }

  #restore(table: BaseTable): void {
    const removed = this.#removedRows[table];
    const [row] = removed.splice(this.#below(removed.length), 1);
    if (row === undefined || this.#deliveredTables.tables[table].has(Number(row.fid))) {
      return;
    }
    this.#put(table, Number(row.fid), this.#random() < 0.5 ? row : { ...row, ...this.#randomValues(table) });
  }

  #create(table: BaseTable): void {
    const like = this.#anyRow(table);
    if (like === undefined || table === "woonplaats") {
      return;
    }
    const fid = FIRST_NEW[table] + this.#below(NEW_IDS);
    this.#put(table, fid, { ...like, fid, ...this.#randomValues(table) });
  }

  #touchOnly(table: BaseTable): void {
    const row = this.#anyRow(table);
    if (row !== undefined) {
      this.#put(table, Number(row.fid), row);
    }
  }

  #change(table: BaseTable): void {
    const row = this.#anyRow(table);
    if (row !== undefined) {
      this.#put(table, Number(row.fid), { ...row, ...this.#randomValues(table) });
    }
  }

  #randomValues(table: BaseTable): Row {
    switch (table) {
      case "woonplaats":
        return this.#random() < 0.2 ? { naam: `Plaats ${this.#below(9)}` } : { geom: this.#border() };
      case "openbare_ruimte":
        return this.#random() < 0.5
          ? { naam: `Straat ${this.#below(9)}` }
          : { woonplaats_id: this.#idOf("woonplaats") };
      case "nummeraanduiding":
        return this.#pick([
          () => ({ huisnummer: 1 + this.#below(99), sort_key: `0${this.#below(99)}` }),
          () => ({ postcode: this.#pick(["9999ZZ", null]) }),
          () => ({ openbare_ruimte_id: this.#idOf("openbare_ruimte") }),
          () => ({ woonplaats_id: this.#random() < 0.3 ? null : this.#idOf("woonplaats") }),
        ])();
      case "verblijfsobject":
        return this.#pick([
          () => this.#randomReferences(),
          () => this.#randomReferences(),
          () => ({ oppervlakte: this.#below(300), gebruiksdoel: "winkelfunctie" }),
          () => pandColumns(this.#ids("pand", this.#below(4))),
          () => ({ geom: this.#anyRow("verblijfsobject")!.geom!, latitude: 52 + this.#random() }),
        ])();
      case "ligplaats":
      case "standplaats":
        return this.#randomReferences();
      case "pand":
        return this.#random() < 0.4 ? { bouwjaar: 1900 + this.#below(100) } : { geom: this.#footprint() };
    }
  }

  #randomReferences(): Row {
    const neven = this.#ids("nummeraanduiding", this.#below(4)).map((id) => String(id).padStart(16, "0"));
    const nevenadres_ids = neven.length > 0 ? neven.join("|") : null;
    return this.#random() < 0.5
      ? { nevenadres_ids }
      : { hoofdadres_id: this.#idOf("nummeraanduiding"), nevenadres_ids };
  }

  #ids(table: BaseTable, count: number): number[] {
    return [...new Set(Array.from({ length: count }, () => this.#idOf(table)))];
  }

  /** Draws an identificatie: mostly of an existing object; else of a removed one, a future one, or another type. */
  #idOf(table: BaseTable): number {
    const dice = this.#random();
    if (dice < 0.1) {
      return table === "woonplaats" ? 9998 : FIRST_NEW[table] + this.#below(NEW_IDS);
    }
    if (dice < 0.25 && this.#removedRows[table].length > 0) {
      return Number(this.#pick(this.#removedRows[table]).fid);
    }
    const other = dice < 0.28 ? this.#pick(BASE_TABLES) : table;
    return Number(this.#anyRow(other)?.fid ?? 1234);
  }

  /** Returns the border of a woonplaats, unchanged or with one corner moved. */
  #border(): Uint8Array {
    const [rings] = polygonsOf(decodeGpkgGeometry(this.#anyRow("woonplaats")!.geom as Uint8Array));
    const moved = rings!.map((ring) => ring.slice());
    const ring = moved[0]!;
    const corner = 1 + this.#below(ring.length / 2 - 2);
    ring[corner * 2] = ring[corner * 2]! + (this.#random() - 0.5) * 5_000;
    ring[corner * 2 + 1] = ring[corner * 2 + 1]! + (this.#random() - 0.5) * 5_000;
    return encodeGpkgGeometry({ type: "Polygon", rings: this.#random() < 0.3 ? rings! : moved });
  }

  /** Returns the footprint of any pand, shifted by up to 10 km in each direction. */
  #footprint(): Uint8Array {
    const [rings] = polygonsOf(decodeGpkgGeometry(this.#anyRow("pand")!.geom as Uint8Array));
    const reach = this.#pick([4, 200, 20_000]);
    const [dx, dy] = [(this.#random() - 0.5) * reach, (this.#random() - 0.5) * reach];
    const shift = (ring: Float64Array) => ring.map((value, i) => value + (i % 2 === 0 ? dx : dy));
    return encodeGpkgGeometry({ type: "Polygon", rings: rings!.map(shift) });
  }

  /** Draws a row, mostly one of the first twelve, so that changes collide. */
  #anyRow(table: BaseTable): Row | undefined {
    const rows = this.#deliveredTables.tables[table];
    const among = this.#random() < 0.8 ? Math.min(rows.size, 12) : rows.size;
    let left = this.#below(among);
    for (const row of rows.values()) {
      if (left-- === 0) {
        return row;
      }
    }
    return undefined;
  }

  /** Writes the row as the preceding steps would: derived columns stay. */
  #put(table: BaseTable, fid: number, row: Row | undefined): void {
    this.log.push(`${table} ${fid} ${row === undefined ? "removed" : JSON.stringify(row, abbreviateBlobs)}`);
    if (row === undefined) {
      this.#deliveredTables.tables[table].delete(fid);
      this.#db.query(`DELETE FROM ${table} WHERE fid = ?`).run(fid);
      return;
    }
    this.#deliveredTables.tables[table].set(fid, row);
    upsert(this.#db, table, row);
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#below(values.length)]!;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }
}

/** Tables by frequency: woonplaatsen change seldom, and their consequences are large. */
const CHANGED_TABLES: readonly BaseTable[] = [
  ...BASE_TABLES.slice(1),
  ...BASE_TABLES.slice(1),
  "nummeraanduiding",
  "verblijfsobject",
  "verblijfsobject",
  "verblijfsobject",
  "woonplaats",
];

export interface ChangesOptions {
  readonly deliveredTables: DeliveredTables;
  /** Rows removed in this or an earlier round. */
  readonly removedRows: Record<BaseTable, Row[]>;
  /** Returns a number, uniform in [0, 1). */
  readonly random: () => number;
}

export function upsert(db: Database, table: BaseTable, row: Row): void {
  const names = Object.keys(row);
  const updates = names.filter((name) => name !== "fid").map((name) => `${name} = excluded.${name}`);
  db.query(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})
     ON CONFLICT (fid) DO UPDATE SET ${updates.join(", ")}`,
  ).run(...Object.values(row));
}

function abbreviateBlobs(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? `${value.length} bytes` : value;
}
