import { expect, test } from "bun:test";
import { Database } from "../../base/sqlite.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { UPDATE_TABLES } from "../../registry/schema/update-schema.ts";
import type { BoundaryFile } from "./boundaries.ts";
import { findBoundary, hasBoundaries, storeBoundaries } from "./stored-boundaries.ts";

/** Returns a triangle that starts at (x, 0). */
function triangle(x: number): Geometry {
  return { type: "Polygon", rings: [Float64Array.of(x, 0, x + 9, 0, x, 9, x, 0)] };
}

function storeOf(...files: BoundaryFile[]): Database {
  const db = new Database(":memory:", { strict: true });
  db.run(UPDATE_TABLES);
  storeBoundaries(db, files);
  return db;
}

const CBS: BoundaryFile = {
  label: "CBS",
  gemeenten: new Map([[363, triangle(1)]]),
  postcodegebieden: new Map(),
};
const KADASTER: BoundaryFile = {
  label: "Kadaster",
  gemeenten: new Map([
    [363, triangle(2)],
    [1000, triangle(3)],
  ]),
  postcodegebieden: new Map([[1000, triangle(4)]]),
};

test("of files that have the same area the first counts", () => {
  const found = findBoundary(storeOf(CBS, KADASTER), "gemeente", 363)!;
  expect([found.source, decodeGpkgGeometry(found.geom)]).toEqual(["CBS", triangle(1)]);
});

test("a gemeente and a postcodegebied may have one code", () => {
  const db = storeOf(CBS, KADASTER);
  expect(decodeGpkgGeometry(findBoundary(db, "gemeente", 1000)!.geom)).toEqual(triangle(3));
  expect(decodeGpkgGeometry(findBoundary(db, "postcodegebied", 1000)!.geom)).toEqual(triangle(4));
  expect(findBoundary(db, "postcodegebied", 363)).toBeUndefined();
});

test("whether there are borders of a kind", () => {
  const db = storeOf(CBS);
  expect([hasBoundaries(db, "gemeente"), hasBoundaries(db, "postcodegebied")]).toEqual([true, false]);
});
