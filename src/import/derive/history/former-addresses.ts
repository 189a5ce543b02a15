/** Collects keys and objects that addresses had, for the tables `old_key` and `old_link`. */
import { memoize } from "../../../base/memoize.ts";
import type { Database, Statement } from "../../../base/sqlite.ts";
import { type LookupTable, lookupTable } from "../../../registry/schema/history-schema.ts";
import { type CountingRow, SCHEMAS, type VoorkomenSource } from "./counting-lives.ts";

/** Columns of the tables, key columns first. */
const COLUMNS = {
  old_key: ["openbare_ruimte_id", "huisnummer", "nummeraanduiding_id", "nr", "postcode"],
  old_link: ["nummeraanduiding_id", "object_id"],
} as const satisfies Partial<Record<LookupTable, readonly string[]>>;
type Table = keyof typeof COLUMNS;
const TABLES = Object.keys(COLUMNS) as Table[];

/** Further columns of rows that wait, for `FormerNames`. */
const WAITING_COLUMNS: Partial<Record<Table, readonly string[]>> = {
  old_key: ["huisletter", "huisnummertoevoeging", "woonplaats_id"],
};

/** Table in which the rows of a table wait, so that they are inserted in order of their key. */
export const waitingTable = (table: Table) => `work.waiting_${table}`;

export class FormerAddresses {
  /** Woonplaatsen that the numbers of a street have or had of their own, by street; few numbers have any. */
  readonly ownPlaces = new Map<number, Set<number>>();
  readonly #db: Database;
  readonly #of: VoorkomenSource;
  readonly #inserts: Readonly<Record<Table, Statement>>;
  readonly #findAddressOf: Statement;
  readonly #findNumber: Statement<{ woonplaats: number | null }>;

  constructor(db: Database, of: VoorkomenSource) {
    this.#db = db;
    this.#of = of;
    const prepare = (table: Table) => {
      const columns = [...COLUMNS[table], ...(WAITING_COLUMNS[table] ?? [])];
      db.run(`CREATE TABLE ${waitingTable(table)} (${columns.join(", ")})`);
      return db.query(`INSERT INTO ${waitingTable(table)} VALUES (${columns.map(() => "?").join(", ")})`);
    };
    this.#inserts = {
      old_key: prepare("old_key"),
      old_link: prepare("old_link"),
    };
    this.#findAddressOf = db.query(
      `SELECT 1 FROM ${SCHEMAS[of].registry}.adres WHERE fid = ? AND adresseerbaar_object_id = ?`,
    );
    this.#findNumber = db.query(
      `SELECT woonplaats_id AS woonplaats FROM ${SCHEMAS[of].registry}.nummeraanduiding WHERE fid = ?`,
    );
  }

  /** Adds the keys that differ in a part from the number's address today, or from the number's own woonplaats today. */
  addNumber(life: readonly CountingRow[]): void {
    const { id, woonplaats_id: first } = life[0]!;
    const isMoved = life.some(({ woonplaats_id }) => woonplaats_id !== first);
    const today = isMoved ? this.#findNumber.get(id)?.woonplaats : first;
    const keys: string[] = [];
    for (const row of life) {
      const { openbare_ruimte_id: street, woonplaats_id } = row;
      if (woonplaats_id != null) {
        memoize(this.ownPlaces, street!, () => new Set()).add(woonplaats_id);
      }
      if (row.isFormer === 1 || (row.status !== null && woonplaats_id !== today)) {
        const { nr, huisnummer, huisletter, huisnummertoevoeging, postcode } = row;
        const key = [street, huisnummer, huisletter, huisnummertoevoeging, postcode, woonplaats_id].join("|");
        if (!keys.includes(key)) {
          keys.push(key);
          const parts = [huisletter!, huisnummertoevoeging!, woonplaats_id!] as const;
          this.#inserts.old_key.run(street!, huisnummer!, id, nr!, postcode!, ...parts);
        }
      }
    }
  }

  /** Adds the numbers that an object named, except the numbers that are its addresses today. */
  addObject(life: readonly CountingRow[]): void {
    const { id } = life[0]!;
    const numbers: number[] = [];
    for (const { isFormer, hoofdadres_id, nevenadres_ids } of life) {
      if (isFormer === 1) {
        numbers.push(hoofdadres_id!);
      }
      if (nevenadres_ids !== null) {
        const named = String(nevenadres_ids).split("|").map(Number);
        numbers.push(...named.filter((number) => this.#findAddressOf.get(number, id) === null));
      }
    }
    for (const number of new Set(numbers)) {
      this.#inserts.old_link.run(number, id);
    }
  }

  /** Writes the tables. */
  write(): void {
    for (const table of TABLES) {
      const key = COLUMNS[table].filter((column) => column !== "postcode").join(", ");
      this.#db.run(
        `INSERT INTO ${lookupTable(table, this.#of)} SELECT ${COLUMNS[table].join(", ")} FROM ${waitingTable(table)}
          ORDER BY ${key}`,
      );
    }
  }
}
