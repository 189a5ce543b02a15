/** The OpenAPI document describes what `/mcp` and downloads of exports send, beyond the answers of the contract walk. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { EXPORT_KINDS, KINDS } from "../../src/exports/kinds/index.ts";
import { openExportHarness } from "../support/servers/export-harness.ts";
import { rpc, serveMcp } from "../support/servers/mcp-harness.ts";
import { parseDocument } from "../support/servers/openapi-document.ts";
import { createValidator, type Schema } from "../support/servers/openapi-validator.ts";

setDefaultTimeout(60_000);

const harness = openExportHarness({});
const mcp = await serveMcp(500);
afterAll(async () => {
  await Promise.all([harness.close(), mcp.stop()]);
});
const document = parseDocument(await (await harness.ask("/openapi.yaml")).text());
const validate = createValidator(document);

type Contents = Readonly<Record<string, { readonly schema: Schema }>>;
const contentOf = (path: string, status: number): Contents => {
  const { responses } = document.operations.find((operation) => operation.path === path)!;
  const response = responses[status] as { content?: Contents } | undefined;
  return response?.content ?? {};
};

describe("the download of an export as JSON", () => {
  const schema = contentOf("/export/{jobId}/download", 200)["application/json"]!.schema;

  // test/exports/history-kinds.slow.test.ts tests the downloads of the past.
  test.each(EXPORT_KINDS.filter((what) => KINDS[what].takesRegion ?? true))(
    "of %s fits the document",
    async (what) => {
      const id = await harness.queue(`?what=${what}&format=json`);
      expect(await harness.finish(id)).toMatchObject({ status: "completed" });
      const rows: object[] = JSON.parse(await (await harness.ask(`/export/${id}/download`)).text());
      expect(rows.length).toBeGreaterThan(0);
      expect(validate(rows, schema)).toEqual([]);
      // A value of another type and an unknown field do not fit the schema.
      expect(validate([5], schema)).not.toEqual([]);
      expect(validate([{ ...rows[0], unknown: 1 }], schema)).not.toEqual([]);
    },
  );
});

describe("/mcp", () => {
  const post = (query: string, body: string, headers: Record<string, string> = {}) =>
    fetch(mcp.url + query, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${mcp.token}`, "content-type": "application/json", ...headers },
    });
  const newest = {
    ...rpc("foo/bar"),
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
  const newestHeaders = { "mcp-protocol-version": "2026-07-28", "mcp-method": "foo/bar" };

  test.each<[string, number, string, () => Promise<Response>]>([
    ["a message", 200, "application/json", () => post("", JSON.stringify(rpc("tools/list")))],
    ["a body that is no JSON", 400, "application/json", () => post("", "{")],
    ["a message that is none", 400, "application/json", () => post("", "5")],
    ["a URL that is not percent-encoded", 400, "application/problem+json", () => post("?key=%zz", "{}")],
    ["an unknown method", 404, "application/json", () => post("", JSON.stringify(newest), newestHeaders)],
  ])("%s is answered %d with a declared type", async (_, status, type, send) => {
    const response = await send();
    expect([response.status, response.headers.get("content-type")]).toEqual([status, type]);
    const { schema } = contentOf("/mcp", status)[type]!;
    const text = JSON.stringify(schema);
    expect(text).toContain(type === "application/json" ? "JsonRpcAnswer" : "Problem");
  });
});
