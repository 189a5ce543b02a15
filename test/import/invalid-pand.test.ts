/** Tests that a real pand with an invalid polygon is imported as delivered, and named by `doctor --deep`. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeGpkgGeometry } from "../../src/geo/gpkg-geometry.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import type { Finding } from "../../src/operator/doctor/finding.ts";
import { NAMES_CSV, NATIONAL } from "../support/countries/small-country.ts";
import { writeExtractTo } from "../support/extracts/extract-builder.ts";
import { BAD_PAND } from "../support/extracts/reference-files.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { listLines, openCurrent } from "../support/registries/read-registry.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-import-bad-pand-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Footprint as in the file; PostGIS locates the self-intersection at 247452.489257842 480187.305357298. */
const FOOTPRINT = [
  [247452.468, 480187.571],
  [247453.262, 480177.649],
  [247460.405, 480177.914],
  [247459.876, 480188.894],
  [247456.834, 480188.629],
  [247456.834, 480187.174],
  [247452.468, 480187.306],
  [247452.468, 480187.571],
];

test("the pand of pand-gml-bad.xml keeps its geometry as delivered, and doctor --deep names it", async () => {
  const path = writeExtractTo(join(folder, "bad-pand.zip"), {
    ...NATIONAL,
    // Its voorkomen was in force then; only the date in the file's head is changed.
    referenceDate: "2018-12-01",
    alter: (part) =>
      part.name.startsWith("9999PND") && part.name.endsWith(".xml")
        ? {
            ...part,
            content: Buffer.from(readFileSync(BAD_PAND, "utf8").replace("2020-11-08", "2018-12-01")),
          }
        : part,
  });
  const gemeenten = [join(folder, "names.csv")];
  writeFileSync(gemeenten[0]!, NAMES_CSV);
  const dataDir = join(folder, "data");
  const { report } = await runImport(
    { paths: [path], gemeenten, boundaries: [], dataDir, history: "none" },
    silentProgress,
  );

  const db = openCurrent(dataDir);
  expect(listLines(db, "pand", "identificatie")).toEqual(["0147100000016964"]);
  const { geom } = db.query<{ geom: Uint8Array }, []>("SELECT geom FROM pand").get()!;
  db.close();
  expect(decodeGpkgGeometry(geom)).toEqual({
    type: "Polygon",
    rings: [Float64Array.from(FOOTPRINT.flat())],
  });
  expect(report.problems.filter(({ about }) => about === "PND")).toEqual([]);
  const { stdout } = await runBaken(["doctor", "--deep", "--json", "--data", dataDir]);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  expect(findings.find(({ check }) => check === "footprints")).toEqual({
    check: "footprints",
    level: "ok",
    text: expect.stringMatching(
      /^invalid polygons, kept as delivered: 1 building crosses itself \(0147100000016964 at 247452\.489257\d* 480187\.305357\d*\)$/,
    ),
  });
});
