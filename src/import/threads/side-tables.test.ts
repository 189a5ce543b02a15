import { afterAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeRegistryFixture } from "../../../test/support/registries/registry-fixture.ts";
import { isDiskFault } from "../../base/disk-fault.ts";
import { openReadOnly, openScratch } from "../../base/sqlite.ts";
import { deriveSearch } from "../derive/search-index.ts";
import { tablesAt } from "../steps/derived-steps.ts";
import { SIDE_STEPS, type SideStepName } from "./side-file.ts";
import { SideTables } from "./side-tables.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-beside-"));
afterAll(() => rmSync(folder, { recursive: true }));
const fixture = writeRegistryFixture(join(folder, "registry-2021-10-15.gpkg"));
{
  using db = openScratch(fixture);
  deriveSearch(db);
}
const STEPS = Object.keys(SIDE_STEPS) as SideStepName[];
/** Tables that the fixture derives by the same steps in its own file. */
const TABLES = [
  "pand_cells",
  "pand_leaf",
  "pand_raster",
  "woonplaats_tally",
  "postcodegebied_tally",
  "buurt_tally",
  "woonplaats_bouwjaar",
  "search_index",
];
const BOXES = "SELECT * FROM rtree_pand_geom ORDER BY id";

/** Returns a copy of the fixture without the rows of side tables, and an empty folder. */
function makeDraft() {
  const workDir = mkdtempSync(join(folder, "work-"));
  const draft = join(workDir, "registry.gpkg");
  copyFileSync(fixture, draft);
  using db = openScratch(draft);
  for (const table of STEPS.flatMap((step) => tablesAt(step))) {
    db.run(`DELETE FROM ${table}`);
  }
  return { draft, workDir };
}

test.each([
  ["at once", Number.POSITIVE_INFINITY],
  ["in threads", 0],
])("%s: tables and R*Trees are those of the draft, which is written meanwhile", async (_, minBytes) => {
  const place = makeDraft();
  using sides = new SideTables(place, minBytes);
  using db = openScratch(place.draft);
  db.run("BEGIN");
  for (const step of STEPS) {
    await sides.begin(step, db);
    db.run(`CREATE TABLE written_after_${step} AS SELECT * FROM pand`);
  }
  db.run("COMMIT");
  const files = await sides.finish(db);
  using expected = openReadOnly(fixture);
  for (const table of TABLES) {
    const rows = `SELECT * FROM ${table} ORDER BY 1, 2`;
    expect(db.query(rows).values()).toEqual(expected.query(rows).values());
  }
  using side = openReadOnly(files.find(({ layer }) => layer === "pand")!.path);
  expect(side.query(BOXES).values()).toEqual(expected.query(BOXES).values());
});

test("a draft that cannot be read is a disk fault, from a thread too", async () => {
  const place = makeDraft();
  using sides = new SideTables({ ...place, draft: folder }, 0);
  using db = openScratch(place.draft);
  db.run("BEGIN");
  const error = await sides.begin("panden", db).catch((reason: unknown) => reason);
  expect(isDiskFault(error)).toBe(true);
});
