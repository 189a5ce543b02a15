/** Changes of objects of Weesp over HTTP: single ones, parts, limits; changes-equal-oracle.slow.test.ts has all. */
import { afterAll, describe, expect, test } from "bun:test";
import { makeWeespPastFolder } from "../support/countries/import-data-folders.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness(await makeWeespPastFolder());
afterAll(() => harness.close());

interface Change {
  type: string;
  identificatie: string;
  begin_geldigheid: string;
  voorkomen_identificatie: number;
  change: string;
  fields: string[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
}

const ask = async (query: string) => await harness.askJson(`/changes/objects?gemeente_code=0457&${query}`);

/** Returns all changes, and the sizes of the parts. */
async function listAll(query: string): Promise<{ changes: Change[]; sizes: number[] }> {
  const changes: Change[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { status, body } = await ask(`${query}${cursor && `&cursor=${cursor}`}`);
    expect({ query, status }).toEqual({ query, status: 200 });
    changes.push(...body.data.changes);
    sizes.push(body.data.changes.length);
    cursor = body.data.next_cursor;
  }
  return { changes, sizes };
}

test("a number that moved to another postcode has it before and after", async () => {
  const { changes } = await listAll("from=2016-01-14&to=2016-01-15&type=nummeraanduiding&field=postcode");
  expect(changes.find(({ identificatie }) => identificatie === "0424200000017336")).toMatchObject({
    ...{ begin_geldigheid: "2016-01-14", change: "changed", fields: ["postcode"] },
    before: { postcode: "1398PL" },
    after: { postcode: "1384CA" },
  });
});

test("a woonplaats has the id by which its own path knows it", async () => {
  const { changes } = await listAll("from=2016-01-01&to=2016-01-02&type=woonplaats");
  expect(changes.map(({ identificatie, change }) => [identificatie, change]).sort()).toEqual([
    ["1012", "ended"],
    ["3631", "added"],
  ]);
  for (const { identificatie } of changes) {
    expect((await harness.askJson(`/cities/${identificatie}/history`)).status).toBe(200);
  }
});

test("a street's new name, an address withdrawn and issued again", async () => {
  const { changes: streets } = await listAll("from=2021-04-23&to=2021-04-24&type=openbare_ruimte");
  expect(streets.find(({ identificatie }) => identificatie === "0457300000000305")).toMatchObject({
    ...{ change: "changed", fields: ["naam"] },
    ...{ before: { naam: "Loevensteinkade" }, after: { naam: "Loevesteinkade" } },
  });
  const { changes: numbers } = await listAll("from=2011-03-29&to=2011-03-30&type=nummeraanduiding");
  const kinds = Object.fromEntries(numbers.map(({ identificatie, change }) => [identificatie, change]));
  expect(kinds).toMatchObject({ "0457200000198428": "ended", "0457200000520676": "added" });
});

test("parts of any size give the same list, in order of month, object and voorkomen", async () => {
  const query = "from=2016-01-01&to=2016-03-01";
  const { changes } = await listAll(`${query}&per_page=1000`);
  for (const size of [7, 100]) {
    const parts = await listAll(`${query}&per_page=${size}`);
    expect(parts.changes).toEqual(changes);
    expect(Math.max(...parts.sizes)).toBe(size);
  }
  const order = changes.map(({ begin_geldigheid, identificatie, voorkomen_identificatie }) =>
    [
      begin_geldigheid.slice(0, 7),
      identificatie.padStart(16, "0"),
      String(voorkomen_identificatie).padStart(6, "0"),
    ].join(" "),
  );
  expect(order).toEqual(order.toSorted());
  expect(new Set(order).size).toBe(order.length);
});

test("a rare field among the changes of a mass change ends a part before it is full", async () => {
  const query = "from=2020-01-01&to=2020-12-31&type=verblijfsobject";
  const { changes } = await listAll(`${query}&per_page=1000`);
  const rare = await listAll(`${query}&field=pand_ids&per_page=1000`);
  expect(rare.changes).toEqual(changes.filter(({ fields }) => fields.includes("pand_ids")));
  expect(rare.sizes.length).toBeGreaterThan(1);
});

describe("limits", () => {
  test.each([
    ["from=2020-01-01&to=2020-01-02", 200, undefined],
    ["from=2020-01-01&to=2020-01-01", 422, "to"],
    ["from=2020-01-02&to=2020-01-01", 422, "to"],
    ["from=2020-01-01&to=2020-12-31", 200, undefined],
    ["from=2020-01-01&to=2021-01-01", 200, undefined],
    ["from=2020-01-01&to=2021-01-02", 422, "to"],
    ["to=2021-01-02", 422, "from"],
    ["from=2020-01-01", 422, "to"],
    ["from=2020-13-01&to=2021-01-02", 422, "from"],
    ["from=2020-01-01&to=2020-01-02&type=boom", 422, "type"],
    ["from=2020-01-01&to=2020-01-02&field=boom", 422, "field"],
    ["from=2020-01-01&to=2020-01-02&per_page=0", 422, "per_page"],
    ["from=2020-01-01&to=2020-01-02&per_page=1", 200, undefined],
    ["from=2020-01-01&to=2020-01-02&per_page=1000", 200, undefined],
    ["from=2020-01-01&to=2020-01-02&per_page=1001", 422, "per_page"],
    ["from=2020-01-01&to=2020-01-02&cursor=24240", 422, "cursor"],
    // The months of 2019-12-31 to 2020-01-01 are 24239 and 24240.
    ["from=2019-12-31&to=2020-01-02&cursor=24238.9999999999999999.0", 422, "cursor"],
    ["from=2019-12-31&to=2020-01-02&cursor=24239.0000000000000000.0", 200, undefined],
    ["from=2019-12-31&to=2020-01-02&cursor=24240.0000000000000000.0", 200, undefined],
    ["from=2019-12-31&to=2020-01-01&cursor=24240.0000000000000000.0", 422, "cursor"],
    ["from=2019-12-31&to=2020-01-02&cursor=24241.0000000000000000.0", 422, "cursor"],
    ["from=2020-01-01&to=2020-01-02&valid_on=2020-01-01", 422, "valid_on"],
  ])("%s is %i", async (query, status, field) => {
    const { status: found, body } = await ask(query);
    expect({ found, field: Object.keys(body.errors ?? {})[0] }).toEqual({ found: status, field });
  });

  test("a cursor of other days is refused with that reason", async () => {
    const { body } = await ask("from=2020-01-01&to=2020-01-02&cursor=0.0000000000000000.0");
    expect(body.errors.cursor).toEqual([
      "The cursor field must be the next_cursor of a part with the same from and to.",
    ]);
  });

  test.each([
    ["from=2020-01-01&to=2020-01-02", 422],
    ["woonplaats_id=9999&from=2020-01-01&to=2020-01-02", 404],
    ["gemeente_code=9999&from=2020-01-01&to=2020-01-02", 404],
    ["woonplaats_id=3631&from=1900-01-01&to=1900-01-02", 200],
  ])("%s without the municipality is %i", async (query, status) => {
    expect((await harness.askJson(`/changes/objects?${query}`)).status).toBe(status);
  });
});
