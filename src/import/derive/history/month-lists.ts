/**
 * Collects the objects of each woonplaats and month for table `change_month`. Entries in memory are bounded: sorted
 * ones wait in a work table, as a list of each woonplaats and month.
 */
import type { Database, Statement } from "../../../base/sqlite.ts";
import { decodeIds, encodeIds, monthOf } from "../../../registry/schema/change-months.ts";
import { collectRowGarbage } from "./counting-lives.ts";

/** Entries that wait in memory, of 16 bytes each. */
const MAX_ENTRIES = 2 ** 19;
/** More than the months up to the year 9999. Woonplaats, month and place of the id together stay below 2^53. */
const MONTHS = 2 ** 17;

/** Receives a list as stored (change-months.ts). */
type VisitList = (woonplaats: number, month: number, ids: Uint8Array) => void;

export class MonthLists {
  readonly #db: Database;
  readonly #insert: Statement;
  /** In order of woonplaats and month when sorted: (woonplaats × MONTHS + month) × MAX_ENTRIES + place of the id. */
  readonly #entries: Float64Array;
  #count = 0;
  readonly #ids: Float64Array;
  #idCount = 0;
  /** The ids of one list. */
  readonly #list: Float64Array;
  #isAnyStored = false;

  constructor(db: Database, maxEntries = MAX_ENTRIES) {
    db.run("CREATE TABLE work.month_list (woonplaats_id INTEGER, month INTEGER, ids BLOB)");
    this.#db = db;
    this.#insert = db.query("INSERT INTO work.month_list VALUES (?, ?, ?)");
    this.#entries = new Float64Array(maxEntries);
    this.#ids = new Float64Array(maxEntries);
    this.#list = new Float64Array(maxEntries);
  }

  /** Adds an object with a voorkomen that begins on this day; any number of times. */
  add(woonplaats: number, day: number, id: number): void {
    if (this.#count === this.#entries.length) {
      this.#store();
    }
    if (this.#idCount === 0 || this.#ids[this.#idCount - 1] !== id) {
      this.#ids[this.#idCount++] = id;
    }
    const key = woonplaats * MONTHS + monthOf(day);
    this.#entries[this.#count++] = key * MAX_ENTRIES + this.#idCount - 1;
  }

  /** Visits the lists in order of woonplaats and month, and ends. */
  finish(visit: VisitList): void {
    if (!this.#isAnyStored) {
      this.#drain(visit);
      return;
    }
    this.#store();
    const parts = this.#db.query<{ woonplaats: number; month: number; ids: Uint8Array }, []>(
      "SELECT woonplaats_id AS woonplaats, month, ids FROM work.month_list ORDER BY woonplaats_id, month",
    );
    let current: { woonplaats: number; month: number; lists: Uint8Array[] } | undefined;
    const visitCurrent = () => {
      if (current !== undefined) {
        visit(current.woonplaats, current.month, mergeLists(current.lists));
      }
    };
    let count = 0;
    for (const { woonplaats, month, ids } of parts.iterate()) {
      collectRowGarbage(++count);
      if (current?.woonplaats === woonplaats && current.month === month) {
        current.lists.push(ids);
      } else {
        visitCurrent();
        current = { woonplaats, month, lists: [ids] };
      }
    }
    visitCurrent();
  }

  #store(): void {
    this.#drain((...list) => this.#insert.run(...list));
    this.#isAnyStored = true;
  }

  /** Visits the lists of the entries in memory, in order, and clears these. */
  #drain(visit: VisitList): void {
    const entries = this.#entries.subarray(0, this.#count).sort();
    for (let from = 0; from < entries.length; ) {
      const key = Math.floor(entries[from]! / MAX_ENTRIES);
      let at = from;
      for (; at < entries.length && entries[at]! < (key + 1) * MAX_ENTRIES; at++) {
        this.#list[at - from] = this.#ids[entries[at]! - key * MAX_ENTRIES]!;
      }
      const ids = encodeIds(this.#list.subarray(0, at - from));
      visit(Math.floor(key / MONTHS), key % MONTHS, ids);
      from = at;
    }
    this.#count = 0;
    this.#idCount = 0;
  }
}

function mergeLists(lists: readonly Uint8Array[]): Uint8Array {
  return lists.length === 1 ? lists[0]! : encodeIds(lists.flatMap(decodeIds));
}
