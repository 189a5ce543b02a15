import type { Database } from "../../../base/sqlite.ts";
import {
  BLOCK_KEYS,
  type BlockAreas,
  decodeBlock,
  encodeBlock,
  parentKey,
  TOP_LEVEL,
} from "../../../registry/index/pand-cell-block.ts";
import { differencesSql } from "../weighted-rows.ts";
import { type PandFootprint, packFootprint, splitFootprint } from "./pand-cells-derive.ts";

/** Changes of areas in m², by key. */
type Changes = Map<number, number>;

/** Updates `pand_cells` after panden have changed: adds the differences to the squares of each level. */
export function updatePandCells(db: Database): void {
  let changes: Changes = new Map();
  const panden = db.query<PandFootprint & { weight: number }, []>(
    `SELECT geom, bouwjaar, weight FROM ${differencesSql("pand")}`,
  );
  for (const pand of panden.iterate()) {
    const { key, area } = splitFootprint(packFootprint(pand));
    addTo(changes, key, pand.weight * area);
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

/** Adds changes to the blocks of a level; removes what becomes zero, which no pand's area is. */
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
