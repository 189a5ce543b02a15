/** Tests the requirements of the abstract tests of OGC API Features 1 and 2 for documents and pages, on Weesp. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import Ajv from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { type InterfaceHarness, openInterfaces } from "../support/servers/foreign-interfaces.ts";
import { ORIGIN } from "../support/servers/http-harness.ts";
import { OGC_SCHEMAS } from "./ogc-schemas.ts";

const ROOT = "/kadaster/bag/ogc/v2";
const CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";
const RD = "http://www.opengis.net/def/crs/EPSG/0/28992";

const ALL_CRS = [CRS84, RD];

interface Linked {
  readonly links: readonly { readonly rel: string }[];
}

interface Page extends Linked {
  readonly type: string;
  readonly timeStamp: string;
  readonly numberReturned: number;
  readonly features: readonly object[];
}

interface Described extends Linked {
  readonly id: string;
  readonly extent: { readonly spatial: { readonly bbox: readonly (readonly number[])[] } };
}

interface Collections extends Linked {
  readonly crs: readonly string[];
  readonly collections: readonly Described[];
}

let served: InterfaceHarness;
beforeAll(async () => {
  served = openInterfaces({}, { dataDir: await makeWeespFolder(), interfaces: ["ogc"] });
});
afterAll(() => served.close());

async function read<T>(path: string): Promise<T> {
  const answer = await served.ask(ROOT + path);
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

// Abstract tests of Features 1: /conf/core/fc-bbox-definition, fc-limit-definition, fc-time-definition.
test("the API document declares the parameters as the standard does", async () => {
  const { components } = await read<{ components: { parameters: Record<string, object> } }>("/api");
  const form = { in: "query", required: false, style: "form", explode: false };
  expect(components.parameters).toMatchObject({
    bbox: {
      ...form,
      name: "bbox",
      schema: { type: "array", minItems: 4, maxItems: 6, items: { type: "number" } },
    },
    limit: { ...form, name: "limit", schema: { type: "integer", minimum: 1 } },
    datetime: { ...form, name: "datetime", schema: { type: "string" } },
  });
});

test("documents and pages have the links, members and systems that the standard demands", async () => {
  const relsOf = ({ links }: Linked) => links.map(({ rel }) => rel);
  expect(relsOf(await read<Linked>(""))).toEqual(
    expect.arrayContaining(["service-desc", "conformance", "data"]),
  );
  const { collections, ...list } = await read<Collections>("/collections");
  expect(relsOf(list)).toContain("self");
  expect(list.crs).toEqual([CRS84, RD]);
  for (const listed of collections) {
    expect(await read<object>(`/collections/${listed.id}`)).toEqual(listed);
    expect(relsOf(listed)).toEqual(expect.arrayContaining(["self", "items", "describedby"]));
    const [[west, south, east, north]] = listed.extent.spatial.bbox as [[number, number, number, number]];
    expect(west < 5.04 && east > 5.04 && south < 52.3 && north > 52.3).toBe(true);
    const page = await read<Page>(`/collections/${listed.id}/items?limit=1`);
    expect(page).toMatchObject({ type: "FeatureCollection", numberReturned: page.features.length });
    expect(new Date(page.timeStamp).toISOString()).toBe(page.timeStamp);
    expect(relsOf(page)).toEqual(expect.arrayContaining(["self", "alternate"]));
  }
});

test("a system of coordinates that is named is the default one, with a box too", async () => {
  const items = "/collections/adres/items?limit=100&bbox=5.034,52.302,5.04,52.305";
  const named = encodeURIComponent(CRS84);
  const { features } = await read<Page>(items);
  expect(features.length).toBeGreaterThan(10);
  expect((await read<Page>(`${items}&crs=${named}&bbox-crs=${named}`)).features).toEqual(features);
  for (const [query, crs] of [
    ["", CRS84],
    [`?crs=${encodeURIComponent(RD)}`, RD],
  ]) {
    const answer = await served.ask(`${ROOT}/collections/pand/items${query}`);
    expect(answer.headers.get("content-crs")).toBe(`<${crs}>`);
  }
});

const ajv = new Ajv({ strict: false, schemas: { ogc: { $defs: OGC_SCHEMAS } } });
addFormats(ajv);

/** Reads an answer and checks it against its schema. */
async function readValid<T = unknown>(
  path: string,
  schema: keyof typeof OGC_SCHEMAS,
  status = 200,
): Promise<T> {
  const answer = await served.ask(path.startsWith(ORIGIN) ? path.slice(ORIGIN.length) : ROOT + path);
  const body = (await answer.json()) as T;
  const isValid = ajv.validate(`ogc#/$defs/${schema}`, body);
  expect([path, answer.status, isValid, ajv.errors]).toEqual([path, status, true, null]);
  return body;
}

interface Items {
  readonly features: readonly { readonly id: string }[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

test("every kind of answer has the form of its schema, and so do pages of all collections in both systems", async () => {
  await readValid("", "landingPage");
  await readValid("/conformance", "conformance");
  const { collections } = await readValid<Collections>("/collections", "collections");
  expect(collections).toHaveLength(8);
  for (const { id } of collections) {
    await readValid(`/collections/${id}`, "collection");
    for (const crs of ALL_CRS) {
      const page = await readValid<Items>(`/collections/${id}/items?limit=500&crs=${crs}`, "items");
      const next = page.links.find(({ rel }) => rel === "next");
      await (next && readValid(next.href, "items"));
      const [first] = page.features;
      await (first && readValid(`/collections/${id}/items/${first.id}?crs=${crs}`, "item"));
    }
    await readValid(`/collections/${id}/items?limit=0`, "exception", 400);
    await readValid(`/collections/${id}/items/0`, "exception", 404);
  }
  await readValid("/collections/perceel", "exception", 404);
});

test("the schemas refuse what the standard does", () => {
  const invalid: readonly [schema: keyof typeof OGC_SCHEMAS, body: unknown][] = [
    ["landingPage", { title: "no links" }],
    ["collection", { id: "adres", links: [{ href: `${ORIGIN}/x` }] }],
    ["items", { type: "FeatureCollection", features: [{ type: "Feature", properties: {} }] }],
    ["item", { type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [[5, 52]] } }],
  ];
  for (const [schema, body] of invalid) {
    expect(ajv.validate(`ogc#/$defs/${schema}`, body)).toBe(false);
  }
});
