/** Two exports of the same data are equal byte for byte, although updates and imports make different R*Trees. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../src/base/sqlite.ts";
import type { ExportRequest } from "../../src/exports/export-request.ts";
import { EXPORT_FORMATS } from "../../src/exports/formats.ts";
import { EXPORT_KINDS, KINDS } from "../../src/exports/kinds/index.ts";
import { writeExport } from "../../src/exports/write-export.ts";
import { openSnapshot, type Snapshot } from "../../src/registry/file/snapshot.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { testRandom } from "../support/seed.ts";

setDefaultTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), "baken-order-"));
let [one, other]: Snapshot[] = [];

beforeAll(async () => {
  const dataDir = await makeDemoFolder(2_000);
  const name = readFileSync(join(dataDir, "current"), "utf8").trim();
  const paths = ["one.gpkg", "other.gpkg"].map((file) => join(folder, file)) as [string, string];
  for (const path of paths) {
    copyFileSync(join(dataDir, name), path);
  }
  rmSync(dataDir, { recursive: true });
  rebuildTrees(paths[1]);
  [one, other] = paths.map((path) => openSnapshot(path));
});
afterAll(() => {
  one?.close();
  other?.close();
  rmSync(folder, { recursive: true });
});

/** Removes the entries of each R*Tree and adds them in a random order. */
function rebuildTrees(path: string): void {
  const random = testRandom();
  using db = new Database(path);
  for (const table of ["adres", "pand", "woonplaats", "gemeente", "postcodegebied"]) {
    const tree = `rtree_${table}_geom`;
    const entries = db.query(`SELECT id, minx, maxx, miny, maxy FROM ${tree}`).values() as number[][];
    db.run("BEGIN");
    db.run(`DELETE FROM ${tree}`);
    const shuffled = entries.map((entry) => ({ entry, at: random() })).sort((a, b) => a.at - b.at);
    for (const { entry } of shuffled) {
      db.query(`INSERT INTO ${tree} VALUES (?, ?, ?, ?, ?)`).run(...entry);
    }
    db.run("COMMIT");
  }
}

async function hashOf(snapshot: Snapshot, request: ExportRequest): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  const makeScratchFolder = () => mkdtempSync(join(folder, "scratch-"));
  const rows = await writeExport(snapshot, request, {
    write: async (bytes) => hasher.update(bytes),
    makeScratchFolder,
  });
  return `${rows} rows ${hasher.digest("hex")}`;
}

test.each(EXPORT_KINDS.filter((what) => KINDS[what].takesRegion ?? true))(
  "of %s, whole, of a gemeente and of a box",
  async (what) => {
    const gemeente = one!.db.query<{ code: string }, []>("SELECT code FROM gemeente ORDER BY fid").get()!;
    const { x, y } = one!.db
      .query<{ x: number; y: number }, []>("SELECT avg(rd_x) AS x, avg(rd_y) AS y FROM adres")
      .get()!;
    const region = { rdBox: { minX: x - 20_000, minY: y - 20_000, maxX: x + 20_000, maxY: y + 20_000 } };
    const filter = what === "areas" ? {} : { gemeenteCode: gemeente.code };
    for (const format of EXPORT_FORMATS) {
      for (const request of [{ filter: {} }, { filter }, { filter: {}, region }]) {
        const full = { what, format, ...request };
        const hash = await hashOf(one!, full);
        expect([format, await hashOf(other!, full)]).toEqual([format, hash]);
      }
    }
  },
);
