import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database, openWithoutDefensiveMode } from "../base/sqlite.ts";
import { BoxCollector, createRtree } from "./build-rtree.ts";
import { type BoxColumns, floatAbove, floatBelow } from "./packed-rtree.ts";

/** Boxes in columns of one length, which a brute-force search filters quickly. */
interface Columns {
  readonly ids: Float64Array;
  readonly minX: Float64Array;
  readonly maxX: Float64Array;
  readonly minY: Float64Array;
  readonly maxY: Float64Array;
}

function collect({ ids, minX, maxX, minY, maxY }: Columns): BoxColumns {
  const collector = new BoxCollector(ids.length);
  ids.forEach((id, i) => {
    collector.add(id, { minX: minX[i]!, maxX: maxX[i]!, minY: minY[i]!, maxY: maxY[i]! });
  });
  return collector.finish();
}

/** Makes boxes of up to 60 m, as panden, and points, as adressen, exact in float32; ids of 15 digits in no order. */
function randomBoxes(count: number, seed = 1): Columns {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const [ids, minX, maxX, minY, maxY] = Array.from({ length: 5 }, () => new Float64Array(count));
  for (let i = 0; i < count; i++) {
    const sizeM = random() < 0.5 ? 0 : random() * 60;
    ids![i] = 457_100_000_000_000 + ((i * 7919) % count);
    minX![i] = Math.fround(random() * 280_000);
    minY![i] = Math.fround(300_000 + random() * 320_000);
    maxX![i] = Math.fround(minX![i]! + sizeM);
    maxY![i] = Math.fround(minY![i]! + sizeM);
  }
  return { ids: ids!, minX: minX!, maxX: maxX!, minY: minY!, maxY: maxY! };
}

const folder = mkdtempSync(join(tmpdir(), "baken-rtree-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

/** Builds the named indexes, then opens the file as other code does. */
function databaseWith(boxes: Columns, ...more: [string, Columns][]): Database {
  const path = join(folder, `${++files}.db`);
  const raw = openWithoutDefensiveMode(path);
  for (const [name, columns] of [["rtree_pand_geom", boxes] as const, ...more]) {
    createRtree(raw, name).finish(collect(columns));
  }
  raw.close();
  return new Database(path, { strict: true });
}

function check(db: Database, name = "rtree_pand_geom"): unknown {
  return db.query(`SELECT rtreecheck('${name}')`).values()[0]![0];
}

const WITHIN = "WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?";

test.each([0, 1, 2, 50, 51, 52, 5_000, 60_000])("%d boxes: sound, and finds what a scan finds", (count) => {
  const boxes = randomBoxes(count, count);
  const { ids, minX, maxX, minY, maxY } = boxes;
  const db = databaseWith(boxes);
  expect(check(db)).toBe("ok");
  expect(db.query("SELECT count(*) FROM rtree_pand_geom").values()).toEqual([[count]]);
  for (let i = 0; i < Math.min(count, 40); i++) {
    const windowM = 10 ** (i % 6);
    const [east, west] = [maxX[i]! + windowM, minX[i]! - windowM];
    const [north, south] = [maxY[i]! + windowM, minY[i]! - windowM];
    const expected = ids.filter(
      (_, k) => minX[k]! <= east && maxX[k]! >= west && minY[k]! <= north && maxY[k]! >= south,
    );
    const found = db.query(`SELECT id FROM rtree_pand_geom ${WITHIN}`).values(east, west, north, south);
    expect(Float64Array.from(found.flat() as number[]).sort()).toEqual(expected.sort());
  }
});

test("boxes are rounded outward to float32", () => {
  const boxes: Columns = {
    ids: Float64Array.of(1, 2),
    minX: Float64Array.of(123_456.789, -0.1),
    maxX: Float64Array.of(123_456.789, -0.1),
    minY: Float64Array.of(487_654.321, 0),
    maxY: Float64Array.of(487_654.321, 0),
  };
  const [first, second] = databaseWith(boxes).query("SELECT * FROM rtree_pand_geom ORDER BY id").values();
  for (const [row, at] of [[first!, 0] as const, [second!, 1] as const]) {
    const [id, minX, maxX, minY, maxY] = row as number[];
    expect(id).toBe(at + 1);
    expect(minX).toBeLessThan(boxes.minX[at]!);
    expect(maxX).toBeGreaterThan(boxes.maxX[at]!);
    expect(minY).toBeLessThanOrEqual(boxes.minY[at]!);
    expect(maxY).toBeGreaterThanOrEqual(boxes.maxY[at]!);
    expect(maxX! - minX!).toBeLessThan(0.02);
  }
});

test("all boxes on one spot", () => {
  const count = 300;
  const column = (value: number) => new Float64Array(count).fill(value);
  const ids = Float64Array.from({ length: count }, (_, i) => i + 1);
  const boxes = { ids, minX: column(5), maxX: column(5), minY: column(7), maxY: column(7) };
  const db = databaseWith(boxes);
  expect(check(db)).toBe("ok");
  expect(db.query(`SELECT count(*) FROM rtree_pand_geom ${WITHIN}`).values(5, 5, 7, 7)).toEqual([[count]]);
});

test("rows can be changed afterwards", () => {
  const boxes = randomBoxes(5_000);
  const db = databaseWith(boxes);
  db.transaction(() => {
    for (const id of boxes.ids.subarray(0, 2_000)) {
      db.run("DELETE FROM rtree_pand_geom WHERE id = ?", [id]);
    }
    for (let id = 1; id <= 3_000; id++) {
      db.run("INSERT INTO rtree_pand_geom VALUES (?, ?, ?, ?, ?)", [id, id, id + 1, id, id + 1]);
    }
  })();
  expect(check(db)).toBe("ok");
  expect(db.query("SELECT count(*) FROM rtree_pand_geom").values()).toEqual([[6_000]]);
});

test("works beside another index", () => {
  const db = databaseWith(randomBoxes(100), ["rtree_adres_geom", randomBoxes(60)]);
  expect(check(db)).toBe("ok");
  expect(check(db, "rtree_adres_geom")).toBe("ok");
});

test("a box without extent is a fault of the caller", () => {
  const boxes = randomBoxes(3);
  boxes.maxX[1] = Number.NaN;
  expect(() => databaseWith(boxes)).toThrow(`the box of ${boxes.ids[1]} has no extent`);
});

test.each([0, 1, -1, 0.1, -0.1, 1e-46, -1e-46, 16_777_217, -16_777_217, 123_456.789])(
  "the float32 around %d are its neighbours",
  (value) => {
    const [below, above] = [floatBelow(value), floatAbove(value)];
    expect([Math.fround(below), Math.fround(above)]).toEqual([below, above]);
    expect(below).toBeLessThanOrEqual(value);
    expect(above).toBeGreaterThanOrEqual(value);
    if (Math.fround(value) === value) {
      expect([below, above]).toEqual([value, value]);
    } else {
      expect([below, above]).toContain(Math.fround(value));
    }
  },
);
