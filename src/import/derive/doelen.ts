/**
 * Derives the lists of addresses by gebruiksdoel, in order of oppervlakte: of the registry and of each woonplaats.
 * Updates them with the addresses.
 */
import type { Database } from "../../base/sqlite.ts";
import { ADRES_BLOCK_IDS, NO_OPPERVLAKTE } from "../../registry/schema/counting-schema.ts";
import { GEBRUIKSDOELEN } from "../../registry/schema/object-types.ts";
import { ALL, own } from "./derived-step.ts";
import { allRowsSql, differencesSql } from "./touched.ts";

/** Lists of addresses, each with its columns, which `work.adres_doel` has too, in sort order. */
const DOEL_LISTS = {
  doel_oppervlakte: "gebruiksdoel, oppervlakte, adres_id",
  doel_woonplaats: "gebruiksdoel, woonplaats_id, oppervlakte, adres_id",
} as const;

/**
 * SQL for the columns of a list before `adres_id`, in their order, as one integer: SQLite's sorter compares the first
 * column in a few instructions if it is an integer, and any further column much more slowly.
 */
const SORT_KEYS = {
  doel_oppervlakte: "gebruiksdoel << 32 | oppervlakte",
  doel_woonplaats: "(gebruiksdoel << 16 | woonplaats_id) << 32 | oppervlakte",
} as const satisfies Record<keyof typeof DOEL_LISTS, string>;

interface DoelCount {
  readonly table: string;
  /** List whose rows it counts; rows of one group are adjacent there. */
  readonly list: keyof typeof DOEL_LISTS;
  /** Columns that identify a row of the table, and SQL for their values in a row of the list. */
  readonly key: string;
  readonly group: string;
}

const BY_OPPERVLAKTE = "gebruiksdoel, oppervlakte";
const BY_WOONPLAATS = "gebruiksdoel, woonplaats_id, oppervlakte";

/** Counts of the addresses in those lists. */
const DOEL_COUNTS: readonly DoelCount[] = [
  {
    table: "doel_oppervlakte_block",
    list: "doel_oppervlakte",
    key: `${BY_OPPERVLAKTE}, block`,
    group: `${BY_OPPERVLAKTE}, adres_id / ${ADRES_BLOCK_IDS}`,
  },
  { table: "doel_oppervlakte_tally", list: "doel_oppervlakte", key: BY_OPPERVLAKTE, group: BY_OPPERVLAKTE },
  { table: "doel_woonplaats_tally", list: "doel_woonplaats", key: BY_WOONPLAATS, group: BY_WOONPLAATS },
];

export const DOELEN = own({
  name: "lists by gebruiksdoel",
  place: "main",
  reads: { adres: ["gebruiksdoel", "oppervlakte", "woonplaats_id"] },
  writes: Object.fromEntries(
    [...Object.keys(DOEL_LISTS), ...DOEL_COUNTS.map(({ table }) => table)].map((table) => [table, ALL]),
  ),
  derive: deriveDoelen,
  update: updateDoelen,
});

/**
 * Fills the tables `doel_…`. A gebruiksdoel that the catalogus does not have stays in the address and is in no list.
 */
function deriveDoelen(db: Database): void {
  deriveAdresDoelen(db, allRowsSql("adres"));
  for (const table of ["doel_oppervlakte", "doel_woonplaats"] as const) {
    db.run(`INSERT INTO ${table} (${DOEL_LISTS[table]}) SELECT ${DOEL_LISTS[table]} FROM work.adres_doel
      ORDER BY ${SORT_KEYS[table]}, adres_id`);
  }
  for (const { table, list, key, group } of DOEL_COUNTS) {
    db.run(`INSERT INTO ${table} (${key}, count) SELECT ${group}, count(*) FROM ${list} GROUP BY ${group}`);
  }
  db.run("DROP TABLE work.adres_doel");
}

/**
 * SQL table `doel` of position and naam, with the gebruiksdoelen of the catalogus. No name is a substring of another.
 */
export const DOELEN_SQL = `(SELECT column1 AS position, column2 AS naam FROM (VALUES ${GEBRUIKSDOELEN.map(
  (naam, position) => `(${position}, '${naam}')`,
).join(", ")})) doel`;

/**
 * SQL for the position of an address's only gebruiksdoel; null for several or none. A join with {@link DOELEN_SQL}
 * would take three times the time.
 */
const ONLY_DOEL_SQL = `CASE a.gebruiksdoel ${GEBRUIKSDOELEN.map(
  (naam, position) => `WHEN '${naam}' THEN ${position}`,
).join(" ")} END`;

/**
 * Creates `work.adres_doel`: one row per address and gebruiksdoel, however often its object names it. `adressen` is
 * an SQL table like `adres` with a column `weight`, which is copied.
 */
function deriveAdresDoelen(db: Database, adressen: string): void {
  const columns = `coalesce(a.oppervlakte, ${NO_OPPERVLAKTE}) AS oppervlakte, a.fid AS adres_id, a.woonplaats_id,
    a.weight`;
  db.run(`CREATE TABLE work.adres_doel AS
    SELECT ${ONLY_DOEL_SQL} AS gebruiksdoel, ${columns} FROM ${adressen} a WHERE ${ONLY_DOEL_SQL} IS NOT NULL`);
  db.run(`INSERT INTO work.adres_doel
    SELECT doel.position, ${columns} FROM ${adressen} a CROSS JOIN ${DOELEN_SQL}
    WHERE instr(a.gebruiksdoel, '|') > 0 AND instr(a.gebruiksdoel, doel.naam) > 0`);
}

/** Removes and inserts rows of lists with their address; changes counts by differences and removes counts of zero. */
function updateDoelen(db: Database): void {
  deriveAdresDoelen(db, differencesSql("adres"));
  for (const [table, columns] of Object.entries(DOEL_LISTS)) {
    const rows = (weight: 1 | -1) => `SELECT ${columns} FROM work.adres_doel WHERE weight = ${weight}`;
    db.run(`DELETE FROM ${table} WHERE (${columns}) IN (${rows(-1)})`);
    db.run(`INSERT INTO ${table} (${columns}) ${rows(1)}`);
  }
  for (const count of DOEL_COUNTS) {
    updateCount(db, count);
  }
  db.run("DROP TABLE work.adres_doel");
}

function updateCount(db: Database, { table, key, group }: DoelCount): void {
  db.run(`INSERT INTO ${table} (${key}, count) SELECT ${group}, sum(weight) AS difference FROM work.adres_doel
    GROUP BY ${group} HAVING difference <> 0
    ON CONFLICT DO UPDATE SET count = count + excluded.count`);
  db.run(`DELETE FROM ${table} WHERE count = 0 AND (${key}) IN (SELECT ${group} FROM work.adres_doel)`);
}
