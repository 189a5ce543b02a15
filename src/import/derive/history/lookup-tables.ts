/**
 * Derives the lookup tables of a history (registry/schema/history-schema.ts) that the registry lacks. For all
 * voorkomens it reads the tables of the history file, for recent objects tables of the same names in `work`. The
 * voorkomens are read once, in order.
 */
import { fullGC } from "bun:jsc";
import type { Database } from "../../../base/sqlite.ts";
import type { StatementSource } from "../../../registry/index/life-reader.ts";
import { decodeIds, encodeIds } from "../../../registry/schema/change-months.ts";
import { lookupTable } from "../../../registry/schema/history-schema.ts";
import { TYPE_CODES, type TypeCode } from "../../../registry/schema/object-types.ts";
import { type CountingRow, readLives, type VoorkomenSource } from "./counting-lives.ts";
import { FormerAddresses } from "./former-addresses.ts";
import { FormerNames } from "./former-names.ts";
import { MonthLists } from "./month-lists.ts";
import { Places, type PlacesOptions } from "./places.ts";
import { Timeline } from "./timeline.ts";

export interface LookupTablesOptions extends PlacesOptions {
  readonly of: VoorkomenSource;
  /** The history file. */
  readonly file: StatementSource;
  /** Returns true for a street that the history has. */
  readonly isKnownStreet: (id: number) => boolean;
  /** Receives the woonplaats of each object that has one. */
  readonly onPlace?: (id: number, woonplaats: number) => void;
}

/** Fills the lookup tables; the registry's tables of adressen and panden are complete. */
export function deriveLookupTables(db: Database, options: LookupTablesOptions): void {
  const { of, isKnownStreet, onPlace } = options;
  const places = new Places(options);
  const former = new FormerAddresses(db, of);
  const lists = new MonthLists(db);
  const timeline = new Timeline(isKnownStreet);
  for (const code of TYPE_CODES) {
    for (const life of readLives(db, of, code)) {
      addFormer(former, code, life);
      const woonplaats = places.find(code, life);
      if (woonplaats === undefined) {
        continue;
      }
      for (const { beginDay, id } of life) {
        lists.add(woonplaats, beginDay, id);
      }
      timeline.add(code, life, woonplaats);
      onPlace?.(life[0]!.id, woonplaats);
    }
  }
  const steps = [
    () => former.write(),
    () => new FormerNames(db, of, options.file).write(former),
    () => timeline.write(db, of),
    () => writeMonths(db, of, lists),
  ];
  for (const step of steps) {
    step();
    // Takes 10 ms; without it, garbage of all steps grows to 200 MB at 10 million addresses.
    fullGC();
  }
}

function addFormer(former: FormerAddresses, code: TypeCode, life: readonly CountingRow[]): void {
  if (code === "NUM") {
    former.addNumber(life);
  } else if (code !== "WPL" && code !== "OPR" && code !== "PND") {
    former.addObject(life);
  }
}

function writeMonths(db: Database, of: VoorkomenSource, lists: MonthLists): void {
  const table = lookupTable("change_month", of);
  const find = db.query<{ ids: Uint8Array }, [number, number]>(
    `SELECT object_ids AS ids FROM ${table} WHERE woonplaats_id = ? AND month = ?`,
  );
  const insert = db.query(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?)`);
  lists.finish((woonplaats, month, ids) => {
    // Recent objects of earlier updates stay.
    const known = of === "recent" ? find.get(woonplaats, month) : null;
    insert.run(
      woonplaats,
      month,
      known === null ? ids : encodeIds([...decodeIds(known.ids), ...decodeIds(ids)]),
    );
  });
}
