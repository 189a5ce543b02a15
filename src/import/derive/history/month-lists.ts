/**
 * Collects the objects of each woonplaats and month for table `change_month`. Lists in memory are bounded: full ones
 * wait in a work table, which has eight times fewer rows than there are voorkomens, so that these need no sorting.
 */
import type { Database, Statement } from "../../../base/sqlite.ts";
import { decodeIds, encodeIds, monthOf } from "../../../registry/schema/change-months.ts";

/** Ids that wait in memory, of 8 to 16 bytes each. */
const MAX_IDS = 4_000_000;
/** More than the months of all years of four digits. */
const MONTHS = 2 ** 17;

export class MonthLists {
  readonly #db: Database;
  readonly #maxIds: number;
  readonly #insert: Statement;
  #lists = new Map<number, number[]>();
  #count = 0;

  constructor(db: Database, maxIds = MAX_IDS) {
    db.run("CREATE TABLE work.month_list (woonplaats_id INTEGER, month INTEGER, ids BLOB)");
    this.#db = db;
    this.#maxIds = maxIds;
    this.#insert = db.query("INSERT INTO work.month_list VALUES (?, ?, ?)");
  }

  /** Adds an object with a voorkomen that begins on this day; any number of times. */
  add(woonplaats: number, day: number, id: number): void {
    const key = woonplaats * MONTHS + monthOf(day);
    const list = this.#lists.get(key);
    if (list === undefined) {
      this.#lists.set(key, [id]);
    } else if (list.at(-1) !== id) {
      list.push(id);
    } else {
      return;
    }
    if (++this.#count >= this.#maxIds) {
      this.#store();
    }
  }

  /** Visits the lists in order of woonplaats and month, each as stored (change-months.ts), and ends. */
  finish(visit: (woonplaats: number, month: number, ids: Uint8Array) => void): void {
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
    for (const { woonplaats, month, ids } of parts.iterate()) {
      if (current?.woonplaats === woonplaats && current.month === month) {
        current.lists.push(ids);
      } else {
        visitCurrent();
        current = { woonplaats, month, lists: [ids] };
      }
    }
    visitCurrent();
    this.#db.run("DROP TABLE work.month_list");
  }

  #store(): void {
    for (const [key, ids] of this.#lists) {
      this.#insert.run(Math.floor(key / MONTHS), key % MONTHS, encodeIds(ids));
    }
    this.#lists = new Map();
    this.#count = 0;
  }
}

function mergeLists(lists: readonly Uint8Array[]): Uint8Array {
  return lists.length === 1 ? lists[0]! : encodeIds(lists.flatMap(decodeIds));
}
