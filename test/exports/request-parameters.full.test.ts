/** Tests the parameters of an export request: filters that combine, in the query or a body, and refusals. */
import { afterAll, describe, expect, test } from "bun:test";
import { json, openExportHarness } from "../support/servers/export-harness.ts";

const harness = openExportHarness();
const { ask, post, queue, finish } = harness;
afterAll(() => harness.close());

/** Runs an export and returns the sequence numbers of the fixture's addresses in it. */
async function exportedNumbers(query: string, init: RequestInit = {}): Promise<number[]> {
  const id = await queue(`?${query}&format=json`, init);
  const { total_records, processed_records } = await finish(id);
  const rows: { nummeraanduiding_id: string }[] = JSON.parse(
    await (await ask(`/export/${id}/download`)).text(),
  );
  expect(total_records).toBe(rows.length);
  expect(processed_records).toBe(rows.length);
  return rows.map((row) => Number(row.nummeraanduiding_id.slice(-3)));
}

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

/** Address of the fixture in Leeuwarden and a square around it, in degrees. */
async function squareAround(number: number): Promise<number[][]> {
  const id = await queue("?format=json");
  await finish(id);
  const rows: { nummeraanduiding_id: string; longitude: number; latitude: number }[] = JSON.parse(
    await (await ask(`/export/${id}/download`)).text(),
  );
  const { longitude: x, latitude: y } = rows.find((row) => row.nummeraanduiding_id.endsWith(`${number}`))!;
  const half = 1e-6;
  return [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
    [x - half, y - half],
  ];
}

describe("box and polygon", () => {
  test("select what lies in them, together with other conditions", async () => {
    const ring = await squareAround(17);
    const [[west, south], , [east, north]] = ring as [number[], number[], number[]];
    expect(await exportedNumbers(`north=${north}&south=${south}&east=${east}&west=${west}`)).toEqual([17]);
    const polygon = { type: "Polygon", coordinates: [ring] };
    expect(await exportedNumbers("", json({ polygon }))).toEqual([17]);
    expect(await exportedNumbers("", json({ polygon: JSON.stringify(polygon) }))).toEqual([17]);
    expect(await exportedNumbers(`polygon=${encodeURIComponent(JSON.stringify(polygon))}`)).toEqual([17]);
    expect(await exportedNumbers("", json({ polygon: { type: "Feature", geometry: polygon } }))).toEqual([
      17,
    ]);
    expect(await exportedNumbers("gemeente_code=0457", json({ polygon }))).toEqual([]);
    expect(await exportedNumbers("gemeente_code=0080", json({ polygon }))).toEqual([17]);
  });

  test.each([
    ["three sides of a box", "?north=52&south=51&east=6", {}, ["west"]],
    ["a box the wrong way round", "?north=51&south=52&east=5&west=6", {}, ["north", "east"]],
    ["a polygon that is no GeoJSON", "", json({ polygon: { type: "Point" } }), ["polygon"]],
    ["a polygon that is not JSON", "?polygon={", {}, ["polygon"]],
    ["a polygon that is a list", "", json({ polygon: [1] }), ["polygon"]],
    [
      "every fault at once",
      "?what=areas&type=ligplaats&formulas=keep&format=json&north=1",
      {},
      ["type", "formulas", "south", "east", "west"],
    ],
  ] as [string, string, RequestInit, string[]][])("%s: 422", async (_, query, init, names) => {
    const response = await post(query, init);
    expect(response.status).toBe(422);
    const { errors } = JSON.parse(await response.text());
    expect(Object.keys(errors).toSorted()).toEqual(names.toSorted());
  });

  test("10,000 positions are allowed, 10,001 are not", async () => {
    const ringOf = (positions: number) =>
      Array.from({ length: positions }, (_, i) => [5, i === positions - 1 ? 52 : 52 + (i % 2)]);
    const polygonOf = (positions: number) => ({ type: "Polygon", coordinates: [ringOf(positions)] });
    expect((await post("", json({ polygon: polygonOf(10_001) }))).status).toBe(422);
    const id = await queue("", json({ polygon: polygonOf(10_000) }));
    expect(await finish(id)).toMatchObject({ status: "completed" });
  });
});

describe("what and format", () => {
  test.each([
    [
      "what=buildings&format=gpkg",
      "application/geopackage+sqlite3",
      "buildings-2021-10-15.gpkg",
      "SQLite format 3",
    ],
    ["what=streets&format=parquet", "application/vnd.apache.parquet", "streets-2021-10-15.parquet", "PAR1"],
    ["what=cities&format=geojson", "application/x-ndjson", "cities-2021-10-15.geojson", '{"type":"Feature"'],
    ["what=areas&format=json", "application/json", "areas-2021-10-15.json", "[\n{"],
    [
      "what=residences&gemeente_code=0457",
      "text/csv; charset=utf-8; header=present",
      "residences-2021-10-15-gemeente-0457.csv",
      "identificatie,gebruiksdoel,",
    ],
    [
      "what=municipalities",
      "text/csv; charset=utf-8; header=present",
      "municipalities-2021-10-15.csv",
      "gemeente_code,",
    ],
  ])("%s is downloaded as %s", async (query, contentType, name, begin) => {
    const id = await queue(`?${query}`);
    const job = await finish(id);
    expect(job).toMatchObject({ status: "completed" });
    expect(job.processed_records).toBe(job.total_records);
    const response = await ask(`/export/${id}/download`, { headers: { "accept-encoding": "gzip" } });
    expect(response.headers.get("content-type")).toBe(contentType);
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    const isText = !["gpkg", "parquet"].includes(name.split(".").at(-1)!);
    expect(response.headers.get("content-encoding")).toBe(isText ? "gzip" : null);
    const part = await ask(`/export/${id}/download`, { headers: { range: `bytes=0-${begin.length - 1}` } });
    expect([part.status, await part.text()]).toEqual([206, begin]);
  });
});

describe("filters", () => {
  test.each([
    ["", upTo(17)],
    ["woonplaats_id=3594", [16]],
    ["gemeente_code=0080", [17]],
    ["provincie_naam=noord-HOLLAND", upTo(16)],
    ["provincie_naam=Frysl%C3%A2n", [17]],
    ["provincie_naam=nh", upTo(16)],
    ["provincie_naam=Zeeland", []],
    ["postcode_area=1383", [13]],
    ["postcode_area=9999", []],
    ["type=ligplaats", [13]],
    ["type=standplaats", []],
    ["type=verblijfsobject&woonplaats_id=3631", upTo(15).filter((n) => n !== 13)],
    ["postcode_area=1382&woonplaats_id=3594", [16]],
    ["postcode_area=1382&gemeente_code=0457&type=ligplaats", []],
    [
      "postcode_area=1382&provincie_naam=Noord-Holland&gemeente_code=0457&woonplaats_id=3631&type=verblijfsobject",
      upTo(15).filter((n) => n !== 13 && n !== 14),
    ],
    ["gemeente_code=0457&woonplaats_id=3594", []],
  ])("%s", async (query, numbers) => {
    expect(sorted(await exportedNumbers(query))).toEqual(numbers);
  });

  test("may come in the body as JSON, form or multipart, which wins; an empty value gives nothing", async () => {
    const form = {
      body: "woonplaats_id=3594",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    };
    const parts = new FormData();
    parts.set("woonplaats_id", "3594");
    expect(await exportedNumbers("woonplaats_id=3631", json({ woonplaats_id: "3594" }))).toEqual([16]);
    expect(await exportedNumbers("woonplaats_id=3631&tpye=x", json({ woonplaats_id: 3594 }))).toEqual([16]);
    expect(await exportedNumbers("woonplaats_id=3631", form)).toEqual([16]);
    expect(await exportedNumbers("woonplaats_id=3631", { body: parts })).toEqual([16]);
    expect(await exportedNumbers("woonplaats_id=3594", json({ woonplaats_id: "", type: null }))).toEqual([
      16,
    ]);
  });

  test.each([
    ["too few digits", "?postcode_area=138", {}, 422, ["postcode_area"]],
    [
      "every fault at once",
      "?type=huis&format=xml&gemeente_code=1",
      {},
      422,
      ["gemeente_code", "type", "format"],
    ],
    ["a repeated name", "?format=csv&format=json", {}, 422, ["format"]],
    [
      "no text in JSON",
      "",
      json({ type: ["ligplaats"], format: {}, woonplaats_id: true }),
      422,
      ["type", "format", "woonplaats_id"],
    ],
    ["a JSON array", "", json([]), 400, undefined],
    ["a JSON text", "", json("x"), 400, undefined],
    ["broken JSON", "", { body: "{", headers: { "content-type": "application/json" } }, 400, undefined],
    [
      "JSON that is not UTF-8",
      "",
      { body: new Uint8Array([0x22, 0xff, 0x22]), headers: { "content-type": "application/json" } },
      400,
      undefined,
    ],
    ["a broken form", "", { body: "x", headers: { "content-type": "multipart/form-data" } }, 400, undefined],
    ["another media type", "", { body: "x", headers: { "content-type": "text/plain" } }, 415, undefined],
    ["a large body", "", json({ x: "x".repeat(300_000) }), 413, undefined],
  ] as [string, string, RequestInit, number, string[] | undefined][])(
    "%s is refused",
    async (_, query, init, status, names) => {
      const response = await post(query, init);
      expect(response.status).toBe(status);
      const { errors } = JSON.parse(await response.text());
      expect(errors && Object.keys(errors).toSorted()).toEqual(names?.toSorted());
    },
  );

  const form = (body: string): RequestInit => ({
    body,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const parts = (name: string): RequestInit => {
    const data = new FormData();
    data.set(name, "ligplaats");
    return { body: data };
  };

  test.each([
    ["type[]", "type"],
    ["type[0]", "type"],
    ["type[a][b]", "type"],
    ["tpye", "type"],
    ["Type", "type"],
    ["postcode", "postcode_area"],
    ["filter[type]", "type"],
    ["__proto__", undefined],
    ["constructor", undefined],
  ])("an unknown name in any body is 422 and names the nearest: %s", async (name, nearest) => {
    const bodies = [
      form(`${encodeURIComponent(name)}=ligplaats`),
      form(`${encodeURIComponent(name)}=`),
      parts(name),
      json(JSON.parse(`{${JSON.stringify(name)}: ["ligplaats"]}`)),
      json(JSON.parse(`{${JSON.stringify(name)}: null}`)),
    ];
    for (const body of bodies) {
      const response = await post("?what=addresses&unknown=1", body);
      expect(response.status).toBe(422);
      const { errors, message } = JSON.parse(await response.text());
      expect(Object.keys(errors)).toEqual([name]);
      expect(message).toContain(`field does not exist; the nearest name is ${nearest ?? ""}`);
    }
  });

  test("thousands of unknown names, and long ones, are refused at once, some of them by name", async () => {
    const long = await post("", json({ ["type".repeat(50_000)]: 1 }));
    expect(Object.keys(JSON.parse(await long.text()).errors)).toEqual(["type".repeat(10)]);
    const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`name_${i}`, 1]));
    const response = await post("", json({ ...body, format: "xml" }));
    expect(response.status).toBe(422);
    expect(Object.keys(JSON.parse(await response.text()).errors)).toHaveLength(21);
  });

  test("a name repeated in the query does not refuse what the body sets", async () => {
    const query = "type=ligplaats&type=standplaats";
    for (const body of [
      json({ woonplaats_id: "3594", type: "verblijfsobject" }),
      form("woonplaats_id=3594&type=verblijfsobject"),
    ]) {
      expect(await exportedNumbers(query, body)).toEqual([16]);
    }
    for (const body of [json({}), json({ type: "" }), json({ type: null }), form("type=&what=addresses")]) {
      const response = await post(`?${query}`, body);
      expect([response.status, Object.keys(JSON.parse(await response.text()).errors)]).toEqual([
        422,
        ["type"],
      ]);
    }
    expect((await post("?format=csv", form("type=ligplaats&type=ligplaats"))).status).toBe(422);
  });

  test.each([
    ["provincie_naam=Narnia", "provincie_naam", "Drenthe (DR), Flevoland (FL)"],
    ["provincie_naam=XX", "provincie_naam", "Zuid-Holland (ZH)"],
    ["gemeente_code=9999", "gemeente_code", "0080 Leeuwarden, 0363 Amsterdam, 0457 Weesp"],
    ["woonplaats_id=0001", "woonplaats_id", "3594 Amsterdam, 3631 Weesp"],
    ["type=huis", "type", "Use one of: verblijfsobject, ligplaats, standplaats."],
    ["format=xml", "format", "Use one of: csv, xlsx, json, geojson, gpkg, parquet."],
  ])("%s does not exist: 422 names what does", async (query, name, existing) => {
    const response = await post(`?${query}`);
    expect(response.status).toBe(422);
    const { code, errors } = JSON.parse(await response.text());
    expect(code).toBe("validation_failed");
    expect(Object.keys(errors)).toEqual([name]);
    expect(errors[name][0]).toContain(existing);
  });

  test("all areas that do not exist are reported at once, in a body too", async () => {
    const response = await post("", json({ provincie_naam: "Narnia", gemeente_code: "9999" }));
    expect(response.status).toBe(422);
    expect(Object.keys(JSON.parse(await response.text()).errors)).toEqual([
      "provincie_naam",
      "gemeente_code",
    ]);
  });

  test("a body without a declared length stops at the same limit", async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) });
    expect((await post("", { body: endless, headers: { "content-type": "application/json" } })).status).toBe(
      413,
    );
  });
});
