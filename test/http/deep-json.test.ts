/**
 * Sends JSON that is nested up to 40,000 levels deep, as the body of every endpoint that takes JSON and as the text of
 * a polygon: 32 levels are read, more are refused.
 */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { openExportHarness } from "../support/servers/export-harness.ts";
import { serveMcp } from "../support/servers/mcp-harness.ts";
import { openOperator } from "../support/servers/operator-harness.ts";

setDefaultTimeout(60_000);

const exports = openExportHarness();
const operator = await openOperator();
const mcp = await serveMcp(500);
afterAll(async () => {
  await Promise.all([exports.close(), operator.close(), mcp.stop()]);
});

const lists = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const TOO_DEEP = "must not be nested more than 32 levels deep.";
const DEPTHS = [33, 40_000];

/** Sends a body to `POST /export/addresses`. */
const exportOf = async (body: string | URLSearchParams, contentType = "application/json") => {
  const response = await exports.post("", { body, headers: { "content-type": contentType } });
  return { status: response.status, json: JSON.parse(await response.text()) };
};

describe.each([
  ["lists", lists],
  ["objects", objects],
])("%s", (_, nested) => {
  // The unknown parameter is refused only after the body was read. The object around it is one level.
  const bodyOf = (depth: number) => `{"format":"csv","other":${nested(depth - 1)}}`;
  const messageOf = (depth: number) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_provinces","arguments":{"a":${nested(depth - 3)}}}}`;

  test.each(DEPTHS)("%d deep in the body of an export: 400", async (depth) => {
    expect(await exportOf(bodyOf(depth))).toMatchObject({
      status: 400,
      json: { code: "bad_request", detail: `The body ${TOO_DEEP}` },
    });
  });

  test.each(DEPTHS)("%d deep in a message of MCP: 400", async (depth) => {
    const { status, json } = await mcp.post({ body: messageOf(depth) });
    expect([status, json.error]).toEqual([400, { code: -32_700, message: `The body ${TOO_DEEP}` }]);
  });

  test.each(DEPTHS)("%d deep in a body on the admin port: 400", async (depth) => {
    const [loggedIn, created] = await Promise.all([
      operator.ask("POST", "/api/login", { body: nested(depth) }),
      operator.ask("POST", "/api/keys", { body: nested(depth), cookie: await operator.session() }),
    ]);
    for (const { status, json } of [loggedIn, created]) {
      expect({ status, json }).toMatchObject({
        status: 400,
        json: { code: "bad_request", detail: `The body ${TOO_DEEP}` },
      });
    }
  });

  test("32 deep is read everywhere", async () => {
    expect(await exportOf(bodyOf(32))).toMatchObject({
      status: 422,
      json: { errors: { other: [expect.any(String)] } },
    });
    expect((await mcp.post({ body: messageOf(32) })).json.error?.code).not.toBe(-32_700);
    expect((await operator.ask("POST", "/api/login", { body: nested(32) })).status).toBe(401);
  });

  // 40,000 objects, escaped, are longer than a body may be.
  test.each([32, 33, 10_000])("%d deep as a polygon is refused, wherever it stands", async (depth) => {
    const polygon = nested(depth);
    const fault = depth > 32 ? `The polygon field ${TOO_DEEP}` : "not";
    const answers = await Promise.all([
      exportOf(new URLSearchParams({ polygon }), "application/x-www-form-urlencoded"),
      exportOf(JSON.stringify({ polygon })),
    ]);
    for (const { status, json } of answers) {
      expect([status, Object.keys(json.errors)]).toEqual([422, ["polygon"]]);
      expect(json.errors.polygon[0]).toContain(fault);
    }
  });
});
