import { expect, test } from "bun:test";
import { testRandom } from "../../../test/support/seed.ts";
import { Database } from "../../base/sqlite.ts";
import { zOrder } from "../../geo/z-order.ts";
import { listByPlace, listPlaces } from "./list-by-place.ts";
import { Rtree, type TreeArea } from "./rtree.ts";

type Entry = readonly [id: number, minX: number, maxX: number, minY: number, maxY: number];

const random = testRandom();
const COUNT = 9_000;
/** Every third entry is a box; 1,200 share one square metre; some are outside the square that the order covers. */
const ENTRIES = Array.from({ length: COUNT }, (_, i): Entry => {
  const id = 10 ** 15 + i;
  if (i < 1_200) {
    return [id, 150_000, 150_000, 450_000, 450_000];
  }
  const far = i % 1_000 === 1 ? 2_000_000 : 0;
  const [x, y] = [100_000 + Math.floor(random() * 40_000) - far, 400_000 + Math.floor(random() * 40_000)];
  const size = i % 3 === 0 ? 512 : 0;
  return [id, x, x + size, y, y + size];
});

/** Makes a tree by inserting the entries in an order of its own. */
function makeTree(entries: readonly Entry[]): Rtree {
  const db = new Database(":memory:");
  db.run("CREATE VIRTUAL TABLE rtree_adres_geom USING rtree(id, minx, maxx, miny, maxy)");
  const insert = db.prepare("INSERT INTO rtree_adres_geom VALUES (?, ?, ?, ?, ?)");
  for (const entry of entries) {
    insert.run(...entry);
  }
  return new Rtree({ statement: (sql) => db.prepare(sql) }, "adres");
}

const shuffled = ENTRIES.map((entry) => ({ entry, at: random() }))
  .sort((a, b) => a.at - b.at)
  .map(({ entry }) => entry);
const trees = [makeTree(ENTRIES), makeTree(shuffled)] as const;

test("all entries come once, in one order, whatever the order in which the tree was made", () => {
  const [first, second] = trees.map((tree) => [...listByPlace(tree)].flat());
  expect(second).toEqual(first!);
  const expected = ENTRIES.toSorted((a, b) => zOrder(a[1], a[3]) - zOrder(b[1], b[3]) || a[0] - b[0]);
  expect(first).toEqual(expected.map(([id]) => id));
});

test("what is listed at once is bounded where entries do not share a square metre", () => {
  const sizes = [...listByPlace(trees[0])].map((keys) => keys.length);
  expect(sizes.filter((size) => size >= 1_000)).toEqual([1_200]);
});

test("of an area come all entries that share a point with it, in one order", () => {
  for (const side of [0, 700, 9_000]) {
    const [x, y] = [110_000 + Math.floor(random() * 9_000), 410_000 + Math.floor(random() * 9_000)];
    const bounds = { minX: x, minY: y, maxX: x + side, maxY: y + side };
    // Only the lower left triangle of the box. Leaves above it may be skipped in one tree and not in the other.
    const isIn = (minX: number, minY: number) => minX - x + (minY - y) <= side;
    const area: TreeArea = { bounds, mayTouch: (box) => isIn(box.minX, box.minY) };
    const wanted = ENTRIES.filter(
      ([, minX, maxX, minY, maxY]) =>
        minX <= bounds.maxX && maxX >= x && minY <= bounds.maxY && maxY >= y && isIn(minX, minY),
    ).map(([id]) => id);
    const isWanted = new Set(wanted);
    const [first, second] = trees.map((tree) => [...listByPlace(tree, area)].flat());
    const only = (keys: readonly number[]) => keys.filter((key) => isWanted.has(key));
    expect(only(first!).toSorted()).toEqual(wanted.toSorted());
    expect(only(second!)).toEqual(only(first!));
    expect(first!.length).toBeLessThan(COUNT);
  }
});

test("goes on behind any entry, without those before it", () => {
  const area: TreeArea = {
    bounds: { minX: 110_000, minY: 410_000, maxX: 130_000, maxY: 430_000 },
    mayTouch: () => true,
  };
  for (const given of [undefined, area]) {
    const all = [...listPlaces(trees[0], given)].flat();
    for (let round = 0; round < 20; round++) {
      const at = Math.floor(random() * all.length);
      expect([...listPlaces(trees[1], given, all[at])].flat()).toEqual(all.slice(at + 1));
    }
  }
});

test("an area without bounds has no entry", () => {
  expect([...listByPlace(trees[0], { bounds: undefined, mayTouch: () => true })].flat()).toEqual([]);
});
