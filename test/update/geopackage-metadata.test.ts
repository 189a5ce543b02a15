/** Tests metadata that other programs read in a registry and an export: definition of RD, last change of layers. */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import proj4 from "proj4";
import { createMetadataTables } from "../../src/geo/geopackage-tables.ts";
import { rdToWgs84 } from "../../src/geo/rd.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { runUpdate } from "../../src/import/update/run-update.ts";
import type { BagObject } from "../../tools/country/official-format/objects.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { importSmallCountry } from "../support/countries/import-small-country.ts";
import { NATIONAL } from "../support/countries/small-country.ts";
import { voorkomen } from "../support/extracts/bag-objects.ts";
import { writeDeliveryTo } from "../support/extracts/delivery-builder.ts";

const { folder, dataDir } = await importSmallCountry();
const weesp = await makeWeespFolder();
const work = mkdtempSync(join(tmpdir(), "metadata-"));
afterAll(() => [folder, weesp, work].forEach((each) => void rmSync(each, { recursive: true })));

const registryOf = (dir: string) => join(dir, readFileSync(join(dir, "current"), "utf8").trim());

function reading<T>(path: string, read: (db: Database) => T): T {
  const db = new Database(path, { readonly: true });
  try {
    return read(db);
  } finally {
    db.close();
  }
}

const definitionOf = (path: string) =>
  reading(
    path,
    (db) =>
      db.query<{ definition: string }, []>("SELECT * FROM gpkg_spatial_ref_sys WHERE srs_id = 28992").get()!
        .definition,
  );

interface Place {
  readonly rd_x: number;
  readonly rd_y: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** Returns the distance in metres between a place and the position that proj4js computes from the definition alone. */
function errorM(definition: string, { rd_x, rd_y, latitude, longitude }: Place): number {
  const [lon, lat] = proj4(definition, "EPSG:4326").forward([rd_x, rd_y]) as [number, number];
  const perDegree = 111_320;
  const east = (lon - longitude) * perDegree * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(east, (lat - latitude) * perDegree);
}

/** Groningen, Maastricht, Middelburg, Den Helder, Enschede. */
const PLACES = [
  [233_900, 582_000],
  [176_300, 317_900],
  [32_000, 391_500],
  [113_000, 552_000],
  [257_800, 471_300],
] as const;

test("by the definition alone, proj4js is within half a metre of latitude and longitude", () => {
  const created = join(work, "empty.gpkg");
  const db = new Database(created);
  createMetadataTables(db);
  db.close();
  const definition = definitionOf(created);
  for (const [rd_x, rd_y] of PLACES) {
    const { lat, lon } = rdToWgs84(rd_x, rd_y);
    expect(errorM(definition, { rd_x, rd_y, latitude: lat, longitude: lon })).toBeLessThan(0.5);
  }
  const registry = registryOf(weesp);
  expect(definitionOf(registry)).toBe(definition);
  const sql = "SELECT rd_x, rd_y, latitude, longitude FROM adres WHERE fid % 997 = 0";
  const rows = reading(registry, (one) => one.query<Place, []>(sql).all());
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    expect(errorM(definition, row)).toBeLessThan(0.5);
  }
});

test("an update writes the definition into what it makes of an older registry, and the time of the change", async () => {
  const older = registryOf(dataDir);
  const right = definitionOf(older);
  const db = new Database(older);
  db.run(
    "UPDATE gpkg_spatial_ref_sys SET definition = replace(definition, '-0.398957388243134,0.343987817378283,-1.87740163998045', '1.9342,-1.6677,9.1019')",
  );
  db.run("UPDATE gpkg_contents SET last_change = '2024-03-08T00:00:00.000Z'");
  db.close();
  expect(definitionOf(older)).not.toBe(right);
  const before = new Date().toISOString();
  await runUpdate({ dataDir, files: [deliverStatus()] }, silentProgress);
  const updated = registryOf(dataDir);
  expect(updated).not.toBe(older);
  expect(definitionOf(updated)).toBe(right);
  const changes = reading(updated, (one) =>
    one.query<{ last_change: string }, []>("SELECT last_change FROM gpkg_contents").all(),
  );
  expect(changes.length).toBeGreaterThan(10);
  for (const { last_change } of changes) {
    expect(last_change >= before).toBe(true);
  }
});

/** Writes the delivery of a day on which a nummeraanduiding is given another status. */
function deliverStatus(): string {
  const was = NATIONAL.objects.find(({ identificatie }) => identificatie === "0901200000000009")!;
  const [from, to] = ["2024-03-08", "2024-03-09"];
  const ended = { ...was, voorkomen: { ...was.voorkomen, eindGeldigheid: to } } as BagObject;
  const number = was.voorkomen.voorkomenidentificatie;
  const next = { ...was, status: "Naamgeving uitgegeven", voorkomen: voorkomen(number + 1, to) } as BagObject;
  const groups = [
    [
      { kind: "wijziging" as const, was, wordt: ended },
      { kind: "toevoeging" as const, wordt: next },
    ],
  ];
  return writeDeliveryTo(join(work, "delivery.zip"), { from, to, relaties: NATIONAL.relaties, groups });
}
