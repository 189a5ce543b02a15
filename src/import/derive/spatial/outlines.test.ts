import { expect, test } from "bun:test";
import { writeRegistryFixture } from "../../../../test/support/registries/registry-fixture.ts";
import { openScratch } from "../../../base/sqlite.ts";
import { encodeGpkgGeometry } from "../../../geo/gpkg-geometry.ts";
import { ImportReport } from "../../report.ts";
import { deriveOutlines } from "./outlines.ts";

/** Gives the gemeenten Amsterdam and Weesp of Noord-Holland a square each, `x` metres apart. */
function overlapsAt(x: number): string[] {
  using db = openScratch(writeRegistryFixture());
  const setBorder = db.query("UPDATE gemeente SET geom = ? WHERE naam = ?");
  for (const [naam, minX] of [
    ["Amsterdam", 120_000],
    ["Weesp", 120_000 + x],
  ] as const) {
    const ring = [minX, 480_000, minX + 2_000, 480_000, minX + 2_000, 482_000, minX, 482_000, minX, 480_000];
    setBorder.run(encodeGpkgGeometry({ type: "Polygon", rings: [Float64Array.from(ring)] }), naam);
  }
  const report = new ImportReport();
  deriveOutlines(db, report);
  return report.problems.flatMap(({ about, examples }) => [about, ...examples]);
}

test("gemeenten that overlap are reported when the outline of their provincie is made of them", () => {
  expect(overlapsAt(2_000)).toEqual([]);
  expect(overlapsAt(1_500)).toEqual(["gemeente", "0363 and 0457"]);
});
