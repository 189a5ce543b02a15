import { cellSizeM, listPandCells, type PandCell, pandCellLevel } from "../registry/index/pand-cells.ts";
import { BOUWJAAR_CLASSES, UNKNOWN_CLASS } from "../registry/schema/bouwjaar-classes.ts";
import { groupAlike, type TileFrame, type TileLayer } from "./tile-layer.ts";
import { type TileRing, wholeTileRings } from "./tile-rings.ts";

/** Lower bounds, in percent, of the classes of how much of a square is built upon. */
const BUILT_CLASSES = [0, 1, 4, 12] as const;

export const pandCellLayer: TileLayer = {
  name: "pand_cell",
  description:
    "Squares with panden, 32 m wide at zoom 12 and twice as wide with each zoom less: one feature for all squares of " +
    "a class of bouwjaren and of density.",
  minZoom: 5,
  maxZoom: 12,
  fields: {
    bouwjaar: "First year of the class that covers most; 0 for before 1700, absent for unknown",
    bebouwd: "Percent of the square that is built upon, at least: 0, 1, 4 or 12",
  },
  featuresOf(s, frame, coarseness) {
    const level = pandCellLevel(frame.tile.z - coarseness);
    const sideM = cellSizeM(level);
    const runs = joinRows([...listPandCells(s, level, frame.rdBox)], sideM);
    return groupAlike(
      runs.map((run) => ({ properties: propertiesOf(run), rings: ringsOf(run, sideM, frame) })),
    );
  },
};

/** Squares of one class side by side. */
interface Run {
  readonly x: number;
  readonly y: number;
  readonly bouwjaarClass: number;
  readonly bebouwd: number;
  /** East edge. */
  endX: number;
}

function joinRows(cells: PandCell[], sideM: number): Run[] {
  cells.sort((a, b) => a.y - b.y || a.x - b.x);
  const runs: Run[] = [];
  for (const { x, y, bouwjaarClass, builtArea } of cells) {
    const percent = (builtArea / sideM ** 2) * 100;
    const bebouwd = BUILT_CLASSES.findLast((bound) => percent >= bound)!;
    const last = runs.at(-1);
    const isNext = last !== undefined && last.y === y && last.endX === x;
    if (isNext && last.bouwjaarClass === bouwjaarClass && last.bebouwd === bebouwd) {
      last.endX += sideM;
    } else {
      runs.push({ x, y, bouwjaarClass, bebouwd, endX: x + sideM });
    }
  }
  return runs;
}

function ringsOf({ x, y, endX }: Run, sideM: number, { project }: TileFrame): TileRing[] {
  const top = y + sideM;
  const ring = Float64Array.of(x, y, endX, y, endX, top, x, top, x, y);
  return wholeTileRings([[ring]], project);
}

function propertiesOf({ bouwjaarClass, bebouwd }: Run) {
  const bouwjaar = bouwjaarClass === UNKNOWN_CLASS ? null : (BOUWJAAR_CLASSES[bouwjaarClass]!.firstYear ?? 0);
  return { bouwjaar, bebouwd };
}
