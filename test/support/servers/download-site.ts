/** Serves the downloads of a small country as PDOK does: feeds, an extract, gemeenten and PC4 areas. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Database } from "../../../src/base/sqlite.ts";
import type { Geometry } from "../../../src/geo/geometry.ts";
import { encodeGpkgGeometry } from "../../../src/geo/gpkg-geometry.ts";
import { type DemoFiles, generateDemo } from "../../../tools/country/generate-demo.ts";
import { boxRing, writeGebiedsindelingen } from "../extracts/cbs-map.ts";
import { makeZip } from "../extracts/zip-maker.ts";
import { respondWithFile, type ServedRequest, type ServedResponse, startServer } from "./download-server.ts";

export const EXTRACT = "/bag/atom/downloads/lvbag-extract-nl.zip";
export const AREAS = "/gebieden/atom/downloads/BestuurlijkeGebieden_2026.gpkg";
export const CBS_AREAS = "/cbs/atom/downloads/cbsgebiedsindelingen2025.gpkg";
export const PC4 = "/postcode/2025-cbs_pc4_2024_v1.zip";

interface Fault {
  readonly path: string;
  readonly makeResponse: (usual: ServedResponse) => ServedResponse;
}

/** Server of downloads; `faults` replace the usual response, once each, in this order. */
export class DownloadSite {
  readonly handlers = new Map<string, (request: ServedRequest) => ServedResponse>();
  faults: Fault[] = [];
  readonly server = startServer((request) => {
    const usualResponse = this.handlers.get(request.path)?.(request) ?? { status: 404 };
    const fault = this.faults.findIndex(({ path }) => path === request.path);
    return fault < 0 ? usualResponse : this.faults.splice(fault, 1)[0]!.makeResponse(usualResponse);
  });

  /** Serves a fictitious country made in `folder`; returns its files. */
  async serveCountry(folder: string): Promise<DemoFiles> {
    const out = join(folder, "demo.zip");
    const { files } = await generateDemo({ addresses: 400, seed: 3, history: false, out });
    this.#serveFile(EXTRACT, readFileSync(files.extract));
    const rows = areaRows(readFileSync(files.gemeenten, "utf8"));
    this.#serveFile(AREAS, gpkgOf("gemeentegebied", AREA_COLUMNS, rows));
    const { features } = JSON.parse(readFileSync(files.pc4, "utf8"));
    const pc4 = gpkgOf("cbs_pc4_2024", ["postcode"], [[features[0].properties.PC4CODE]]);
    this.#serveFile(
      PC4,
      makeZip([
        { name: "cbs_pc4_2024_v1.gpkg", content: pc4 },
        { name: "lees mij.txt", content: Buffer.from("x") },
      ]),
    );
    const areas = writeCbsAreas(join(folder, "areas.gpkg"), rows);
    this.#serveFile(CBS_AREAS, readFileSync(areas));
    const atom = 'type="application/atom+xml"';
    this.#serveFeed("/bag/atom/bag.xml", [
      'href="downloads/bag-light.gpkg"',
      'href="/redirected/lvbag-extract-nl.zip" type="application/zip"',
    ]);
    this.#serveFeed("/gebieden/atom/index.xml", [`href="gebieden.xml" ${atom}`]);
    this.#serveFeed(
      "/gebieden/atom/gebieden.xml",
      [2024, 2026, 2025].map((year) => `href="downloads/BestuurlijkeGebieden_${year}.gpkg" rel="section"`),
    );
    this.#serveFeed("/cbs/atom/index.xml", [`href="gebiedsindelingen.xml" ${atom}`]);
    this.#serveFeed(
      "/cbs/atom/gebiedsindelingen.xml",
      [2024, 2025].map((year) => `href="downloads/cbsgebiedsindelingen${year}.gpkg" rel="section"`),
    );
    const redirect = { status: 302, headers: { location: EXTRACT } };
    this.handlers.set("/redirected/lvbag-extract-nl.zip", () => redirect);
    return files;
  }

  #serveFile(path: string, content: Buffer): void {
    const headers = { etag: `"${Bun.hash(content)}"` };
    this.handlers.set(path, (request) => respondWithFile(request, { content, headers }));
  }

  #serveFeed(path: string, links: readonly string[]): void {
    const entries = links.map(
      (link) => `<entry><link ${link}/><updated>2026-11-08T08:00:00Z</updated></entry>`,
    );
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet href="/style.xsl" type="text/xsl"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="nl">${entries.join("\n")}</feed>`;
    this.handlers.set(path, () => ({ status: 200, headers: { "content-type": "text/xml" }, body }));
  }
}

const AREA_COLUMNS = ["identificatie", "naam", "code", "ligt_in_provincie_code", "ligt_in_provincie_naam"];

/** Returns the demo's gemeente names as rows of Kadaster's layer. */
function areaRows(csv: string): string[][] {
  const [, ...lines] = csv.trim().split("\n");
  return lines.map((line) => {
    const [provincie, provincienaam, code, naam] = line.split(";") as [string, string, string, string];
    return [`GM${code}`, `${naam} (Kadaster)`, code, provincie, provincienaam];
  });
}

/** Writes areas of CBS: the first gemeente has a veiligheidsregio, each has one buurt, as wide as the country. */
function writeCbsAreas(path: string, gemeenten: readonly string[][]): string {
  const country: Geometry = { type: "Polygon", rings: [boxRing(0, 300_000, 300_000, 640_000)] };
  const codes = gemeenten.map(([identificatie]) => identificatie!.slice(2));
  const buurten = codes.map((code) => ({
    code: `BU${code}0001`,
    naam: "Alles",
    water: "NEE" as const,
    geometry: country,
  }));
  const register = [{ gemeente: codes[0]!, code: "VR01", naam: "Groningen" }];
  return writeGebiedsindelingen(path, 2025, { buurten, register });
}

/** Makes a GeoPackage of one layer; every area is the same polygon. */
export function gpkgOf(
  layer: string,
  columns: readonly string[],
  rows: readonly (string | number)[][],
): Buffer {
  const db = new Database(":memory:");
  db.run(
    "CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER)",
  );
  db.run("INSERT INTO gpkg_spatial_ref_sys VALUES (28992, 'EPSG', 28992)");
  db.run("CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT)");
  db.run("INSERT INTO gpkg_contents VALUES (?, 'features')", [layer]);
  db.run("CREATE TABLE gpkg_geometry_columns (table_name, column_name, geometry_type_name, srs_id)");
  db.run("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'MULTIPOLYGON', 28992)", [layer]);
  db.run(`CREATE TABLE ${layer} (${columns.join(", ")}, geom BLOB)`);
  const ring = Float64Array.of(9e4, 4e5, 9.1e4, 4e5, 9.1e4, 4.1e5, 9e4, 4e5);
  const geom = encodeGpkgGeometry({ type: "Polygon", rings: [ring] });
  for (const row of rows) {
    db.run(`INSERT INTO ${layer} VALUES (${"?, ".repeat(row.length)}?)`, [...row, geom]);
  }
  const bytes = Buffer.from(db.serialize());
  db.close();
  return bytes;
}
