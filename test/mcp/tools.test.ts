/**
 * Tests the answers of the tools. They equal the answers of the endpoints. A tool lists choices when several addresses
 * fit, and near misses when no address fits. Also tests the size of answers.
 */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { TOOLS } from "../../src/mcp/tools.ts";
import { callsOf, geometryArgument, rpc, serveMcp, type ToolResult } from "../support/servers/mcp-harness.ts";

setDefaultTimeout(60_000);

const MAX_ANSWER_BYTES = 8 * 1024;

const served = await serveMcp(5_000);
const { samples } = served;
afterAll(() => served.stop());

const textOf = ({ content }: ToolResult) => content.map(({ text }) => text).join("\n");

/** Returns the address of an answer as its endpoint returns it, including the stage. */
async function withStage(address: unknown): Promise<unknown> {
  const { nummeraanduiding_id: id } = address as { nummeraanduiding_id: string };
  return (await served.get(`/addresses/${id}`, { include: "stage" })).data;
}

describe("answers are those of the endpoints", () => {
  test("lookup_address", async () => {
    const { postcode, number } = samples.plain;
    const { data } = await served.get("/addresses/lookup", { postcode, number, include: "geometry,stage" });
    const { structuredContent } = await served.call("lookup_address", {
      postcode,
      number,
      include_geometry: true,
    });
    expect(structuredContent.address).toEqual(data);
    const plain = await served.call("lookup_address", {
      postcode: postcode.toLowerCase(),
      number: String(number),
    });
    const { geometry, ...address } = data;
    expect(plain.structuredContent.address).toEqual(address);
  });

  test("get_nearby_postcodes, cut to ten", async () => {
    const { latitude: lat, longitude: lng } = samples.plain;
    for (const precision of [4, 6]) {
      const { data } = await served.get("/postcodes/nearby", { lat, lng, radius_km: 20, precision });
      const { structuredContent } = await served.call("get_nearby_postcodes", {
        lat,
        lng,
        radius: 20,
        precision,
      });
      expect(structuredContent).toEqual({ ...data, postcodes: (data.postcodes as unknown[]).slice(0, 10) });
    }
  });

  test("get_building_info", async () => {
    const { id, total } = samples.largest;
    const { data } = await served.get(`/buildings/${id}`, { include: "counts,geometry,stage" });
    const given = { pand_id: id, include_geometry: true };
    const { structuredContent } = await served.call("get_building_info", given);
    expect(structuredContent.building).toEqual(data);
    expect(structuredContent.addresses).toHaveLength(10);
    expect(structuredContent.addresses_total).toBe(total);
    const without = await served.call("get_building_info", { pand_id: id, include_addresses: false });
    expect(Object.keys(without.structuredContent)).toEqual(["building"]);
  });

  test("reverse_geocode, by either pair", async () => {
    const { latitude: lat, longitude: lng } = samples.plain;
    const { data } = await served.get("/geocode/reverse", { lat, lng });
    const expected = { ...data, address: await withStage(data.address) };
    expect((await served.call("reverse_geocode", { lat, lng })).structuredContent).toEqual(expected);
    const { rd_x, rd_y } = data.address as { rd_x: number; rd_y: number };
    const { structuredContent } = await served.call("reverse_geocode", { rd_x, rd_y, radius: 5 });
    expect(structuredContent.address).toEqual(expected.address);
  });

  test("geocode_address and search_addresses", async () => {
    const { straatnaam, number, postcode } = samples.plain;
    const q = `${straatnaam} ${number} ${postcode}`;
    const { data } = await served.get("/geocode/forward", { q });
    const { structuredContent } = await served.call("geocode_address", { q });
    expect(structuredContent.address).toEqual(await withStage(data.address));
    const page = (await served.get("/addresses/search", { q: straatnaam, per_page: 20 })) as unknown as {
      data: { nummeraanduiding_id: string }[];
      meta: { total: number };
    };
    const found = (await served.call("search_addresses", { q: straatnaam, limit: 20 })).structuredContent;
    expect(found.total).toBe(page.meta.total);
    const idOf = (adres: { nummeraanduiding_id: string }) => adres.nummeraanduiding_id;
    expect(found.addresses.map(idOf)).toEqual(page.data.map(idOf));
  });

  test("get_city_info, get_postcode_info and get_statistics", async () => {
    const { woonplaats, postcode } = samples.plain;
    const city = await served.get(`/cities/${woonplaats.identificatie}`, { include: "counts" });
    const named = { city_name: woonplaats.identificatie };
    expect((await served.call("get_city_info", named)).structuredContent.city).toEqual(city.data);
    const range = await served.get(`/postcodes/${postcode}/range`);
    const info = (await served.call("get_postcode_info", { postcode, include_geometry: true }))
      .structuredContent;
    expect(info.postcode).toMatchObject(range.data);
    expect(info.area).toMatchObject({ area: postcode.slice(0, 4), boundary_source: "demo" });
    for (const [area_type, path, area_name] of [
      ["municipality", "municipality", woonplaats.gemeente.code],
      ["city", "city", woonplaats.identificatie],
      ["postcode_area", "postcode-area", postcode.slice(0, 4)],
    ]) {
      const { data } = await served.get(`/statistics/${path}/${area_name}`);
      const { structuredContent } = await served.call("get_statistics", { area_type, area_name });
      expect(structuredContent.statistics).toMatchObject(data);
    }
  });
});

describe("ambiguous and unknown input is reported as such", () => {
  test("a number that exists only with additions is a choice, and each choice finds its address", async () => {
    const { postcode, number, total } = samples.lettered;
    const answer = await served.call("lookup_address", { postcode, number });
    const { unresolved } = answer.structuredContent;
    expect(answer.isError).toBeUndefined();
    expect(unresolved).toMatchObject({ ambiguous: true, choices_total: total });
    expect(unresolved.choices.length).toBe(Math.min(total, 10));
    expect(textOf(answer)).toContain(unresolved.next);
    for (const { label, tool, arguments: given } of unresolved.choices) {
      const { structuredContent } = await served.call(tool, given);
      expect(structuredContent.address.full_address).toBe(label);
    }
  });

  test("an unknown number is an error with near misses in words", async () => {
    const { postcode } = samples.plain;
    const answer = await served.call("lookup_address", { postcode, number: 99_999 });
    expect(answer.isError).toBe(true);
    expect(answer.structuredContent.unresolved).toMatchObject({ ambiguous: false });
    expect(answer.structuredContent.unresolved.choices.length).toBeGreaterThan(0);
    expect(textOf(answer)).toContain(`No address found for ${postcode} 99999`);
    expect(textOf(answer)).toContain(answer.structuredContent.unresolved.choices[0].label);
  });

  test("a street without a number is no address", async () => {
    const { structuredContent } = await served.call("geocode_address", { q: samples.plain.straatnaam });
    expect(structuredContent.address).toBeUndefined();
    expect(structuredContent.unresolved).toMatchObject({ ambiguous: false });
    expect(structuredContent.unresolved.choices.length).toBeLessThanOrEqual(10);
  });

  test.each(["geocode_address", "search_addresses"])(
    "%s knows that PO boxes are not in the BAG",
    async (name) => {
      const answer = await served.call(name, { q: "Postbus 12, Weesp" });
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toMatch(/PO box(es)? .*not in the BAG/);
    },
  );

  test("cities of one name", async () => {
    const [first] = samples.sameNameCities;
    const { structuredContent } = await served.call("get_city_info", { city_name: first!.naam });
    const ids = structuredContent.unresolved.choices.map(
      (choice: { arguments: { city_name: string } }) => choice.arguments.city_name,
    );
    expect(ids.sort()).toEqual(samples.sameNameCities.map(({ identificatie }) => identificatie).sort());
  });

  test("an identifier of something else leads to the building", async () => {
    const { postcode, number } = samples.plain;
    const { address } = (await served.call("lookup_address", { postcode, number })).structuredContent;
    const answer = await served.call("get_building_info", { pand_id: address.nummeraanduiding_id });
    expect(answer.isError).toBe(true);
    expect(answer.structuredContent.unresolved.choices[0].arguments).toEqual({ pand_id: address.pand_id });
  });

  test("an unknown postcode in a known area", async () => {
    const area = samples.plain.postcode.slice(0, 4);
    const answer = await served.call("get_postcode_info", { postcode: `${area}ZZ` });
    expect(answer.isError).toBe(true);
    expect(answer.structuredContent.unresolved.choices[0].arguments).toEqual({
      area_type: "postcode_area",
      area_name: area,
    });
  });
});

describe("faulty arguments are an error in words", () => {
  test.each<[string, object, string[]]>([
    ["lookup_address", {}, ["postcode: ", "number: ", "is required"]],
    [
      "lookup_address",
      { postcode: "12", number: 0 },
      ["postcode: ", "format is invalid", "number: ", "at least 1"],
    ],
    ["lookup_address", { postcode: "1382KT", number: 5, include_geometry: "maybe" }, ["include_geometry"]],
    ["search_addresses", { q: "x" }, ["at least 2 characters"]],
    ["search_addresses", { q: "straat", limit: 51 }, ["limit", "50"]],
    [
      "get_nearby_postcodes",
      {},
      ["postcode field is required when lat and lng are not present", "number field"],
    ],
    ["get_nearby_postcodes", { postcode: "1382KT" }, ["number field is required when"]],
    ["get_nearby_postcodes", { lat: 52.3 }, ["lng field is required when lat is present"]],
    ["get_nearby_postcodes", { lat: 52.3, lng: 5, precision: 5 }, ["precision"]],
    ["reverse_geocode", {}, ["required when rd x and rd y are not present"]],
    ["reverse_geocode", { rd_x: 131_000 }, ["rd y field is required when rd x is present"]],
    ["reverse_geocode", { lat: 52.3, lng: 5, radius: 1001 }, ["radius", "1000"]],
    ["get_building_info", { pand_id: "12" }, ["16 digits"]],
    ["get_building_info", { pand_id: 12 }, ["16 digits"]],
    ["get_building_info", { pand_id: 2 ** 53 + 2 }, ["pand_id: The pand_id field must be a string."]],
    ["get_city_info", { city_name: true }, ["city_name: The city_name field must be a string."]],
    ["get_city_info", { city_name: ["Weesp"] }, ["must be a string"]],
    [
      "get_statistics",
      { area_type: "city", area_name: 1.5 },
      ["area_name: The area_name field must be a string."],
    ],
    [
      "get_statistics",
      { area_type: 5, area_name: "x" },
      ["One of city, municipality, province, postcode_area."],
    ],
    [
      "lookup_address",
      { postcode: {}, number: [5] },
      ["postcode field must be a string", "must be an integer"],
    ],
    ["search_addresses", { q: "straat", page: 0 }, ["page", "at least 1"]],
  ])("%s %j", async (name, given, parts) => {
    const answer = await served.call(name, given);
    expect(answer.isError).toBe(true);
    expect(answer.structuredContent).toBeUndefined();
    for (const part of parts) {
      expect(textOf(answer)).toContain(part);
    }
  });

  test("null and empty text count as left out", async () => {
    const { postcode, number } = samples.plain;
    const absent = { letter: null, addition: "", valid_on: null };
    const { isError } = await served.call("lookup_address", { postcode, number, ...absent });
    expect(isError).toBeUndefined();
  });

  test("no tool takes an argument that it does not declare, whatever comes beside the arguments", async () => {
    const names = ["page", "constructor", ...Array.from({ length: 1_000 }, (_, i) => `x${i}`.repeat(50))];
    const unknown = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}: 1`)}}`);
    for (const { definition } of TOOLS) {
      expect(definition.inputSchema.additionalProperties).toBe(false);
      const answer = await served.call(definition.name, unknown);
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toContain("constructor: This tool has no such argument.\n");
      expect(textOf(answer).length).toBeLessThan(MAX_ANSWER_BYTES);
    }
    expect(textOf(await served.call("get_city_info", { city_name: "Weesp", limit: 5 }))).toBe(
      "limit: This tool has no such argument. Tools that take it: search_addresses.\nExpected: city_name, include_geometry.",
    );
  });
});

describe("a number is taken where a text is wanted and nothing is lost", () => {
  test("an addition, which contradicts what exists and is no choice", async () => {
    const { postcode, number } = samples.plain;
    const answer = await served.call("lookup_address", { postcode, number, addition: 98_765 });
    expect(textOf(answer)).toContain(`No address found for ${postcode} ${number} 98765: the number exists`);
    expect(answer.structuredContent.unresolved).toMatchObject({ ambiguous: false, choices_total: 1 });
  });

  test("an identificatie as a number has its leading zeros back", async () => {
    for (const id of [457_100_000_056_230, 3_100_000_000_001]) {
      const answer = await served.call("get_building_info", { pand_id: id });
      expect(textOf(answer)).toContain(`No building found with id ${String(id).padStart(16, "0")}.`);
    }
    const { structuredContent } = await served.call("get_building_info", {
      pand_id: Number(samples.largest.id),
    });
    expect(structuredContent.building.identificatie).toBe(samples.largest.id);
  });
});

test("structured answers are those the tools declare, and text holds the same", async () => {
  for (const [name, given] of callsOf(samples)) {
    const tool = TOOLS.find(({ definition }) => definition.name === name)!;
    const { structuredContent, content } = await served.call(name, given);
    expect(tool.output.parse(structuredContent), name).toEqual(structuredContent);
    expect(JSON.parse(content[0]!.text)).toEqual(structuredContent);
  }
});

test("no tool takes a file or many addresses: an assistant must not spend a quota on whole files", async () => {
  const names = TOOLS.map(({ definition }) => definition.name);
  expect(names.filter((name) => /csv|file|bulk|batch|job/.test(name))).toEqual([]);
  const { text } = await served.post({ body: rpc("tools/list") });
  const { tools } = JSON.parse(text).result as { tools: { name: string; inputSchema: object }[] };
  expect(tools.length).toBe(names.length);
  for (const { name, inputSchema } of tools) {
    expect(JSON.stringify(inputSchema), name).not.toContain('"type":"array"');
  }
});

test("answers stay small, that of the largest pand and of every border too", async () => {
  const { text } = await served.post({ body: rpc("tools/list") });
  const sizes: [string, number][] = [["tools/list", Buffer.byteLength(text)]];
  for (const [name, given] of callsOf(samples)) {
    for (const more of [{}, geometryArgument(name)]) {
      const { sizeBytes, isError } = await served.call(name, { ...given, ...more });
      expect(isError, name).toBeUndefined();
      expect(sizeBytes, name).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
      sizes.push([`${name}${"include_geometry" in more ? ", geometry" : ""}`, sizeBytes]);
    }
  }
  process.stdout.write(`${sizes.map(([name, bytes]) => `  ${name.padEnd(36)}${bytes} bytes`).join("\n")}\n`);
});
