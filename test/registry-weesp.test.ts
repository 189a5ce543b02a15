/** Reads that find their answer by an index or by numbers counted at import, against going through everything: Weesp. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openScratch } from "../src/base/sqlite.ts";
import { geometryIntersectsBox } from "../src/geo/box-intersection.ts";
import type { GeoJsonGeometry, GeoJsonPosition } from "../src/geo/geojson.ts";
import { rdToWgs84, wgs84ToRd } from "../src/geo/rd.ts";
import { runImport } from "../src/import/run-import.ts";
import { ADRES_COLUMNS, type AdresRow, toAdresRecord } from "../src/registry/adres-record.ts";
import { listAdressenOfOpenbareRuimte } from "../src/registry/adressen.ts";
import { type DoelFilter, listAdressenPerDoel } from "../src/registry/adressen-per-doel.ts";
import {
  findNearestAdres,
  listAdressenInBox,
  listAdressenNabij,
  listPandenInBox,
  type PandenInBox,
  type Wgs84Box,
} from "../src/registry/nabij.ts";
import { compareKeys, nameKey } from "../src/registry/name-key.ts";
import { ADDRESSABLE_TYPES, GEBRUIKSDOELEN } from "../src/registry/object-types.ts";
import { findPand } from "../src/registry/panden.ts";
import { listPostcodegebiedenInBox } from "../src/registry/postcodegebieden.ts";
import { listPostcodesNabij } from "../src/registry/postcodes-nabij.ts";
import type { AdresRecord, PandRecord } from "../src/registry/records.ts";
import { openSnapshot, type Snapshot } from "../src/registry/snapshot.ts";
import {
  constructionYears,
  gemeenteStatistics,
  overview,
  pandenPerBouwjaar,
  postcodegebiedStatistics,
  purposes,
  woonplaatsStatistics,
} from "../src/registry/statistieken.ts";
import { warmSnapshot } from "../src/registry/warm-snapshot.ts";

const DATA = join(import.meta.dir, "..", "..", "shared", "data");
const EXTRACT = join(DATA, "bag", "BAGGEM0457L-15102021.zip");
const isMissing = !existsSync(EXTRACT);

type Adres = AdresRecord & { volgorde: string };
interface Pand extends PandRecord {
  footprint: GeoJsonGeometry;
}

let folder: string;
let s: Snapshot;
let adressen: Adres[];
let panden: Pand[];

const title = "reads of Weesp against going through everything";

describe.skipIf(isMissing)(isMissing ? `${title} (no extract at ${EXTRACT})` : title, () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "baken-weesp-"));
    const { registry } = await runImport(
      {
        paths: [EXTRACT],
        gemeenten: [join(DATA, "gemeenten", "gemeentelijke-indeling.csv")],
        boundaries: [],
        dataDir: folder,
        threads: 2,
      },
      { stage: async (_, work) => work(() => {}) },
    );
    s = openSnapshot(join(folder, registry));
    warmSnapshot(s);
    adressen = s.db
      .query<AdresRow & { volgorde: string }, []>(`SELECT ${ADRES_COLUMNS}, volgorde FROM adres`)
      .all()
      .map((row) => ({ ...toAdresRecord(s, row), volgorde: row.volgorde }));
    panden = s.db
      .query<{ identificatie: string }, []>("SELECT identificatie FROM pand")
      .all()
      .map(({ identificatie }) => {
        const { geometry, ...pand } = findPand(s, identificatie, { geometry: true })!;
        return { ...pand, footprint: geometry! };
      });
  }, 120_000);

  afterAll(() => {
    s?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const random = seeded(457);
  /** Around the middle of Weesp, some of it on the water and beyond. */
  const somewhere = () => ({ x: 129_000 + random() * 7_000, y: 478_000 + random() * 5_500 });
  const someBox = (mostKm: number): Wgs84Box => {
    const at = somewhere();
    const { lat, lon } = rdToWgs84(at.x, at.y);
    return {
      south: lat,
      north: lat + (random() * mostKm) / 111,
      west: lon,
      east: lon + (random() * mostKm) / 68,
    };
  };
  const distanceTo = (at: { x: number; y: number }) => (adres: AdresRecord) =>
    Math.hypot(adres.rd_x - at.x, adres.rd_y - at.y);

  test("nearby", () => {
    for (let i = 0; i < 150; i++) {
      const at = i % 3 === 0 ? atSomeAddress() : somewhere();
      const query = { radiusM: [30, 300, 3000, 20_000][i % 4]!, limit: [1, 25, 100][i % 3]! };
      const distance = distanceTo(at);
      const expected = adressen
        .map((adres) => ({ id: adres.nummeraanduiding_id, distanceM: distance(adres) }))
        .filter(({ distanceM }) => distanceM <= query.radiusM)
        .sort((a, b) => a.distanceM - b.distanceM || compareKeys(a.id, b.id))
        .slice(0, query.limit);
      const found = listAdressenNabij(s, at, query);
      expect(found.map(({ adres, distanceM }) => ({ id: adres.nummeraanduiding_id, distanceM }))).toEqual(
        expected,
      );
    }
  });

  test("reverse: in a footprint an address of that pand, else the nearest", () => {
    for (let i = 0; i < 40; i++) {
      const at = i % 2 ? atSomeAddress() : somewhere();
      const radiusM = [100, 1000][i % 2]!;
      const { lat, lon } = rdToWgs84(at.x, at.y);
      const here = panden.filter(({ footprint }) =>
        meets(footprint, { south: lat, north: lat, west: lon, east: lon }),
      );
      const inPand = new Set(
        here.flatMap(({ identificatie }) =>
          findPand(s, identificatie, { addresses: true })!.addresses!.map(
            (adres) => adres.nummeraanduiding_id,
          ),
        ),
      );
      const near = adressen
        .map((adres) => ({ id: adres.nummeraanduiding_id, distanceM: distanceTo(at)(adres) }))
        .filter(({ distanceM }) => distanceM <= radiusM)
        .sort((a, b) => a.distanceM - b.distanceM || compareKeys(a.id, b.id));
      const expected = near.find(({ id }) => inPand.has(id)) ?? near[0];
      expect(findNearestAdres(s, at, radiusM)?.adres.nummeraanduiding_id).toBe(expected?.id);
    }
  });

  test("addresses in a box, edges included", () => {
    for (let i = 0; i < 200; i++) {
      const box = i % 4 === 0 ? boxOfTwoAddresses() : someBox([0.2, 1, 5][i % 3]!);
      const inside = adressen.filter(
        ({ latitude, longitude }) =>
          latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east,
      );
      expectSubset(idsOf(listAdressenInBox(s, box, 1000)), idsOf(inside), 1000);
      expectSubset(idsOf(listAdressenInBox(s, box, 7)), idsOf(inside), 7);
    }
    const country = { south: 50, north: 54, west: 3, east: 8 };
    expect(new Set(idsOf(listAdressenInBox(s, country, 20_000))).size).toBe(adressen.length);
    expect(listAdressenInBox(s, country, 100)).toHaveLength(100);
    const world = { south: -90, north: 90, west: -180, east: 180 };
    expect(listAdressenInBox(s, world, 100)).toHaveLength(100);
  });

  test("panden in a box, with filters", () => {
    const filters: Omit<PandenInBox, "limit">[] = [
      {},
      { bouwjaarMin: 1900, bouwjaarMax: 1930 },
      { bouwjaarMax: 1700 },
      { bouwjaarMin: 2015, status: "pand in gebruik" },
      { status: "Sloopvergunning verleend" },
      { bouwjaarMin: 1111, bouwjaarMax: 1112 },
      { status: "onbekend" },
    ];
    for (let i = 0; i < 140; i++) {
      const box = someBox([0.2, 1, 5, 20][i % 4]!);
      const filter = filters[i % filters.length]!;
      const inside = panden
        .filter((pand) => passes(pand, filter) && meets(pand.footprint, box))
        .map(({ identificatie }) => identificatie);
      const found = (limit: number) =>
        listPandenInBox(s, box, { ...filter, limit }).map((p) => p.identificatie);
      expectSubset(found(20_000), inside, 20_000);
      expectSubset(found(30), inside, 30);
    }
  });

  test("answers of boxes do not depend on how the spatial indexes grew", () => {
    const copy = join(folder, "grown-otherwise.gpkg");
    copyFileSync(s.path, copy);
    const db = openScratch(copy);
    for (const index of ["rtree_adres_geom", "rtree_pand_geom"]) {
      db.run(`CREATE TEMP TABLE boxes AS SELECT * FROM ${index} ORDER BY (id * 7919) % 10007`);
      db.run(`DELETE FROM ${index}`);
      db.run(`INSERT INTO ${index} SELECT * FROM boxes`);
      db.run("DROP TABLE boxes");
    }
    db.close();
    const other = openSnapshot(copy);
    for (let i = 0; i < 40; i++) {
      const box = someBox([1, 5, 20][i % 3]!);
      expect(idsOf(listAdressenInBox(other, box, 50))).toEqual(idsOf(listAdressenInBox(s, box, 50)));
      const query: PandenInBox = i % 2 ? { limit: 50, bouwjaarMin: 1900 } : { limit: 50 };
      expect(listPandenInBox(other, box, query)).toEqual(listPandenInBox(s, box, query));
    }
    other.close();
  });

  test("postcodes nearby: total and the nearest", () => {
    const all = s.db
      .query<{ postcode: string; adres_aantal: number; latitude: number; longitude: number }, []>(
        "SELECT * FROM postcode",
      )
      .all()
      .map((row) => ({ ...row, ...wgs84ToRd(row.latitude, row.longitude) }));
    expect(all.reduce((sum, { adres_aantal }) => sum + adres_aantal, 0)).toBe(
      adressen.filter(({ postcode }) => postcode !== null).length,
    );
    for (let i = 0; i < 60; i++) {
      const at = somewhere();
      const radiusM = [100, 700, 1500, 5000, 20_000][i % 5]!;
      const within = all
        .map(({ postcode, x, y }) => ({ postcode, distanceM: Math.hypot(x - at.x, y - at.y) }))
        .filter(({ distanceM }) => distanceM <= radiusM)
        .sort((a, b) => a.distanceM - b.distanceM || compareKeys(a.postcode, b.postcode));
      const { postcodes, total } = listPostcodesNabij(s, at, { radiusM, precision: 6 });
      expect(total).toBe(within.length);
      expect(postcodes.map(({ postcode }) => postcode)).toEqual(
        within.slice(0, 1000).map(({ postcode }) => postcode),
      );
    }
  });

  test("postcode areas in a box", () => {
    const areas = s.db
      .query<{ code: string }, []>("SELECT code FROM postcodegebied ORDER BY fid")
      .all()
      .map(({ code }) => code);
    const all = listPostcodegebiedenInBox(
      s,
      { south: 50, north: 54, west: 3, east: 8 },
      { page: 1, perPage: 100 },
      { geometry: true },
    );
    expect(all.rows.map(({ area }) => area)).toEqual(areas);
    for (let i = 0; i < 60; i++) {
      const box = someBox(2);
      const expected = all.rows.filter(({ geometry }) => meets(geometry!, box)).map(({ area }) => area);
      const { rows, total } = listPostcodegebiedenInBox(s, box, { page: 1, perPage: 100 });
      expect(rows.map(({ area }) => area)).toEqual(expected);
      expect(total).toBe(expected.length);
    }
  });

  test.each<DoelFilter>([
    ...GEBRUIKSDOELEN.map((gebruiksdoel) => ({ gebruiksdoel })),
    { gebruiksdoel: "woonfunctie", city: "WEESP" },
    { gebruiksdoel: "woonfunctie", city: "wees" },
    { gebruiksdoel: "winkelfunctie", gemeenteCode: "0457", oppervlakteMax: 100 },
    { gebruiksdoel: "woonfunctie", oppervlakteMin: 60, oppervlakteMax: 90 },
    { gebruiksdoel: "woonfunctie", oppervlakteMin: 60, oppervlakteMax: 90, city: "Weesp" },
    { gebruiksdoel: "kantoorfunctie", oppervlakteMin: 500 },
    { gebruiksdoel: "kantoorfunctie", oppervlakteMin: 500, oppervlakteMax: 400 },
  ])("by purpose: %j, every page", (filter) => {
    const { gebruiksdoel, city, oppervlakteMin: min = 0, oppervlakteMax: max = Infinity } = filter;
    const hasBound = "oppervlakteMin" in filter || "oppervlakteMax" in filter;
    const expected = adressen
      .filter(
        (adres) =>
          adres.gebruiksdoel.includes(gebruiksdoel) &&
          (!city || nameKey(adres.woonplaats_naam) === nameKey(city)) &&
          (!hasBound || (adres.oppervlakte !== null && adres.oppervlakte >= min && adres.oppervlakte <= max)),
      )
      .sort((a, b) => (hasBound ? a.oppervlakte! - b.oppervlakte! || byId(a, b) : inListOrder(a, b)))
      .map(({ nummeraanduiding_id }) => nummeraanduiding_id);
    const found: string[] = [];
    for (let page = 1; (page - 1) * 100 < expected.length + 100; page++) {
      const { rows, total } = listAdressenPerDoel(s, filter, { page, perPage: 100 });
      expect(total).toBe(expected.length);
      found.push(...idsOf(rows));
    }
    expect(found).toEqual(expected);
  });

  test("addresses of a street, every page", () => {
    const byStreet = Map.groupBy(adressen, ({ straatnaam }) => straatnaam);
    const streets = s.db
      .query<{ identificatie: string; naam: string }, []>("SELECT * FROM openbare_ruimte")
      .all();
    for (const { identificatie, naam } of streets.slice(0, 50)) {
      const expected = idsOf((byStreet.get(naam) ?? []).toSorted(inListOrder));
      const found = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((page) =>
        idsOf(listAdressenOfOpenbareRuimte(s, identificatie, { page, perPage: 100 })!.rows),
      );
      expect(found).toEqual(expected.slice(0, 800));
    }
  });

  test("numbers agree with the rows they count, and with each other", () => {
    const types = Object.fromEntries(
      ADDRESSABLE_TYPES.map((type) => [type, adressen.filter((adres) => adres.type === type).length]),
    );
    const doelen = Object.fromEntries(
      GEBRUIKSDOELEN.map((doel) => [
        doel,
        adressen.filter((adres) => adres.gebruiksdoel.includes(doel)).length,
      ]),
    );
    const national = overview(s);
    expect(national).toMatchObject({
      total_addresses: 12_034,
      total_buildings: 12_227,
      total_cities: 1,
      total_municipalities: 1,
      by_type: types,
    });
    expect(national.by_province["Noord-Holland"]).toBe(12_034);
    expect(Object.values(national.by_province).reduce((a, b) => a + b)).toBe(12_034);
    expect(purposes(s)).toEqual({
      purposes: doelen as ReturnType<typeof purposes>["purposes"],
      total_with_purpose: adressen.filter(({ gebruiksdoel }) => gebruiksdoel.length > 0).length,
    });
    expect(gemeenteStatistics(s, "0457")).toMatchObject({
      total_addresses: 12_034,
      total_buildings: 12_227,
      by_type: types,
      by_purpose: doelen,
    });
    const [woonplaats] = s.areas.woonplaatsen.values();
    expect(woonplaatsStatistics(s, woonplaats!.identificatie)).toMatchObject({
      total_addresses: 12_034,
      by_type: types,
    });
    for (const [area, rows] of Map.groupBy(adressen, ({ postcode }) => postcode?.slice(0, 4) ?? "none")) {
      if (area === "none") continue;
      expect(postcodegebiedStatistics(s, area)).toMatchObject({
        total_addresses: rows.length,
        cities: ["Weesp"],
      });
    }
    for (const groupBy of ["year", "decade", "century"] as const) {
      const years = constructionYears(s, groupBy);
      const withYear = panden.filter(({ bouwjaar }) => bouwjaar !== null);
      expect(years.total_buildings).toBe(withYear.length);
      expect(years.statistics.reduce((sum, { count }) => sum + count, 0)).toBe(withYear.length);
      expect(years.oldest).toBe(Math.min(...withYear.map(({ bouwjaar }) => bouwjaar!)));
      expect(pandenPerBouwjaar(s, { groupBy, city: "ees" }).statistics).toEqual(years.statistics);
    }
  });

  function atSomeAddress() {
    const { rd_x, rd_y } = adressen[Math.floor(random() * adressen.length)]!;
    return { x: rd_x, y: rd_y };
  }

  /** Both lie on corners of it. */
  function boxOfTwoAddresses(): Wgs84Box {
    const [a, b] = [random(), random()].map((at) => adressen[Math.floor(at * adressen.length)]!) as [
      Adres,
      Adres,
    ];
    return {
      south: Math.min(a.latitude, b.latitude),
      north: Math.max(a.latitude, b.latitude),
      west: Math.min(a.longitude, b.longitude),
      east: Math.max(a.longitude, b.longitude),
    };
  }
});

/** As many as there are or the limit, each once, all of them expected. */
function expectSubset(found: string[], expected: string[], limit: number): void {
  expect(found).toHaveLength(Math.min(limit, expected.length));
  expect(new Set(found).isSubsetOf(new Set(expected))).toBe(true);
  expect(new Set(found).size).toBe(found.length);
}

function idsOf(rows: readonly AdresRecord[]): string[] {
  return rows.map(({ nummeraanduiding_id }) => nummeraanduiding_id);
}

function byId(a: AdresRecord, b: AdresRecord): number {
  return compareKeys(a.nummeraanduiding_id, b.nummeraanduiding_id);
}

function inListOrder(a: Adres, b: Adres): number {
  return (
    compareKeys(nameKey(a.straatnaam), nameKey(b.straatnaam)) ||
    compareKeys(nameKey(a.woonplaats_naam), nameKey(b.woonplaats_naam)) ||
    compareKeys(a.volgorde, b.volgorde) ||
    byId(a, b)
  );
}

function passes(pand: PandRecord, { bouwjaarMin, bouwjaarMax, status }: Omit<PandenInBox, "limit">): boolean {
  if (status && status.toLowerCase() !== pand.status.toLowerCase()) return false;
  if (bouwjaarMin === undefined && bouwjaarMax === undefined) return true;
  const { bouwjaar } = pand;
  return bouwjaar !== null && bouwjaar >= (bouwjaarMin ?? 0) && bouwjaar <= (bouwjaarMax ?? 9999);
}

/** In degrees. */
function meets(geometry: GeoJsonGeometry, { south, north, west, east }: Wgs84Box): boolean {
  if (geometry.type === "Point") return false;
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  const toRing = (ring: GeoJsonPosition[]) => Float64Array.from(ring.flat());
  const planar = { type: "MultiPolygon" as const, polygons: polygons.map((rings) => rings.map(toRing)) };
  return geometryIntersectsBox(planar, west, south, east, north);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
