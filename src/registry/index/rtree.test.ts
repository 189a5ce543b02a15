import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { testRandom } from "../../../test/support/seed.ts";
import { Database } from "../../base/sqlite.ts";
import { Rtree, SmallestValues } from "./rtree.ts";

/** Enough boxes for three levels of nodes. */
const COUNT = 6_000;

let db: Database;
let tree: Rtree;
beforeAll(() => {
  db = new Database(":memory:");
  db.run("CREATE VIRTUAL TABLE rtree_adres_geom USING rtree(id, minx, maxx, miny, maxy)");
  const insert = db.prepare("INSERT INTO rtree_adres_geom VALUES (?, ?, ?, ?, ?)");
  const shared = randomPosition();
  for (let i = 0; i < COUNT; i++) {
    // Every third is a box, every seventh shares its position with another.
    const [x, y] = i % 7 === 0 ? shared : randomPosition();
    const size = i % 3 === 0 ? 40 : 0;
    insert.run(10 ** 15 + i, x, x + size, y, y + size);
  }
  db.run("DELETE FROM rtree_adres_geom WHERE id % 11 = 0");
  tree = new Rtree({ statement: (sql) => db.prepare(sql) }, "adres");
});
afterAll(() => db.close());

const random = testRandom();
const randomPosition = () => [100_000 + random() * 5_000, 400_000 + random() * 5_000] as const;

test("the entries in a box are those of SQLite's own query", () => {
  for (let i = 0; i < 200; i++) {
    const [minX, minY] = randomPosition();
    const size = [0, 30, 300, 6_000][i % 4]!;
    const box = { minX, minY, maxX: minX + size, maxY: minY + size };
    const expected = db
      .query("SELECT id FROM rtree_adres_geom WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?")
      .values(box.maxX, box.minX, box.maxY, box.minY)
      .map(([id]) => id as number);
    expect(tree.list(box).sort()).toEqual(expected.sort());
    expect(tree.list(box, 10).length).toBeGreaterThanOrEqual(Math.min(10, expected.length));
  }
});

test("the nearest are those that a full scan cannot rule out", () => {
  const all = db.query("SELECT id, minx, maxx, miny, maxy FROM rtree_adres_geom").values() as number[][];
  for (let i = 0; i < 100; i++) {
    const [x, y] = randomPosition();
    const [limit, radiusM] = [[1, 10, 500][i % 3]!, [50, 1_000, 20_000][Math.floor(i / 3) % 3]!];
    const measured = all.map(([id, minX, maxX, minY, maxY]) => ({
      id: id!,
      least: Math.hypot(Math.max(minX! - x, 0, x - maxX!), Math.max(minY! - y, 0, y - maxY!)),
      most: Math.hypot(Math.max(x - minX!, maxX! - x), Math.max(y - minY!, maxY! - y)),
    }));
    const farthest = measured.map(({ most }) => most).sort((a, b) => a - b)[limit - 1]!;
    const expected = measured.filter(({ least }) => least <= Math.min(farthest, radiusM)).map(({ id }) => id);
    expect(tree.listNearest({ x, y }, { limit, radiusM }).sort()).toEqual(expected.sort());
  }
});

test("the largest of the smallest, at any time", () => {
  const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.double({ noNaN: true })));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), values, (limit, added) => {
      const smallest = new SmallestValues(limit);
      added.forEach((value, i) => {
        expect(smallest.largest).toBe(
          added.slice(0, i).toSorted((a, b) => a - b)[limit - 1] ?? Number.POSITIVE_INFINITY,
        );
        smallest.add(value);
      });
    }),
  );
});
