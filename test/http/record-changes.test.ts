/**
 * Tests GET /changes/addresses, /changes/buildings and /changes/residences over the app: parts, cursors, limits and
 * refusals, on changes typed into the fixture.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../src/base/sqlite.ts";
import { adresId, OBJECT, PAND, writeRegistryFixture } from "../support/registries/registry-fixture.ts";
import { GEVORMD_OBJECT, OTHER_OBJECT } from "../support/registries/registry-fixture-rows.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const V1 = "2021-10-15-0123456789ab";
const V2 = "2021-10-15-222222222222";
const V3 = "2021-10-16-333333333333";
const V4 = "2021-10-17-444444444444";
const OLD = "2021-10-10-000000000000";
const REGISTRY = "registry-2021-10-17.gpkg";
/** Addresses that were added and removed again: more than a page has. Also the number of a removed address. */
const ABSENT = 1_200;
const WENT_PAND = "0999100000000001";
const absent = (i: number) => 999_999_000_000_000 + i;

/** The fixture is version V4. Its earlier versions are V1 to V3 and OLD, whose changes are not kept. */
function addHistory(db: Database): void {
  db.run("UPDATE registry SET value = ? WHERE key = 'data_version'", [V4]);
  db.run("UPDATE import_log SET id = 2");
  const addVersion = db.query(
    "INSERT INTO import_log VALUES (?, 'update', '2026-01-02T03:04:05Z', ?, 1, '{}', ?, ?)",
  );
  addVersion.run(1, "2021-10-10", OLD, null);
  for (const [i, version] of [V2, V3, V4].entries()) {
    addVersion.run(3 + i, version.slice(0, 10), version, 9);
  }
  const add = db.query("INSERT INTO record_change VALUES (?, ?, ?, ?)");
  const addAddress = (version: number, id: number, existed: number) => add.run(version, "NUM", id, existed);
  // Since V1: 1 changed twice, 2 came, 3 came back, one went, many came and went.
  addAddress(3, Number(adresId(1)), 1);
  addAddress(5, Number(adresId(1)), 1);
  addAddress(4, Number(adresId(2)), 0);
  addAddress(3, Number(adresId(3)), 1);
  addAddress(5, Number(adresId(3)), 0);
  addAddress(4, absent(ABSENT), 1);
  for (let i = 0; i < ABSENT; i++) {
    addAddress(3, absent(i), 0);
    addAddress(4, absent(i), 1);
  }
  // Since V1: the pand changed twice, another went; one object changed, one came, one came and went and came.
  for (const [version, kind, id, existed] of [
    [3, "PND", PAND, 1],
    [5, "PND", PAND, 1],
    [4, "PND", WENT_PAND, 1],
    [5, "VBO", OBJECT, 1],
    [4, "VBO", OTHER_OBJECT, 0],
    [3, "VBO", GEVORMD_OBJECT, 0],
    [4, "VBO", GEVORMD_OBJECT, 1],
    [5, "VBO", GEVORMD_OBJECT, 0],
  ] as const) {
    add.run(version, kind, Number(id), existed);
  }
}

const dataDir = mkdtempSync(join(tmpdir(), "baken-http-changes-"));
writeRegistryFixture(join(dataDir, REGISTRY), addHistory);
writeFileSync(join(dataDir, "current"), `${REGISTRY}\n`);
const harness = openHarness(dataDir);
afterAll(() => harness.close());

interface Part {
  readonly since: string;
  readonly version: string;
  readonly reference_date: string;
  readonly changes: {
    nummeraanduiding_id: string;
    change: string;
    address: Record<string, unknown> | null;
  }[];
  readonly next_cursor: string | null;
}

async function part(query: string): Promise<Part> {
  const { status, body } = await harness.askJson(`/changes/addresses?${query}`);
  expect([query, status, body.code]).toEqual([query, 200, undefined]);
  return body.data;
}

/** Follows the cursors to the end; returns the parts. */
async function partsSince(since: string, perPage: number): Promise<Part[]> {
  const parts: Part[] = [];
  for (let cursor: string | null = ""; cursor !== null; cursor = parts.at(-1)!.next_cursor) {
    parts.push(await part(`since=${since}&per_page=${perPage}&cursor=${cursor}`));
  }
  return parts;
}

const kindsOf = (parts: readonly Part[]) =>
  parts.flatMap(({ changes }) => changes.map((one) => [one.nummeraanduiding_id, one.change]));

async function refused(query: string) {
  const { status, body } = await harness.askJson(`/changes/addresses?${query}`);
  return { status, code: body.code, detail: body.detail, errors: body.errors };
}

const WENT = String(absent(ABSENT)).padStart(16, "0");
const SINCE_V1 = [
  [adresId(1), "changed"],
  [adresId(2), "added"],
  [adresId(3), "changed"],
  [WENT, "removed"],
];
const SINCE_V2 = [
  [adresId(1), "changed"],
  [adresId(2), "added"],
  [adresId(3), "added"],
  ...Array.from({ length: ABSENT + 1 }, (_, i) => [String(absent(i)).padStart(16, "0"), "removed"]),
];

test.each([1, 2, 3, 7, 1_000])("all changes in parts of %d", async (perPage) => {
  const parts = await partsSince(V1, perPage);
  expect(kindsOf(parts)).toEqual(SINCE_V1);
  expect(kindsOf(await partsSince("2021-10-15", perPage))).toEqual(SINCE_V1);
  for (const { since, version, reference_date, changes } of parts) {
    expect({ since, version, reference_date }).toEqual({
      since: V1,
      version: V4,
      reference_date: "2021-10-17",
    });
    expect(changes.length).toBeLessThanOrEqual(perPage);
  }
});

test("since later versions: other changes of the same addresses", async () => {
  expect(kindsOf(await partsSince(V2, 500))).toEqual(SINCE_V2);
  expect(kindsOf(await partsSince(V3, 100))).toEqual([
    [adresId(1), "changed"],
    [adresId(3), "added"],
  ]);
  expect(await part(`since=${V4}`)).toEqual({
    since: V4,
    version: V4,
    reference_date: "2021-10-17",
    changes: [],
    next_cursor: null,
  });
});

test("an address is as in /addresses, null when it went, with its geometry on demand", async () => {
  const { changes } = await part(`since=${V1}&per_page=1000`);
  expect(changes.at(0)!.address).toEqual((await harness.askJson(`/addresses/${adresId(1)}`)).body.data);
  const ended = (await partsSince(V1, 1_000)).at(-1)!.changes.at(-1)!;
  expect([ended.change, ended.address]).toEqual(["removed", null]);
  const withGeometry = await part(`since=${V1}&per_page=1&include=geometry`);
  const address = await harness.askJson(`/addresses/${adresId(1)}?include=geometry`);
  expect(withGeometry.changes[0]!.address).toEqual(address.body.data);
});

type Told = readonly (readonly [identificatie: string, change: string])[];

/** Changes of each kind since each version, in order of identificatie. */
const OF_OBJECTS: readonly (readonly [kind: string, since: Record<string, Told>])[] = [
  [
    "building",
    {
      [V1]: [
        [PAND, "changed"],
        [WENT_PAND, "removed"],
      ],
      [V2]: [
        [PAND, "changed"],
        [WENT_PAND, "removed"],
      ],
      [V3]: [[PAND, "changed"]],
      [V4]: [],
    },
  ],
  [
    "residence",
    {
      [V1]: [
        [OTHER_OBJECT, "added"],
        [GEVORMD_OBJECT, "added"],
        [OBJECT, "changed"],
      ],
      [V2]: [
        [OTHER_OBJECT, "added"],
        [GEVORMD_OBJECT, "changed"],
        [OBJECT, "changed"],
      ],
      [V3]: [
        [GEVORMD_OBJECT, "added"],
        [OBJECT, "changed"],
      ],
      [V4]: [],
    },
  ],
];

describe.each(OF_OBJECTS)("changes of each %s", (kind, since) => {
  const ask = async (query: string) => (await harness.askJson(`/changes/${kind}s?${query}`)).body;

  test.each([1, 2, 100])("are told since each version, in parts of %d", async (perPage) => {
    for (const [version, expected] of Object.entries(since)) {
      const told: Told[number][] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const { data } = await ask(`since=${version}&per_page=${perPage}&cursor=${cursor}`);
        expect(data).toMatchObject({ since: version, version: V4, reference_date: "2021-10-17" });
        expect(data.changes.length).toBeLessThanOrEqual(perPage);
        for (const { identificatie, change } of data.changes) {
          told.push([identificatie, change]);
        }
        cursor = data.next_cursor;
      }
      expect([version, told]).toEqual([version, [...expected]]);
    }
  });

  test.each(["", "geometry", "stage", "geometry,stage"])(
    "hold the record with include=%s",
    async (include) => {
      const { changes } = (await ask(`since=${V1}&include=${include}`)).data;
      expect(changes.length).toBeGreaterThan(1);
      for (const change of changes) {
        expect(Object.keys(change)).toEqual(["identificatie", "change", kind]);
        const { status, body } = await harness.askJson(
          `/${kind}s/${change.identificatie}?include=${include}`,
        );
        expect([change.change, status, change[kind]]).toEqual(
          status === 404 ? ["removed", 404, null] : [change.change, 200, body.data],
        );
      }
    },
  );

  test("are refused as those of addresses are", async () => {
    expect(await ask(`since=${OLD}`)).toMatchObject({ code: "changes_gone" });
    expect(await ask("since=2021-10-18-555555555555")).toMatchObject({ code: "changes_not_ready" });
    expect(await ask("")).toMatchObject({ code: "validation_failed" });
    expect(await ask(`since=${V1}&include=areas`)).toMatchObject({ code: "invalid_query" });
  });
});

test("a part has 100 rows by default, 1 to 1000 on demand", async () => {
  const last = (await part(`since=${V2}`)).changes;
  expect(last.length).toBe(100);
  expect((await part(`since=${V2}&per_page=1`)).changes.length).toBe(1);
  expect((await part(`since=${V2}&per_page=1000`)).changes.length).toBe(1_000);
  expect(await refused(`since=${V2}&per_page=0`)).toMatchObject({
    status: 422,
    errors: { per_page: ["The per page field must be at least 1."] },
  });
  expect(await refused(`since=${V2}&per_page=1001`)).toMatchObject({ status: 422 });
});

test("the last part ends the list, also when it is full", async () => {
  const four = await part(`since=${V3}&per_page=2`);
  expect([four.changes.length, four.next_cursor]).toEqual([2, null]);
  const three = await part(`since=${V3}&per_page=1`);
  expect([three.changes.length, three.next_cursor]).toEqual([1, `${V4}.${adresId(1)}`]);
});

test.each([
  "",
  "yesterday",
  "2021-10",
  "2021-13-01",
  "2021-02-30",
  `${V1}0`,
  V1.toUpperCase(),
  `${V1} ${V1}`,
  "1",
])("since %p is refused", async (since) => {
  const { status, errors } = await refused(`since=${encodeURIComponent(since)}`);
  expect([status, Object.keys(errors)]).toEqual([422, ["since"]]);
});

test.each([
  V4,
  adresId(1),
  `${V4}.1`,
  `${V4}.${adresId(1)}.1`,
  `${V4}.x457200000000001`,
  `.${adresId(1)}`,
  "x".repeat(41),
])("cursor %p is refused", async (cursor) => {
  const { status, errors } = await refused(`since=${V1}&cursor=${cursor}`);
  expect([status, Object.keys(errors)]).toEqual([422, ["cursor"]]);
});

test("versions whose changes are not known are gone, with what to do", async () => {
  for (const [query, reason] of [
    [`since=${OLD}`, `The changes since ${OLD} are no longer kept.`],
    ["since=2021-10-14", "The changes since 2021-10-14 are no longer kept."],
    ["since=2021-10-09", "There was no data of 2021-10-09 or before."],
    [
      "since=2021-10-15-ffffffffffff",
      "The served data does not come from a version 2021-10-15-ffffffffffff.",
    ],
    [`since=${V1}&cursor=2021-10-17-555555555555.${adresId(1)}`, "does not come from a version 2021-10-17"],
  ] as const) {
    const { status, code, detail } = await refused(query);
    expect([query, status, code]).toEqual([query, 410, "changes_gone"]);
    expect(detail).toContain(reason);
    expect(detail).toContain(`The oldest version with changes is ${V1}.`);
    expect(detail).toContain("Fetch everything again with an export");
  }
});

test("a version of a later date is asked for again: another machine had it first", async () => {
  const later = "2021-10-18-555555555555";
  for (const query of [`since=${later}`, `since=${V1}&cursor=${later}.${adresId(1)}`]) {
    expect(await refused(query)).toMatchObject({
      status: 409,
      code: "changes_not_ready",
      detail: expect.stringContaining(
        `The data here is of 2021-10-17, older than version ${later}. Ask again`,
      ),
    });
  }
});

test("a cursor of an earlier version goes on, and keeps leading to that version", async () => {
  const rest = await part(`since=${V1}&per_page=1000&cursor=${V3}.${adresId(1)}`);
  expect([rest.version, rest.reference_date]).toEqual([V3, "2021-10-16"]);
  expect(rest.changes.map((one) => one.nummeraanduiding_id)).not.toContain(adresId(1));
});

test("nothing is sent again while the data is the same", () => {
  const response = harness.ask(`/changes/addresses?since=${V4}`);
  const etag = response.headers.get("etag")!;
  expect(harness.ask(`/changes/addresses?since=${V4}`, { headers: { "if-none-match": etag } }).status).toBe(
    304,
  );
});

test("/version names the version", async () => {
  expect((await harness.askJson("/version")).body.data.data_version).toBe(V4);
});
