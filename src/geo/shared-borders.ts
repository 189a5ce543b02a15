import { type Geometry, polygonsOf, type Ring, signedRingArea } from "./geometry.ts";
import { simplifyLine } from "./simplify-line.ts";

/**
 * Generalises polygons so that neighbours keep sharing their borders: vertices move onto a grid, and each line of
 * border between two junctions is simplified alike, whichever polygon it is read from. A polygon's result depends only
 * on those that share a vertex of the grid with it.
 */
export class SharedBorders {
  readonly #gridM: number;
  readonly #neighbours = new Neighbours();

  /** `geometries` must contain all neighbours of those that are generalised later. */
  constructor(geometries: Iterable<Geometry>, gridM: number) {
    this.#gridM = gridM;
    for (const geometry of geometries) {
      for (const ring of polygonsOf(geometry).flat()) {
        this.#neighbours.addRing(toGrid(ring, gridM));
      }
    }
  }

  /**
   * Returns one of the geometries without the vertices that are at most `toleranceM` from the lines that replace them;
   * undefined when no area is left. Lines of border that come close to each other may cross within the tolerance.
   */
  generalise(geometry: Geometry, toleranceM: number): Geometry | undefined {
    const polygons = polygonsOf(geometry).flatMap(([exterior, ...holes]) => {
      const outline = this.#generaliseRing(exterior!, toleranceM);
      return outline === undefined
        ? []
        : [[outline, ...holes.flatMap((hole) => this.#generaliseRing(hole, toleranceM) ?? [])]];
    });
    if (polygons.length === 0) {
      return undefined;
    }
    return polygons.length === 1
      ? { type: "Polygon", rings: polygons[0]! }
      : { type: "MultiPolygon", polygons };
  }

  #generaliseRing(ring: Ring, toleranceM: number): Ring | undefined {
    const tolerance = toleranceM / this.#gridM;
    const lines = this.#splitAtJunctions(toGrid(ring, this.#gridM));
    const vertices = withoutSpikes(lines.flatMap((line) => simplifyAlike(line, tolerance).slice(1)));
    const simplified = fromGrid(vertices, this.#gridM);
    return vertices.length > 2 && signedRingArea(simplified) !== 0 ? simplified : undefined;
  }

  /** Returns the lines of a ring, each from one junction to the next; a ring without junctions is one closed line. */
  #splitAtJunctions(ring: readonly number[]): number[][] {
    if (ring.length === 0) {
      return [];
    }
    const firstJunction = ring.findIndex((vertex) => this.#neighbours.isJunction(vertex));
    const start = firstJunction === -1 ? indexOfLowest(ring) : firstJunction;
    const lines = [[ring[start]!]];
    for (let i = 1; i <= ring.length; i++) {
      const vertex = ring[(start + i) % ring.length]!;
      lines.at(-1)!.push(vertex);
      if (i < ring.length && this.#neighbours.isJunction(vertex)) {
        lines.push([vertex]);
      }
    }
    return lines;
  }
}

function indexOfLowest(ring: readonly number[]): number {
  return ring.reduce((lowest, vertex, i) => (vertex < ring[lowest]! ? i : lowest), 0);
}

/** Simplifies a line with the same result in either direction. */
function simplifyAlike(line: readonly number[], tolerance: number): number[] {
  return isReversed(line)
    ? simplifyLine(line.toReversed(), tolerance, GRID).reverse()
    : simplifyLine(line, tolerance, GRID);
}

/** Returns true for one of the two directions of a line. */
function isReversed(line: readonly number[]): boolean {
  for (let i = 0, j = line.length - 1; i < j; i++, j--) {
    if (line[i] !== line[j]) {
      return line[i]! > line[j]!;
    }
  }
  return false;
}

const NO_VERTEX = Number.NaN;

/** The vertices next to each vertex, counted up to three: a vertex with more than two is a junction. */
class Neighbours {
  readonly #numbers = new Map<number, number>();
  readonly #first: number[] = [];
  readonly #second: number[] = [];
  readonly #isJunction: boolean[] = [];

  addRing(ring: readonly number[]): void {
    for (let i = 0; i < ring.length; i++) {
      const at = this.#numberOf(ring[i]!);
      this.#add(at, ring.at(i - 1)!);
      this.#add(at, ring[(i + 1) % ring.length]!);
    }
  }

  isJunction(vertex: number): boolean {
    return this.#isJunction[this.#numbers.get(vertex)!]!;
  }

  #numberOf(vertex: number): number {
    const known = this.#numbers.get(vertex);
    if (known !== undefined) {
      return known;
    }
    this.#first.push(NO_VERTEX);
    this.#second.push(NO_VERTEX);
    this.#numbers.set(vertex, this.#isJunction.push(false) - 1);
    return this.#isJunction.length - 1;
  }

  #add(at: number, neighbour: number): void {
    if (Number.isNaN(this.#first[at]!)) {
      this.#first[at] = neighbour;
    } else if (this.#first[at] === neighbour || this.#second[at] === neighbour) {
      return;
    } else if (Number.isNaN(this.#second[at]!)) {
      this.#second[at] = neighbour;
    } else {
      this.#isJunction[at] = true;
    }
  }
}

/** Number of rows, numbered from the middle; columns have no bound that a coordinate reaches. */
const ROWS = 2 ** 22;

function vertexAt(column: number, row: number): number {
  return column * ROWS + row + ROWS / 2;
}

function columnOf(vertex: number): number {
  return Math.floor(vertex / ROWS);
}

function rowOf(vertex: number): number {
  return vertex - columnOf(vertex) * ROWS - ROWS / 2;
}

/** Vertices lie on a square grid, each with its column and row in one number. */
export const GRID = { x: columnOf, y: rowOf };

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
 * Returns the vertices of a ring without repetitions, and without the tips of spikes, where the ring goes back the way
 * it came. Nothing is left of a ring without area between its lines.
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
