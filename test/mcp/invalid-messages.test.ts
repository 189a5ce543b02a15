/**
 * Tests invalid messages of every kind: the error code of the protocol and one sentence, over HTTP in both eras and
 * over stdio.
 */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { BAKEN } from "../support/processes/baken-process.ts";
import { rpc, serveMcp } from "../support/servers/mcp-harness.ts";

setDefaultTimeout(60_000);

const served = await serveMcp(500);
afterAll(() => served.stop());

const INVALID_REQUEST = -32_600;
const NO_SUCH_METHOD = -32_601;
const INVALID_PARAMS = -32_602;
const NO_JSON = -32_700;

const initialize = (params: object) => ({ jsonrpc: "2.0", id: 1, method: "initialize", params });
const client = { protocolVersion: "2025-11-25", capabilities: {} };

const MESSAGES: [what: string, message: unknown, code: number, part: string][] = [
  ["no JSON", "{", NO_JSON, "not valid JSON"],
  ["a number", 5, INVALID_REQUEST, "must be a JSON object"],
  ["another version of JSON-RPC", { ...rpc("ping"), jsonrpc: "1.0" }, INVALID_REQUEST, "jsonrpc"],
  ["no version of JSON-RPC", { id: 1, method: "ping" }, INVALID_REQUEST, "jsonrpc"],
  ["an id that is null", { ...rpc("ping"), id: null }, INVALID_REQUEST, "id must be"],
  ["an id with decimals", rpc("ping", {}, 1.5), INVALID_REQUEST, "id must be"],
  ["an id that no double holds", rpc("ping", {}, 1e300), INVALID_REQUEST, "id must be"],
  ["an id that is an object", { ...rpc("ping"), id: {} }, INVALID_REQUEST, "id must be"],
  ["no method", { jsonrpc: "2.0", id: 1 }, INVALID_REQUEST, "method must be"],
  ["a method that is a number", { jsonrpc: "2.0", id: 1, method: 5 }, INVALID_REQUEST, "method must be"],
  ["a field too many", { ...rpc("ping"), foo: 1 }, INVALID_REQUEST, '"foo"'],
  ["a method that does not exist", rpc("foo/bar"), NO_SUCH_METHOD, "ethod not found"],
  ["prompts, of which there are none", rpc("prompts/list"), NO_SUCH_METHOD, "ethod not found"],
  ["params that are a list", { ...rpc("tools/call"), params: [1] }, INVALID_PARAMS, "params must be"],
  ["params that are null", { ...rpc("tools/call"), params: null }, INVALID_PARAMS, "params must be"],
  ["_meta that is a number", rpc("tools/list", { _meta: 5 }), INVALID_PARAMS, "params._meta must be"],
  ["a token of another type", rpc("ping", { _meta: { progressToken: {} } }), INVALID_PARAMS, "progressToken"],
  ["a call without params", { jsonrpc: "2.0", id: 1, method: "tools/call" }, INVALID_PARAMS, "is required"],
  ["a call without a name", rpc("tools/call", {}), INVALID_PARAMS, "name is required"],
  ["a name that is a number", rpc("tools/call", { name: 5 }), INVALID_PARAMS, "name must be a string"],
  [
    "arguments that are a list",
    rpc("tools/call", { name: "lookup_address", arguments: [] }),
    INVALID_PARAMS,
    "arguments must be an object",
  ],
  [
    "arguments that are a text",
    rpc("tools/call", { name: "lookup_address", arguments: "{}" }),
    INVALID_PARAMS,
    "arguments must be an object",
  ],
  ["an unknown tool", rpc("tools/call", { name: "drop_table" }), INVALID_PARAMS, '"drop_table"'],
  ["a tool of a long name", rpc("tools/call", { name: "x".repeat(9_000) }), INVALID_PARAMS, "Tools: lookup"],
  ["a tool called __proto__", rpc("tools/call", { name: "__proto__" }), INVALID_PARAMS, "Unknown tool"],
  ["no URI", rpc("resources/read", {}), INVALID_PARAMS, "uri is required"],
  ["a URI that is a number", rpc("resources/read", { uri: 5 }), INVALID_PARAMS, "uri must be a string"],
  ["an unknown resource", rpc("resources/read", { uri: "bag://x" }), INVALID_PARAMS, "bag://x"],
  ["a cursor that is a number", rpc("tools/list", { cursor: 5 }), INVALID_PARAMS, "cursor must be a string"],
  ["initialize without anything", initialize({}), INVALID_PARAMS, "protocolVersion is required"],
  ["a client without a name", initialize({ ...client, clientInfo: {} }), INVALID_PARAMS, "clientInfo.name"],
];

/** Expects one sentence: no report of a validator, no stack, no file path. */
function expectOneSentence(message: string): void {
  expect(message).not.toMatch(/[\n[{]|\bat .*\.ts|invalid_type/);
  expect(message.length).toBeLessThan(400);
}

describe("over HTTP", () => {
  test.each(MESSAGES)("%s", async (_, message, code, part) => {
    const { json } = await served.post({ body: message });
    expect(json.error.code).toBe(code);
    expect(json.error.message).toContain(part);
    expectOneSentence(json.error.message);
  });

  const META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const headersOf = (method: string) => ({ "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method });
  test.each<[string, object, string]>([
    ["tools/call", { name: 5, _meta: META }, "name must be a string"],
    ["tools/call", { _meta: META }, "name is required"],
    ["tools/list", { cursor: 5, _meta: META }, "cursor must be a string"],
    ["tools/list", {}, "_meta"],
    [
      "tools/list",
      { _meta: { ...META, "io.modelcontextprotocol/clientCapabilities": 5 } },
      "clientCapabilities",
    ],
  ])("in the current revision: %s %j", async (method, params, part) => {
    const { json } = await served.post({ headers: headersOf(method), body: rpc(method, params) });
    expect(json.error.code).toBe(INVALID_PARAMS);
    expect(json.error.message).toContain(part);
    expectOneSentence(json.error.message);
  });

  test.each<[string, unknown[], number, string]>([
    ["a message that is none", [rpc("ping"), 5], INVALID_REQUEST, "Message 2 of the batch"],
    [
      "params that are a list",
      [rpc("ping"), { ...rpc("ping", {}, 2), params: [] }],
      INVALID_PARAMS,
      "Message 2",
    ],
    ["a batch in a batch", [[rpc("ping")]], INVALID_REQUEST, "Message 1"],
    ["two requests of one id", [rpc("ping"), rpc("tools/list")], INVALID_REQUEST, "different ids"],
  ])("a batch with %s is refused whole", async (_, body, code, part) => {
    const { status, json } = await served.post({ body });
    expect([status, json.error.code, json.id]).toEqual([400, code, null]);
    expect(json.error.message).toContain(part);
    expectOneSentence(json.error.message);
  });
});

test("over stdio every message is answered with the same error, those that are no messages too", async () => {
  const child = Bun.spawn([BAKEN, "mcp", "--stdio", "--data", served.dataDir], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
  // The first message decides the era.
  const first = initialize({ ...client, clientInfo: { name: "t", version: "1" } });
  const lines = [first, ...MESSAGES.map(([, message]) => message)];
  for (const line of lines) {
    child.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  }
  await child.stdin.flush();
  const answers = (await readLines(child.stdout, lines.length)).map((line) => JSON.parse(line));
  child.kill();
  await child.exited;
  const count = (codes: number[]) =>
    Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, { length }]) => [code, length]));
  const errors = answers.filter(({ error }) => error !== undefined).map(({ error }) => error);
  expect(count(errors.map(({ code }) => code))).toEqual(count(MESSAGES.map(([, , code]) => code)));
  for (const { message } of errors) {
    expectOneSentence(message);
  }
});

async function readLines(stream: ReadableStream<Uint8Array>, count: number): Promise<string[]> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.split("\n").length > count) {
      break;
    }
  }
  return text.trim().split("\n");
}
