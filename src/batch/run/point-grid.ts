/** Points of many rows thinned to a constant number: the squares of a grid that hold points, each with its count. */
import type { PlanarPoint } from "../../geo/geometry.ts";

/** Most squares that are kept. */
const MAX_SQUARES = 6_000;
const FIRST_SIDE_M = 8;
/** Factor between column and row in a key: more than the rows of a grid over the Netherlands. */
const ROWS = 2 ** 20;

export interface Square {
  /** Mean of the points in the square, in RD metres. */
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

interface Sums {
  x: number;
  y: number;
  count: number;
}

export class PointGrid {
  #sideM = FIRST_SIDE_M;
  #squares = new Map<number, Sums>();

  add({ x, y }: PlanarPoint): void {
    this.#addSums({ x, y, count: 1 });
    while (this.#squares.size > MAX_SQUARES) {
      this.#widen();
    }
  }

  /** Side of a square in metres; doubled whenever more squares than fit hold points. */
  get sideM(): number {
    return this.#sideM;
  }

  squares(): Square[] {
    return Array.from(this.#squares.values(), ({ x, y, count }) => ({ x: x / count, y: y / count, count }));
  }

  #addSums({ x, y, count }: Sums): void {
    const key = Math.floor(x / count / this.#sideM) * ROWS + Math.floor(y / count / this.#sideM);
    const square = this.#squares.get(key);
    if (square === undefined) {
      this.#squares.set(key, { x, y, count });
      return;
    }
    square.x += x;
    square.y += y;
    square.count += count;
  }

  #widen(): void {
    this.#sideM *= 2;
    const narrow = this.#squares;
    this.#squares = new Map();
    for (const square of narrow.values()) {
      this.#addSums(square);
    }
  }
}
