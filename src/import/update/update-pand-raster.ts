import type { Database } from "../../base/sqlite.ts";
import { LEAF_M, PARTS, partOf, ROOT_NIVEAU, rasterCell } from "../../registry/pand-raster.ts";
import { ROOT_CELL } from "../../registry/wgs84-box.ts";
import { addLeaves, KINDS, kindOf, type PandBox, splitKey } from "../derive-pand-raster.ts";
import { boxOf } from "../derive-rtrees.ts";
import { outwardBox } from "../rtree.ts";
import { differencesOf } from "./differences.ts";

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
  for (let niveau = 0; niveau <= ROOT_NIVEAU; niveau++) changes = writeChanges(db, niveau, changes);
}

interface PandRow {
  readonly geom: Uint8Array;
  readonly bouwjaar: number | null;
  readonly status: string;
  readonly keer: number;
}

function findChanges(db: Database): Changes {
  const had: Bits = new Map();
  const has: Bits = new Map();
  const panden = db.query<PandRow, []>(`SELECT geom, bouwjaar, status, keer FROM ${differencesOf("pand")}`);
  for (const { geom, keer, ...kind } of panden.iterate())
    addLeaves(keer > 0 ? has : had, { ...outwardBox(boxOf(geom)), ...kind }, ROOT_CELL);
  const leaves = new Leaves(db);
  const cleared: Bits = new Map();
  for (const [key, bits] of had) {
    let gone = bits & ~(has.get(key) ?? 0);
    for (let part = 0; part < PARTS; part++)
      if (gone & (1 << part) && leaves.has(key, part)) gone &= ~(1 << part);
    if (gone !== 0) cleared.set(key, gone);
  }
  return { set: has, cleared };
}

/** Status and bouwjaar of the panden in each leaf, read once. */
class Leaves {
  readonly #kinds = new Map<number, ReadonlySet<number>>();
  readonly #panden: (...box: [number, number, number, number]) => PandBox[];

  constructor(db: Database) {
    // A pand that touches only the east or north side lies in the next leaf.
    const panden = db.query<PandBox, number[]>(`
      SELECT minx AS minX, maxx AS maxX, miny AS minY, maxy AS maxY, bouwjaar, status
      FROM rtree_pand_geom CROSS JOIN pand ON fid = id
      WHERE minx < ? AND maxx >= ? AND miny < ? AND maxy >= ?`);
    this.#panden = (...box) => panden.all(...box);
  }

  /** Returns true when a pand of the key's status and bouwjaar touches a part of its square. */
  has(key: number, part: number): boolean {
    const { square, kind } = splitKey(key);
    return this.#kinds
      .getOrInsertComputed(square * PARTS + part, () => this.#kindsIn(square, part))
      .has(kind);
  }

  #kindsIn(square: number, part: number): Set<number> {
    const { minX, minY } = partOf(rasterCell(0, square), part);
    const panden = this.#panden(minX + LEAF_M, minX, minY + LEAF_M, minY);
    return new Set(panden.map(kindOf));
  }
}

/** Writes the bits of one niveau; returns the resulting changes of the next. */
function writeChanges(db: Database, niveau: number, { set, cleared }: Changes): Changes {
  const where = "niveau = ? AND cel = ? AND status = ? AND bouwjaar = ?";
  const select = db.query<{ bits: number }, number[]>(
    `SELECT deelcellen AS bits FROM pand_raster WHERE ${where}`,
  );
  const write = db.query("INSERT OR REPLACE INTO pand_raster VALUES (?, ?, ?, ?, ?)");
  const remove = db.query(`DELETE FROM pand_raster WHERE ${where}`);
  const next: Changes = { set: new Map(), cleared: new Map() };
  for (const key of new Set([...set.keys(), ...cleared.keys()])) {
    const { square, kind, status, bouwjaar } = splitKey(key);
    const row = [niveau, square, status, bouwjaar];
    const before = select.get(...row)?.bits ?? 0;
    const after = (before & ~(cleared.get(key) ?? 0)) | (set.get(key) ?? 0);
    if (after === before) continue;
    if (after === 0) remove.run(...row);
    else write.run(...row, after);
    if (before !== 0 && after !== 0) continue;
    const above = after === 0 ? next.cleared : next.set;
    const higher = Math.trunc(square / PARTS) * KINDS + kind;
    above.set(higher, (above.get(higher) ?? 0) | (1 << (square % PARTS)));
  }
  return next;
}
