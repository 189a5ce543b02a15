/** Tests pages of OGC features on a country of 220,000 addresses: all objects of a large box once, at a bounded cost. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { LARGE_COUNTRY, makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { openInterfaces } from "../support/servers/foreign-interfaces.ts";
import { ORIGIN } from "../support/servers/http-harness.ts";

setDefaultTimeout(120_000);
const ROOT = "/kadaster/bag/ogc/v2";
const dataDir = await makeDemoFolder(LARGE_COUNTRY);
const served = openInterfaces({}, { dataDir, interfaces: ["ogc"] });
const registry = openRegistry(dataDir);
const { db } = registry.current()!;
afterAll(() => {
  registry.close();
  served.close();
});

interface Page {
  readonly numberMatched?: number;
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  readonly features: readonly { readonly id: string }[];
}

async function readIds(path: string): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | undefined = ORIGIN + ROOT + path; next !== undefined; ) {
    const answer = await served.ask(next.slice(ORIGIN.length));
    expect(answer.status).toBe(200);
    const { features, links } = (await answer.json()) as Page;
    ids.push(...features.map(({ id }) => id));
    next = links.find(({ rel }) => rel === "next")?.href;
  }
  expect(new Set(ids).size).toBe(ids.length);
  return ids.sort();
}

/** Box around the middle half of the addresses, west to east. */
const { west, east } = db
  .query<{ west: number; east: number }, []>(
    `SELECT min(longitude) AS west, max(longitude) AS east FROM
     (SELECT longitude, ntile(4) OVER (ORDER BY longitude) AS part FROM adres) WHERE part IN (2, 3)`,
  )
  .get()!;
const box = `bbox=${west},50,${east},54`;
const IN_BOX = "longitude BETWEEN ? AND ?";

test("addresses and verblijfsobjecten of a box of half of the country come once, uncounted", async () => {
  const first = await served.ask(`${ROOT}/collections/adres/items?${box}`);
  expect("numberMatched" in ((await first.json()) as Page)).toBe(false);
  for (const table of ["adres", "verblijfsobject"]) {
    const expected = db
      .query<{ id: string }, [number, number]>(
        `SELECT printf('%016d', fid) AS id FROM ${table} WHERE ${IN_BOX} ORDER BY fid`,
      )
      .all(west, east);
    expect(await readIds(`/collections/${table}/items?limit=1000&${box}`)).toEqual(
      expected.map(({ id }) => id),
    );
  }
});

test("all panden come once, counted", async () => {
  const [{ n } = { n: 0 }] = db.query<{ n: number }, []>("SELECT count(*) AS n FROM pand").all();
  const first = await served.ask(`${ROOT}/collections/pand/items`);
  expect(((await first.json()) as Page).numberMatched).toBe(n);
  expect((await readIds("/collections/pand/items?limit=1000")).length).toBe(n);
});

test("a filter without an index needs a box of bounded size", async () => {
  const wide = await served.ask(`${ROOT}/collections/pand/items?bouwjaar=1950`);
  expect([wide.status, ((await wide.json()) as { detail: string }).detail]).toEqual([
    400,
    "Filter by identificatie or postcode, or give a smaller bbox.",
  ]);
});
