/**
 * Stages of the addresses, residences and buildings of Weesp. The numbers were counted in the XML by a script that shares
 * no code with baken: voorkomens in force on 2021-10-15 by status.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { writeExport } from "../../src/exports/write-export.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { listAdressenOfOpenbareRuimte } from "../../src/registry/read/adressen.ts";
import { type ExistingStage, stageOf } from "../../src/registry/schema/object-types.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const dataDir = await makeWeespFolder();
const harness = openHarness(dataDir);
const registry = openRegistry(dataDir);
const snapshot = registry.current()!;
afterAll(() => {
  registry.close();
  harness.close();
});

const get = async (path: string) => (await harness.askJson(path)).body;

const makeScratchFolder = () => mkdtempSync(join(dataDir, "scratch-"));

/** An address of 1381HJ, and its residence, which is gevormd. */
const PLANNED = "0457200000415310";
const PLANNED_RESIDENCE = "0457010000059747";

describe("include=stage", () => {
  test("adds the status of the object and its stage to an address, which has neither without it", async () => {
    const { data: plain } = await get(`/addresses/${PLANNED}`);
    const { data } = await get(`/addresses/${PLANNED}?include=stage`);
    expect(data).toEqual({ ...plain, object_status: "Verblijfsobject gevormd", stage: "planned" });
    expect(plain).not.toHaveProperty("stage");
    expect(plain).not.toHaveProperty("object_status");
  });

  test("adds the stage to a residence and a building, not to the addresses within", async () => {
    const { data: residence } = await get(`/residences/${PLANNED_RESIDENCE}?include=stage,address`);
    expect(residence).toMatchObject({ status: "Verblijfsobject gevormd", stage: "planned" });
    expect(residence.address).not.toHaveProperty("stage");
    const { data: building } = await get(`/buildings/${residence.pand_id}?include=stage`);
    expect(building.stage).toBe(stageOf("PND", building.status));
    const { data: plain } = await get(`/buildings/${residence.pand_id}`);
    expect(building).toEqual({ ...plain, stage: building.stage });
  });

  test.each([
    "/addresses/search?q=1381hj&include=stage",
    `/addresses/batch?ids=${PLANNED}&include=stage`,
    "/addresses/nearby?lat=52.307&lng=5.041&include=stage,geometry",
    "/addresses/within-bbox?north=52.31&south=52.30&east=5.05&west=5.03&limit=20&include=stage",
    "/postcodes/1381HJ?include=stage",
    "/residences/by-purpose?purpose=woonfunctie&per_page=100&page=3&include=stage",
  ])("holds for every address of %s", async (path) => {
    const { data } = await get(path);
    expect(data.length).toBeGreaterThan(0);
    for (const { stage, object_status } of data) {
      expect(stage).toBe(object_status === "Verblijfsobject gevormd" ? "planned" : "standing");
    }
  });

  test("adds it to the buildings of a box", async () => {
    const box = "/buildings/within-bbox?north=52.31&south=52.30&east=5.05&west=5.03&limit=500";
    const { data } = await get(`${box}&filter[stage]=planned&include=stage`);
    expect(data.length).toBeGreaterThan(0);
    const { data: plain } = await get(`${box}&filter[stage]=planned`);
    expect(data).toEqual(plain.map((pand: object) => ({ ...pand, stage: "planned" })));
  });

  test("of a berth is standing", async () => {
    const { fid } = snapshot
      .statement<{ fid: number }>("SELECT min(fid) AS fid FROM adres WHERE type = 'ligplaats'")
      .get()!;
    const { data } = await get(`/addresses/${String(fid).padStart(16, "0")}?include=stage`);
    expect(data).toMatchObject({ object_status: "Plaats aangewezen", stage: "standing" });
  });
});

describe("filter[stage]", () => {
  // Postcode or street, planned addresses, all addresses.
  test.each([
    ["/postcodes/1381HJ", 5, 27],
    ["/postcodes/1384GC", 44, 45],
    ["/streets/0457300000000143/addresses", 36, 81],
    ["/streets/0457300000000138/addresses", 7, 104],
  ])("%s has %p planned addresses of %p", async (path, planned, all) => {
    const ask = (query: string) => get(`${path}?per_page=100${query}`);
    const [every, ofPlanned, ofStanding] = await Promise.all([
      ask("&page=1&include=stage"),
      ask("&filter[stage]=planned&include=stage"),
      ask("&filter[stage]=standing&include=stage"),
    ]);
    expect([every, ofPlanned, ofStanding].map(({ meta }) => meta.total)).toEqual([
      all,
      planned,
      all - planned,
    ]);
    expect(ofPlanned.data).toHaveLength(planned);
    const inOrder = every.data.filter(({ stage }: { stage: string }) => stage === "planned");
    expect(ofPlanned.data.slice(0, inOrder.length)).toEqual(inOrder);
  });

  test("pages of a street are parts of its list", () => {
    const list = (perPage: number, page: number, ofStage: ExistingStage) =>
      listAdressenOfOpenbareRuimte(snapshot, "0457300000000143", { page, perPage, ofStage })!;
    const { rows } = list(100, 1, "planned");
    expect([1, 2, 3, 4].flatMap((page) => list(10, page, "planned").rows)).toEqual(rows);
  });

  test("a postcode without a planned address has an empty list; an unknown one is 404", async () => {
    const { body } = await harness.askJson("/postcodes/1381AA?filter[stage]=planned");
    const { total } = (await get("/postcodes/1381AA?filter[stage]=standing")).meta;
    expect([body.meta.total, total > 0]).toEqual([0, true]);
    expect((await harness.askJson("/postcodes/9999ZZ?filter[stage]=planned")).status).toBe(404);
    expect((await harness.askJson("/postcodes/1381HJ?filter[stage]=ended")).status).toBe(422);
  });

  test("of addresses around a point and in a box leaves out the others, nearest first", async () => {
    const { latitude, longitude } = (await get(`/addresses/${PLANNED}`)).data;
    const point = `lat=${latitude}&lng=${longitude}`;
    const near = (query: string) => get(`/addresses/nearby?${point}&radius_km=0.3&limit=100${query}`);
    const idsOf = ({ data }: { data: { nummeraanduiding_id: string }[] }) =>
      data.map(({ nummeraanduiding_id: id }) => id);
    const every = await near("&include=stage");
    const ofPlanned = await near("&filter[stage]=planned&include=stage");
    const ofStanding = await near("&filter[stage]=standing");
    const inOrder = (stage: string) =>
      idsOf({ data: every.data.filter((adres: { stage: string }) => adres.stage === stage) });
    for (const [stage, found] of [
      ["planned", ofPlanned],
      ["standing", ofStanding],
    ] as const) {
      expect(inOrder(stage).length).toBeGreaterThan(0);
      expect(idsOf(found).slice(0, inOrder(stage).length)).toEqual(inOrder(stage));
    }
    expect(ofPlanned.data[0]).toMatchObject({ nummeraanduiding_id: PLANNED, stage: "planned" });
    // All of Weesp has fewer planned addresses than the limit.
    const weesp = "north=52.4&south=52.2&east=5.2&west=4.9&limit=1000";
    const inBox = await get(`/addresses/within-bbox?${weesp}&filter[stage]=planned&include=stage`);
    expect(inBox.data).toHaveLength(812);
    expect(new Set(inBox.data.map(({ stage }: { stage: string }) => stage))).toEqual(new Set(["planned"]));
  });

  test("of buildings by year counts those of the stage: together they are all", async () => {
    const count = async (query: string) => {
      const { data } = await get(`/buildings/by-year?group_by=century${query}`);
      return data.statistics.reduce((sum: number, { count: n }: { count: number }) => sum + n, 0);
    };
    const [every, planned, standing] = await Promise.all([
      count(""),
      count("&filter[stage]=planned"),
      count("&filter[stage]=standing"),
    ]);
    expect(planned + standing).toBe(every);
    // All panden of Weesp have a bouwjaar, those with only a permit too.
    expect([planned, every]).toEqual([1_390, 12_227]);
  });

  test("of buildings in a box is the filter by their statuses", async () => {
    const idsOf = async (sides: string, query: string) => {
      const { data } = await get(`/buildings/within-bbox?${sides}&limit=500${query}`);
      return data.map(({ identificatie }: { identificatie: string }) => identificatie).sort();
    };
    // All of Weesp, found square by square; then few buildings, all of them compared.
    const { latitude, longitude } = (await get("/postcodes/1382LE")).data[0];
    const weesp = "north=52.4&south=52.2&east=5.2&west=4.9";
    const part = `north=${latitude + 0.001}&south=${latitude - 0.001}&east=${longitude + 0.001}&west=${longitude - 0.001}`;
    const started = await idsOf(weesp, "&filter[status]=Bouw gestart");
    expect(started).toHaveLength(354);
    expect(await idsOf(weesp, "&filter[status]=Bouw gestart&filter[stage]=planned")).toEqual(started);
    expect(await idsOf(weesp, "&filter[status]=Bouw gestart&filter[stage]=standing")).toEqual([]);
    expect(await idsOf(weesp, "&filter[stage]=planned")).toHaveLength(500);
    const every = await get(`/buildings/within-bbox?${part}&limit=500`);
    const ofStage = (stage: string) =>
      every.data.flatMap(({ identificatie, status }: { identificatie: string; status: string }) =>
        (/^Bouw(vergunning| gestart)/.test(status) ? "planned" : "standing") === stage ? [identificatie] : [],
      );
    for (const stage of ["planned", "standing"]) {
      expect(await idsOf(part, `&filter[stage]=${stage}`)).toEqual(ofStage(stage).sort());
      expect(ofStage(stage).length).toBeGreaterThan(0);
    }
  });
});

describe("an export", () => {
  const rowsOf = async (what: "addresses" | "residences" | "buildings", filter: object) => {
    let text = "";
    const decoder = new TextDecoder();
    const write = async (bytes: Uint8Array) => {
      text += decoder.decode(bytes, { stream: true });
    };
    const records = await writeExport(
      snapshot,
      { what, filter, format: "json" },
      { write, makeScratchFolder },
    );
    expect(JSON.parse(text)).toHaveLength(records);
    return records;
  };
  test.each([
    ["addresses", 812, 12_034],
    ["residences", 812, 11_858],
    ["buildings", 1_390, 12_227],
  ] as const)("of %s has %p planned ones of %p", async (what, planned, all) => {
    expect(await rowsOf(what, { stage: "planned" })).toBe(planned);
    expect(await rowsOf(what, { stage: "standing" })).toBe(all - planned);
    expect(await rowsOf(what, { stage: "planned", woonplaatsId: "3631" })).toBe(planned);
  });

  test("of a postcode area, by place, has its planned addresses", async () => {
    const filter = { stage: "planned", postcodegebied: "1381" } as const;
    const inOrder = await rowsOf("addresses", filter);
    let lines = 0;
    const request = { what: "addresses", filter, format: "geojson" } as const;
    expect(await writeExport(snapshot, request, { write: async () => void lines++, makeScratchFolder })).toBe(
      inOrder,
    );
    expect([inOrder > 0, lines > 0]).toEqual([true, true]);
  });
});
