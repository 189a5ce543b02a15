import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeRegistryFixture } from "../../../../test/support/registries/registry-fixture.ts";
import { isDiskFault } from "../../../base/disk-fault.ts";
import { openReadOnly } from "../../../base/sqlite.ts";
import { startSpatialTables } from "./spatial-thread.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-spatial-"));
afterAll(() => rmSync(folder, { recursive: true }));
const draft = writeRegistryFixture(join(folder, "registry-2021-10-15.gpkg"));

/** Makes the file of a draft as for a country of so many panden. */
async function make(path: string, panden: number) {
  const into = join(folder, `${panden}.db`);
  const tables = await startSpatialTables({ draft: path, into }, panden);
  try {
    return { into, extents: await tables.finished };
  } finally {
    tables.close();
  }
}

describe.each([
  ["in this thread", 0],
  ["in a thread of its own", 1_000_000],
])("%s", (_where, panden) => {
  test("boxes and tables are those of the draft", async () => {
    const { into, extents } = await make(draft, panden);
    using made = openReadOnly(into);
    using expected = openReadOnly(draft);
    for (const table of ["pand", "adres"] as const) {
      const boxes = `SELECT * FROM rtree_${table}_geom ORDER BY id`;
      expect(made.query(boxes).values()).toEqual(expected.query(boxes).values());
      expect(extents[table].minX).toBeLessThanOrEqual(extents[table].maxX);
    }
    for (const table of ["pand_raster", "pand_cells"]) {
      const rows = `SELECT * FROM ${table} ORDER BY 1, 2, 3`;
      expect(made.query(rows).values()).toEqual(expected.query(rows).values());
    }
  });

  test("a draft that cannot be read is a disk fault", async () => {
    const error = await make(join(folder, "missing.gpkg"), panden).catch((reason) => reason);
    expect(isDiskFault(error)).toBe(true);
  });
});
