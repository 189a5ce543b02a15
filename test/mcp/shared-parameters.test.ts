/**
 * Tests that parameters with the same meaning over HTTP and MCP share one declaration: the same bounds, and the same
 * values accepted and refused.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { TOOLS } from "../../src/mcp/tools.ts";
import { openHarness } from "../support/servers/http-harness.ts";
import { type Parameter, readDocument } from "../support/servers/openapi-document.ts";

const harness = openHarness();
const document = await readDocument(harness);
const snapshot = harness.app.registry.current()!;
afterAll(() => harness.close());

/** Tuple of a tool, its parameter, and the endpoint and parameter of the same meaning. */
const SHARED_PARAMETERS: [tool: string, argument: string, path: string, parameter: string][] = [
  ...["postcode", "number", "letter", "addition"].map((name): [string, string, string, string] => [
    "lookup_address",
    name,
    "/addresses/lookup",
    name,
  ]),
  ["search_addresses", "q", "/addresses/search", "q"],
  ["search_addresses", "page", "/addresses/search", "page"],
  ["get_postcode_info", "postcode", "/postcodes/{postcode}", "postcode"],
  ["get_postcode_info", "page", "/postcodes/{postcode}", "page"],
  ...["postcode", "number", "lat", "lng", "precision"].map((name): [string, string, string, string] => [
    "get_nearby_postcodes",
    name,
    "/postcodes/nearby",
    name,
  ]),
  ["get_nearby_postcodes", "radius", "/postcodes/nearby", "radius_km"],
  ["get_building_info", "pand_id", "/buildings/{pandId}", "pandId"],
  ["geocode_address", "q", "/geocode/forward", "q"],
  ...["lat", "lng", "rd_x", "rd_y"].map((name): [string, string, string, string] => [
    "reverse_geocode",
    name,
    "/geocode/reverse",
    name,
  ]),
  ["reverse_geocode", "radius", "/geocode/reverse", "radius_m"],
  [
    "get_address_history",
    "nummeraanduiding_id",
    "/addresses/{nummeraanduidingId}/history",
    "nummeraanduidingId",
  ],
  ...["postcode", "street", "city", "number", "valid_on"].map((name): [string, string, string, string] => [
    ...(["resolve_former_address", name, "/addresses/former", name] as const),
  ]),
];

const toolOf = (name: string) => TOOLS.find(({ definition }) => definition.name === name)!;

function parameterOf(path: string, name: string): Parameter {
  const operation = document.operations.find(
    ({ path: other, method }) => other === path && method === "get",
  )!;
  return operation.parameters.find((parameter) => parameter.name === name)!;
}

describe.each(SHARED_PARAMETERS)("%s %s is %s %s", (tool, argument, path, name) => {
  const { schema, description } = parameterOf(path, name);

  test("with its bounds and description", () => {
    const properties = toolOf(tool).definition.inputSchema.properties as Record<string, object>;
    const { examples, ...declared } = properties[argument] as Record<string, unknown>;
    expect(declared).toEqual({ ...schema, description });
  });

  /**
   * Values with spaces, signs, exponents, other digits, lengths, line ends, cases, letters after numbers, and at
   * bounds.
   */
  const VALUES = [
    ...[
      "5",
      "05",
      " 5 ",
      "+5",
      "-5",
      "5.0",
      "5.5",
      "1e1",
      "0x5",
      "5a",
      "٥",
      "0",
      "100000",
      "99999",
      "5,5",
      "NaN",
    ],
    ...["1382KT", "1382 kt", " 1382kt ", "1382  KT", "0382KT", "1382K", "1382KTT", "1382\nKT"],
    ...["a", "A", "a\tb", "a\u0000b", "\ud800", "x".repeat(10), "x".repeat(11), "ab\r\ncd", "x".repeat(201)],
    ...[
      "0457100000056230",
      "457100000056230",
      "04571000000562300",
      "4",
      "6",
      "50",
      "52.3",
      "56.0001",
      "0.1",
      "21",
    ],
  ];
  const isFaultOfArgument = (line: string) =>
    line.startsWith(`${argument}: `) && !line.includes("field is required");
  const isRefusedOverMcp = (value: string) => {
    const { content } = toolOf(tool).call(snapshot, { [argument]: value });
    return content.some((part) => part.type === "text" && part.text.split("\n").some(isFaultOfArgument));
  };
  const isRefusedOverHttp = async (value: string) => {
    const encoded = encodeURIComponent(value.toWellFormed());
    const url =
      path.includes("{") && !["page"].includes(name)
        ? path.replace(`{${name}}`, encoded)
        : `${path.replace(/\{.*\}/, "1382KT")}?${name}=${encoded}`;
    const { status, body } = await harness.askJson(url);
    return (
      status === 422 && body.errors[name]?.every((fault: string) => !fault.includes("is required")) === true
    );
  };

  test("taking and refusing the same values", async () => {
    for (const value of VALUES) {
      // A URL cannot carry half a surrogate pair.
      if (!value.isWellFormed()) {
        continue;
      }
      expect([value, isRefusedOverMcp(value)]).toEqual([value, await isRefusedOverHttp(value)]);
    }
  });
});
