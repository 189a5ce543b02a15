/**
 * Tests that lists are cut at ten and continue page by page, with the same entries as over HTTP; the listed fields of
 * an address find it again.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { serveMcp } from "../support/servers/mcp-harness.ts";

setDefaultTimeout(60_000);

const MAX_ANSWER_BYTES = 8 * 1024;

const served = await serveMcp(5_000);
const { samples } = served;
afterAll(() => served.stop());

interface Listed {
  full_address?: string;
  postcode?: string;
}

/** Returns all entries of a list, page by page, and the total that the tool reports. */
async function readPages(name: string, given: object, list: string, total: string) {
  const entries: Listed[] = [];
  let counted: number | undefined;
  for (let page: number | undefined = 1; page !== undefined; ) {
    const { structuredContent, sizeBytes } = await served.call(name, { ...given, page });
    expect(sizeBytes).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    entries.push(...structuredContent[list]);
    counted = structuredContent[total];
    page = structuredContent.next_page;
  }
  return { entries, counted };
}

test("the addresses of a postcode and of a building, and what a line finds", async () => {
  const { postcode, straatnaam: q } = samples.plain;
  const building = await served.get(`/buildings/${samples.largest.id}`, { include: "addresses" });
  const lists: [string, object, string, string, Listed[]][] = [
    [
      "get_postcode_info",
      { postcode },
      "addresses",
      "addresses_total",
      (await served.get(`/postcodes/${postcode}`, { per_page: 100 })).data as unknown as Listed[],
    ],
    [
      "get_building_info",
      { pand_id: samples.largest.id },
      "addresses",
      "addresses_total",
      building.data.addresses as Listed[],
    ],
    [
      "search_addresses",
      { q },
      "addresses",
      "total",
      (await served.get("/addresses/search", { q, per_page: 100 })).data as unknown as Listed[],
    ],
  ];
  for (const [name, given, list, total, expected] of lists) {
    expect(expected.length, name).toBeGreaterThan(10);
    const { entries, counted } = await readPages(name, given, list, total);
    expect(entries.map(({ full_address }) => full_address)).toEqual(
      expected.map(({ full_address }) => full_address),
    );
    expect(counted).toBe(expected.length);
  }
});

test("the postcodes around a point", async () => {
  const { lat, lng } = served.app.registry
    .current()!
    .db.query<{ lat: number; lng: number }, []>(
      `SELECT latitude AS lat, longitude AS lng FROM adres WHERE postcode IS NOT NULL
       GROUP BY woonplaats_id ORDER BY count(DISTINCT postcode) DESC LIMIT 1`,
    )
    .get()!;
  const { data } = await served.get("/postcodes/nearby", { lat, lng, radius_km: 20, precision: 6 });
  const given = { lat, lng, radius: 20, precision: 6 };
  const { entries, counted } = await readPages("get_nearby_postcodes", given, "postcodes", "total");
  expect(entries.length).toBeGreaterThan(10);
  expect(entries).toEqual(data.postcodes as Listed[]);
  expect(counted).toBe(entries.length);
});

test("a page beyond the last is empty and names none", async () => {
  const { structuredContent } = await served.call("search_addresses", {
    q: samples.plain.straatnaam,
    page: 9_999,
  });
  expect(structuredContent.addresses).toEqual([]);
  expect(structuredContent.next_page).toBeUndefined();
});

test("each address that a search lists is found again by what the list says of it", async () => {
  const { structuredContent } = await served.call("search_addresses", {
    q: `${samples.lettered.postcode} ${samples.lettered.number}`,
    limit: 50,
  });
  const hasMore = ({ letter, addition }: Record<string, string>) => (letter ?? addition) !== undefined;
  expect(structuredContent.addresses.filter(hasMore)).toHaveLength(samples.lettered.total);
  for (const { postcode, number, letter, addition, full_address } of structuredContent.addresses) {
    const found = await served.call("lookup_address", { postcode, number, letter, addition });
    expect(found.structuredContent.address.full_address).toBe(full_address);
  }
});
