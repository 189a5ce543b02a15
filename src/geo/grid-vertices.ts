/** Vertices on a square grid, each with its column and row in one number; lines and rings of such vertices. */
import type { Ring } from "./geometry.ts";

/** Number of rows, numbered from the middle; columns have no bound that a coordinate reaches. */
const ROWS = 2 ** 22;

function vertexAt(column: number, row: number): number {
  return column * ROWS + row + ROWS / 2;
}

export function columnOf(vertex: number): number {
  return Math.floor(vertex / ROWS);
}

export function rowOf(vertex: number): number {
  return vertex - columnOf(vertex) * ROWS - ROWS / 2;
}

/** Moves a ring onto the grid; returns its vertices without the closing one ({@link withoutSpikes}). */
export function toGrid(ring: Ring, gridM: number): number[] {
  const vertices: number[] = [];
  for (let i = 0; i + 3 < ring.length; i += 2) {
    vertices.push(vertexAt(Math.round(ring[i]! / gridM), Math.round(ring[i + 1]! / gridM)));
  }
  return withoutSpikes(vertices);
}

/** Returns a closed ring of coordinates. */
export function fromGrid(vertices: readonly number[], gridM: number): Ring {
  const ring = new Float64Array(2 * (vertices.length + 1));
  for (let i = 0; i <= vertices.length; i++) {
    const vertex = vertices[i % vertices.length]!;
    ring[2 * i] = columnOf(vertex) * gridM;
    ring[2 * i + 1] = rowOf(vertex) * gridM;
  }
  return ring;
}

/**
 * Returns the vertices of a ring without repetitions, and without those from which it returns the way it came. Nothing
 * is left of a ring without area between its lines.
 */
export function withoutSpikes(vertices: readonly number[]): number[] {
  const kept: number[] = [];
  for (const vertex of vertices) {
    if (kept.at(-2) === vertex) {
      kept.pop();
    } else if (kept.at(-1) !== vertex) {
      kept.push(vertex);
    }
  }
  // The same across the seam, where the ring closes.
  let start = 0;
  while (kept.length - start > 2) {
    if (kept.at(-1) === kept[start] || kept.at(-2) === kept[start]) {
      kept.pop();
    } else if (kept.at(-1) === kept[start + 1]) {
      start++;
    } else {
      break;
    }
  }
  return kept.length - start > 2 ? kept.slice(start) : [];
}

/**
 * Returns a line without the vertices that are at most `tolerance` cells from the lines that replace them (Ramer,
 * Douglas and Peucker). Keeps both ends; where they are one vertex, the line bends at the vertex farthest from it.
 */
export function simplifyLine(line: readonly number[], tolerance: number): number[] {
  const isKept = new Uint8Array(line.length);
  isKept[0] = isKept[line.length - 1] = 1;
  const open = [{ from: 0, to: line.length - 1 }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const at = farthestVertex(line, part, tolerance);
    if (at !== undefined) {
      isKept[at] = 1;
      open.push({ from: part.from, to: at }, { from: at, to: part.to });
    }
  }
  return line.filter((_, i) => isKept[i] === 1);
}

/** Returns the vertex between two of a line that is farthest from the segment between them, if beyond the tolerance. */
function farthestVertex(
  line: readonly number[],
  { from, to }: { from: number; to: number },
  tolerance: number,
): number | undefined {
  const x = columnOf(line[from]!);
  const y = rowOf(line[from]!);
  const alongX = columnOf(line[to]!) - x;
  const alongY = rowOf(line[to]!) - y;
  const lengthSquared = alongX ** 2 + alongY ** 2;
  let farthest: number | undefined;
  let largest = tolerance ** 2;
  for (let i = from + 1; i < to; i++) {
    const dx = columnOf(line[i]!) - x;
    const dy = rowOf(line[i]!) - y;
    const share = lengthSquared === 0 ? 0 : (dx * alongX + dy * alongY) / lengthSquared;
    const nearest = Math.min(1, Math.max(0, share));
    const distanceSquared = (dx - nearest * alongX) ** 2 + (dy - nearest * alongY) ** 2;
    if (distanceSquared > largest) {
      largest = distanceSquared;
      farthest = i;
    }
  }
  return farthest;
}
