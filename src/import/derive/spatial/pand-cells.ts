/** Sums the footprints of panden by square and class of bouwjaar (registry/index/pand-cells.ts). */
import { collectGarbageAt } from "../../../base/process-resources.ts";
import type { Database, Statement } from "../../../base/sqlite.ts";
import { areaOf } from "../../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../../geo/gpkg-geometry.ts";
import { areaCentroid } from "../../../geo/representative-point.ts";
import {
  BLOCK_KEYS,
  type BlockAreas,
  cellAt,
  cellKey,
  decodeBlock,
  encodeBlock,
  parentKey,
  TOP_LEVEL,
} from "../../../registry/index/pand-cells.ts";
import { bouwjaarClassOf } from "../../../registry/schema/bouwjaar-classes.ts";
import { stageOf } from "../../../registry/schema/object-types.ts";
import { differencesSql } from "../touched.ts";

/** Exclusive upper bound of a footprint in m², so that a key and an area fit into one number of 53 bits. */
const AREA_LIMIT = 2 ** 21;

/** Columns of a pand that its square, class and area follow from. */
export interface PandOutline {
  readonly geom: Uint8Array;
  readonly bouwjaar: number | null;
  readonly status: string;
}

/** Packed footprint of a pand that does not stand yet, and covers nothing. */
const NOTHING = 0;

/** Returns key at level 0 and area of a pand in one number, which {@link splitFootprint} reads; 0 for a planned one. */
export function packFootprint({ geom, bouwjaar, status }: PandOutline): number {
  if (stageOf("PND", status) === "planned") {
    return NOTHING;
  }
  const geometry = decodeGpkgGeometry(geom);
  const area = Math.min(AREA_LIMIT - 1, Math.max(1, Math.round(areaOf(geometry))));
  return cellKey(cellAt(areaCentroid(geometry)), bouwjaarClassOf(bouwjaar)) * AREA_LIMIT + area;
}

function splitFootprint(packed: number): { key: number; area: number } {
  return { key: Math.floor(packed / AREA_LIMIT), area: packed % AREA_LIMIT };
}

/** Fills `pand_cells` from the packed footprints of all panden, which it sorts; planned ones count in no square. */
export function derivePandCells(db: Database, footprints: Float64Array): void {
  const blocks = new BlockWriter(db);
  let row = 0;
  for (const packed of footprints.sort()) {
    if (packed !== NOTHING) {
      const { key, area } = splitFootprint(packed);
      blocks.add(0, key, area);
    }
    collectGarbageAt(++row);
  }
  blocks.finish();
}

/** Writes the blocks of all levels from areas in ascending order of key; holds one block of each level. */
class BlockWriter {
  readonly #insert: Statement;
  /** The block of each level that receives areas. */
  readonly #open: { number: number; readonly areas: BlockAreas }[];

  constructor(db: Database) {
    this.#insert = db.query("INSERT INTO pand_cells VALUES (?, ?, ?)");
    this.#open = Array.from({ length: TOP_LEVEL + 1 }, () => ({ number: 0, areas: new Map() }));
  }

  add(level: number, key: number, area: number): void {
    const open = this.#open[level]!;
    const number = Math.floor(key / BLOCK_KEYS);
    if (number !== open.number) {
      this.#close(level);
      open.number = number;
    }
    const inBlock = key % BLOCK_KEYS;
    open.areas.set(inBlock, (open.areas.get(inBlock) ?? 0) + area);
  }

  finish(): void {
    this.#open.forEach((_, level) => void this.#close(level));
  }

  /** Writes the open block of a level and adds its areas to the next level. */
  #close(level: number): void {
    const { number, areas } = this.#open[level]!;
    if (areas.size === 0) {
      return;
    }
    this.#insert.run(level, number, encodeBlock(areas));
    for (const [inBlock, area] of level < TOP_LEVEL ? areas : []) {
      this.add(level + 1, parentKey(number * BLOCK_KEYS + inBlock), area);
    }
    areas.clear();
  }
}

/** Changes of areas in m², by key. */
type Changes = Map<number, number>;

/** Updates `pand_cells` after panden have changed: adds the differences to the squares of each level. */
export function updatePandCells(db: Database): void {
  let changes: Changes = new Map();
  const panden = db.query<PandOutline & { weight: number }, []>(
    `SELECT geom, bouwjaar, status, weight FROM ${differencesSql("pand")}`,
  );
  for (const pand of panden.iterate()) {
    const packed = packFootprint(pand);
    if (packed !== NOTHING) {
      const { key, area } = splitFootprint(packed);
      addTo(changes, key, pand.weight * area);
    }
  }
  for (let level = 0; level <= TOP_LEVEL; level++) {
    writeChanges(db, level, changes);
    const next: Changes = new Map();
    for (const [key, change] of changes) {
      addTo(next, parentKey(key), change);
    }
    changes = next;
  }
}

function addTo(sums: Map<number, number>, key: number, change: number): void {
  sums.set(key, (sums.get(key) ?? 0) + change);
}

/** Adds changes to the blocks of a level; removes cells that become empty, as no pand has an area of zero. */
function writeChanges(db: Database, level: number, changes: Changes): void {
  const select = db.query<{ data: Uint8Array }, [number, number]>(
    "SELECT data FROM pand_cells WHERE level = ? AND block = ?",
  );
  const write = db.query("INSERT OR REPLACE INTO pand_cells VALUES (?, ?, ?)");
  const remove = db.query("DELETE FROM pand_cells WHERE level = ? AND block = ?");
  const changed = [...changes].filter(([, change]) => change !== 0);
  for (const [block, entries] of Map.groupBy(changed, ([key]) => Math.floor(key / BLOCK_KEYS))) {
    const areas = readAreas(select.get(level, block)?.data);
    for (const [key, change] of entries) {
      const inBlock = key % BLOCK_KEYS;
      addTo(areas, inBlock, change);
      if (areas.get(inBlock) === 0) {
        areas.delete(inBlock);
      }
    }
    if (areas.size === 0) {
      remove.run(level, block);
    } else {
      write.run(level, block, encodeBlock(areas));
    }
  }
}

function readAreas(data: Uint8Array | undefined): BlockAreas {
  const areas: BlockAreas = new Map();
  if (data !== undefined) {
    const { keys, areas: values } = decodeBlock(data);
    keys.forEach((key, i) => void areas.set(key, values[i]!));
  }
  return areas;
}
