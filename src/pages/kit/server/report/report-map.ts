/**
 * Outlines and names of the areas under the points of a report, and the frame of its map: the part of the country that
 * it shows, and the projection into its drawing.
 */
import type { Square } from "../../../../batch/run/point-grid.ts";
import { clipRing } from "../../../../geo/clip-ring.ts";
import { type Box, envelopeOf, type PlanarPoint, polygonsOf, type Ring } from "../../../../geo/geometry.ts";
import type { Snapshot } from "../../../../registry/file/snapshot.ts";
import {
  type AreaKind,
  type AreaOutline,
  listAreaOutlines,
} from "../../../../registry/read/area-outlines.ts";
import { type Html, html } from "../html.ts";

/** Metres that a pixel shows at zoom 0 in the middle of the country, in tiles of 512 pixels. */
const METRES_AT_ZOOM_0 = 48_200;
/** Highest zoom with generalised outlines. */
const MAX_ZOOM = 12;

/** Areas to draw, up to a maximum of metres per unit: finer areas, and coarser areas over them. */
const KINDS: readonly { readonly maxMetres: number; readonly fine: AreaKind; readonly coarse: AreaKind }[] = [
  { maxMetres: 60, fine: "woonplaats", coarse: "gemeente" },
  { maxMetres: Infinity, fine: "gemeente", coarse: "provincie" },
];

/** Drawings of the areas in a frame. */
interface AreaDrawing {
  readonly outlines: Html;
  /** Names of the finer areas where there is room, to stand above the points. */
  readonly names: Html[];
}

export function drawAreas(s: Snapshot, frame: MapFrame): AreaDrawing {
  const { fine, coarse } = KINDS.find(({ maxMetres }) => frame.metresPerUnit <= maxMetres)!;
  const zoom = Math.min(MAX_ZOOM, Math.floor(Math.log2(METRES_AT_ZOOM_0 / frame.metresPerUnit)));
  const [fineAreas, coarseAreas] = [fine, coarse].map((kind) => [
    ...listAreaOutlines(s, kind, { zoom, box: frame.box }),
  ]) as [AreaOutline[], AreaOutline[]];
  const outlineOf = (areas: readonly AreaOutline[]) => areas.map((area) => drawOutline(area, frame)).join("");
  return {
    outlines: html`<path class="land" d="${outlineOf(fineAreas)}"/>
<path class="border" d="${outlineOf(coarseAreas)}"/>`,
    names: chooseNames(fineAreas, frame),
  };
}

function drawOutline({ geometry }: AreaOutline, frame: MapFrame): string {
  const view = widen(frame.box, 4 * frame.metresPerUnit);
  return polygonsOf(geometry)
    .flatMap((rings) => rings.map((ring) => drawRing(clipRing(ring, view), frame)))
    .join("");
}

function drawRing(ring: Ring, frame: MapFrame): string {
  const vertices: string[] = [];
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const { x, y } = frame.project({ x: ring[i]!, y: ring[i + 1]! });
    const vertex = `${x} ${y}`;
    if (vertex !== vertices.at(-1)) {
      vertices.push(vertex);
    }
  }
  return vertices.length < 3 ? "" : `M${vertices.join("L")}Z`;
}

function widen({ minX, minY, maxX, maxY }: Box, metres: number): Box {
  return { minX: minX - metres, minY: minY - metres, maxX: maxX + metres, maxY: maxY + metres };
}

/** Height of names in units, and width of one of their letters. */
const NAME_HEIGHT = 14;
const LETTER_WIDTH = 7.5;
const MAX_NAMES = 24;

interface PlacedName {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
}

/** Chooses names of the largest areas that overlap no other and fit into the map. */
function chooseNames(areas: readonly AreaOutline[], frame: MapFrame): Html[] {
  const bySize = areas
    .map(({ name, geometry }) => ({ name, box: intersect(envelopeOf(geometry), frame.box) }))
    .sort((a, b) => sizeOf(b.box) - sizeOf(a.box));
  const placed: PlacedName[] = [];
  for (const { name, box } of bySize) {
    const { x, y } = frame.project({ x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2 });
    const candidate = { name, x, y, halfWidth: (name.length * LETTER_WIDTH) / 2 };
    const areaWidth = (box.maxX - box.minX) / frame.metresPerUnit;
    const fits = areaWidth > candidate.halfWidth && isInside(candidate, frame);
    if (fits && placed.length < MAX_NAMES && !placed.some((other) => overlaps(candidate, other))) {
      placed.push(candidate);
    }
  }
  return placed.map(
    (
      { name, x, y },
      i,
    ) => html`<text x="${x}" y="${y}"${i >= MAX_NAMES / 4 && html` class="minor"`}>${name}</text>
`,
  );
}

function intersect(a: Box, b: Box): Box {
  return {
    minX: Math.max(a.minX, b.minX),
    minY: Math.max(a.minY, b.minY),
    maxX: Math.min(a.maxX, b.maxX),
    maxY: Math.min(a.maxY, b.maxY),
  };
}

function sizeOf({ minX, minY, maxX, maxY }: Box): number {
  return (maxX - minX) * (maxY - minY);
}

function isInside({ x, y, halfWidth }: PlacedName, { width, height }: MapFrame): boolean {
  return x > halfWidth && x < width - halfWidth && y > NAME_HEIGHT && y < height - NAME_HEIGHT;
}

function overlaps(a: PlacedName, b: PlacedName): boolean {
  return Math.abs(a.x - b.x) < 1.6 * (a.halfWidth + b.halfWidth) && Math.abs(a.y - b.y) < 2.2 * NAME_HEIGHT;
}

/** Width of the drawing in its own units, which are pixels where the page is wide enough. */
const WIDTH = 880;
const MIN_HEIGHT = 420;
const MAX_HEIGHT = 960;
/** Space between the outermost points and the border of the map. */
const MARGIN = 36;
/** Shortest side of the shown area, so that a single street is seen in its surroundings. */
const MIN_SIDE_M = 2_000;

export interface MapFrame {
  readonly width: number;
  readonly height: number;
  readonly metresPerUnit: number;
  /** Part of the country that is shown, in RD metres. */
  readonly box: Box;
  /** Returns the place of a point in the drawing, north up, with a tenth of a unit. */
  project(point: PlanarPoint): PlanarPoint;
}

/** Frames points with a margin; undefined without points. */
export function mapFrameOf(squares: readonly Square[]): MapFrame | undefined {
  if (squares.length === 0) {
    return undefined;
  }
  const extent = (values: readonly number[]) => {
    const [min, max] = [Math.min(...values), Math.max(...values)];
    return { middle: (min + max) / 2, length: Math.max(max - min, MIN_SIDE_M) };
  };
  const x = extent(squares.map((square) => square.x));
  const y = extent(squares.map((square) => square.y));
  const metresPerUnit = Math.max(x.length / (WIDTH - 2 * MARGIN), y.length / (MAX_HEIGHT - 2 * MARGIN));
  const height = Math.max(MIN_HEIGHT, Math.ceil(y.length / metresPerUnit + 2 * MARGIN));
  const halfX = (WIDTH / 2) * metresPerUnit;
  const halfY = (height / 2) * metresPerUnit;
  const box = {
    minX: x.middle - halfX,
    maxX: x.middle + halfX,
    minY: y.middle - halfY,
    maxY: y.middle + halfY,
  };
  const toUnits = (metres: number) => Math.round((10 * metres) / metresPerUnit) / 10;
  return {
    width: WIDTH,
    height,
    metresPerUnit,
    box,
    project: (point) => ({ x: toUnits(point.x - box.minX), y: toUnits(box.maxY - point.y) }),
  };
}
