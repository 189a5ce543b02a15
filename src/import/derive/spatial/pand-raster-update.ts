import type { Database } from "../../../base/sqlite.ts";
import { roundBoxOutward } from "../../../geo/build-rtree.ts";
import {
  LEAF_SIDE_M,
  PARTS_PER_CELL,
  partOfCell,
  ROOT_LEVEL,
  rasterCell,
} from "../../../registry/index/pand-raster.ts";
import { differencesSql } from "../weighted-rows.ts";
import { geometryBox } from "./layer-boxes.ts";
import {
  addLeaves,
  PAND_BOXES_SQL,
  type PandBox,
  STATUS_YEAR_COUNT,
  splitKey,
  statusYearOf,
} from "./pand-raster-derive.ts";

/** Bits by square, status and bouwjaar, packed into one number that {@link splitKey} reads. */
type Bits = Map<number, number>;

interface Changes {
  readonly set: Bits;
  readonly cleared: Bits;
}

/**
 * Updates `pand_raster` after panden have changed, using their R*Tree: a leaf that a pand has left keeps its bit when
 * another pand of that bouwjaar and status touches it. On higher levels a bit is set when the part has a row, and a row
 * without bits is removed.
 */
export function updatePandRaster(db: Database): void {
  let changes = findChanges(db);
  for (let level = 0; level <= ROOT_LEVEL; level++) {
    changes = writeChanges(db, level, changes);
  }
}

interface PandRow {
  readonly geom: Uint8Array;
  readonly bouwjaar: number | null;
  readonly status: string;
  readonly weight: number;
}

function findChanges(db: Database): Changes {
  const bitsBefore: Bits = new Map();
  const bitsAfter: Bits = new Map();
  const panden = db.query<PandRow, []>(
    `SELECT geom, bouwjaar, status, weight FROM ${differencesSql("pand")}`,
  );
  for (const { geom, weight, ...kind } of panden.iterate()) {
    addLeaves(weight > 0 ? bitsAfter : bitsBefore, { ...roundBoxOutward(geometryBox(geom)), ...kind });
  }
  const leaves = new Leaves(db);
  const cleared: Bits = new Map();
  for (const [key, bits] of bitsBefore) {
    let clearedBits = bits & ~(bitsAfter.get(key) ?? 0);
    for (let part = 0; part < PARTS_PER_CELL; part++) {
      if (clearedBits & (1 << part) && leaves.has(key, part)) {
        clearedBits &= ~(1 << part);
      }
    }
    if (clearedBits !== 0) {
      cleared.set(key, clearedBits);
    }
  }
  return { set: bitsAfter, cleared };
}

/** Status and bouwjaar of the panden in each leaf, read once. */
class Leaves {
  readonly #kinds = new Map<number, ReadonlySet<number>>();
  readonly #panden: (...box: [number, number, number, number]) => PandBox[];

  constructor(db: Database) {
    // A pand that touches only the east or north side lies in the next leaf.
    const panden = db.query<PandBox, number[]>(`${PAND_BOXES_SQL}
      WHERE minx < ? AND maxx >= ? AND miny < ? AND maxy >= ?`);
    this.#panden = (...box) => panden.all(...box);
  }

  /** Returns true when a pand of the key's status and bouwjaar touches a part of its square. */
  has(key: number, part: number): boolean {
    const { square, statusYear } = splitKey(key);
    return this.#kinds
      .getOrInsertComputed(square * PARTS_PER_CELL + part, () => this.#kindsIn(square, part))
      .has(statusYear);
  }

  #kindsIn(square: number, part: number): Set<number> {
    const { minX, minY } = partOfCell(rasterCell(0, square), part);
    const panden = this.#panden(minX + LEAF_SIDE_M, minX, minY + LEAF_SIDE_M, minY);
    return new Set(panden.map(statusYearOf));
  }
}

/** Writes the bits of one level; returns the resulting changes of the next. */
function writeChanges(db: Database, level: number, { set, cleared }: Changes): Changes {
  const where = "level = ? AND cell = ? AND status = ? AND bouwjaar = ?";
  const select = db.query<{ bits: number }, number[]>(
    `SELECT part_bits AS bits FROM pand_raster WHERE ${where}`,
  );
  const write = db.query("INSERT OR REPLACE INTO pand_raster VALUES (?, ?, ?, ?, ?)");
  const remove = db.query(`DELETE FROM pand_raster WHERE ${where}`);
  const next: Changes = { set: new Map(), cleared: new Map() };
  for (const key of new Set([...set.keys(), ...cleared.keys()])) {
    const { square, statusYear, status, bouwjaar } = splitKey(key);
    const row = [level, square, status, bouwjaar];
    const before = select.get(...row)?.bits ?? 0;
    const after = (before & ~(cleared.get(key) ?? 0)) | (set.get(key) ?? 0);
    if (after === before) {
      continue;
    }
    if (after === 0) {
      remove.run(...row);
    } else {
      write.run(...row, after);
    }
    if (before !== 0 && after !== 0) {
      continue;
    }
    const nextBits = after === 0 ? next.cleared : next.set;
    const parentKey = Math.trunc(square / PARTS_PER_CELL) * STATUS_YEAR_COUNT + statusYear;
    nextBits.set(parentKey, (nextBits.get(parentKey) ?? 0) | (1 << (square % PARTS_PER_CELL)));
  }
  return next;
}
