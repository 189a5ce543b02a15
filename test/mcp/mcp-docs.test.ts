/** Verifies docs/mcp.md against a running server: tools, parameters, sizes, limits and revisions. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callsOf, geometryArgument, rpc, serveMcp } from "../support/servers/mcp-harness.ts";

setDefaultTimeout(60_000);

const DOCS = readFileSync(join(import.meta.dir, "../../docs/mcp.md"), "utf8");
const KB = 1024;

/** Row of the table of tools. */
interface Row {
  readonly tool: string;
  readonly required: string[];
  readonly optional: string[];
  readonly sizeKb: number;
}

const names = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
const ROWS: Row[] = [...DOCS.matchAll(/^\| `(\w+)` \|[^|]*\|([^|(]*)(\([^|]*\))? \| (\d+) KB \|$/gm)].map(
  ([, tool = "", required = "", optional = "", size]) => ({
    tool,
    required: names(required),
    optional: names(optional),
    sizeKb: Number(size),
  }),
);

/** Returns the number that the page states for a pattern. Throws an Error when it states none. */
function documentedNumber(pattern: RegExp): number {
  const found = DOCS.match(pattern)?.[1];
  if (found === undefined) {
    throw new Error(`docs/mcp.md does not say ${pattern}`);
  }
  return Number(found);
}

const served = await serveMcp(5_000);
const { samples } = served;
afterAll(() => served.stop());

interface ListedTool {
  name: string;
  description: string;
  inputSchema: { required: string[]; properties: Record<string, object> };
}

async function listTools(): Promise<{ tools: ListedTool[]; bytes: number }> {
  const { json, text } = await served.post({ body: rpc("tools/list") });
  return { tools: json.result.tools, bytes: Buffer.byteLength(text) };
}

describe("the table of tools", () => {
  test("names every tool with its parameters", async () => {
    const { tools } = await listTools();
    expect(ROWS.map(({ tool }) => tool).sort()).toEqual(tools.map(({ name }) => name).sort());
    for (const { name, inputSchema } of tools) {
      const { required, optional } = ROWS.find(({ tool }) => tool === name)!;
      expect(required, name).toEqual(inputSchema.required);
      expect([...required, ...optional].sort(), name).toEqual(Object.keys(inputSchema.properties).sort());
    }
  });

  test("says how large answers are, and so do the descriptions that assistants read", async () => {
    const { tools, bytes } = await listTools();
    expect(Math.round(bytes / KB / 10) * 10).toBe(documentedNumber(/`tools\/list` \(about (\d+) KB\)/));
    for (const [name, given] of callsOf(samples)) {
      const { sizeKb } = ROWS.find(({ tool }) => tool === name)!;
      const { description } = tools.find((tool) => tool.name === name)!;
      expect(description, name).toContain(`about ${sizeKb} KB`);
      const { sizeBytes } = await served.call(name, given);
      expect(sizeBytes, name).toBeLessThanOrEqual(sizeKb * KB);
    }
  });

  test("names the resources", async () => {
    const { json } = await served.post({ body: rpc("resources/list") });
    for (const { uri } of json.result.resources) {
      expect(DOCS).toContain(`\`${uri}\``);
    }
  });
});

describe("the limits", () => {
  test("no answer is larger than said, a long search neither", async () => {
    const maxBytes = documentedNumber(/An answer stays below (\d+) KB/) * KB;
    for (const [name, given] of callsOf(samples)) {
      const { sizeBytes } = await served.call(name, { ...given, ...geometryArgument(name) });
      expect(sizeBytes, name).toBeLessThan(maxBytes);
    }
    const { straatnaam, woonplaats } = samples.plain;
    const { structuredContent, sizeBytes } = await served.call("search_addresses", {
      q: `${straatnaam} ${woonplaats.naam}`,
      limit: 50,
    });
    expect(structuredContent.addresses.length).toBeGreaterThan(40);
    expect(sizeBytes).toBeLessThan(documentedNumber(/(\d+) KB for\n? *50 addresses/) * KB);
  });

  test("a border has no more positions than said", async () => {
    const city_name = samples.plain.woonplaats.identificatie;
    const { structuredContent } = await served.call("get_city_info", { city_name, include_geometry: true });
    const positions = structuredContent.city.geometry.coordinates.flat(
      structuredContent.city.geometry.type === "Polygon" ? 1 : 2,
    );
    expect(positions.length).toBeLessThanOrEqual(documentedNumber(/at most (\d+) positions/));
    expect(structuredContent.note).toContain(
      `at most ${documentedNumber(/at most (\d+) positions/)} positions`,
    );
  });

  test("a batch holds as many messages as said, and no more", async () => {
    const maxMessages = documentedNumber(/in a batch each message does, at most (\d+)/);
    const batch = (size: number) => Array.from({ length: size }, (_, id) => rpc("ping", {}, id));
    expect((await served.post({ body: batch(maxMessages) })).json).toHaveLength(maxMessages);
    expect((await served.post({ body: batch(maxMessages + 1) })).status).toBe(400);
  });
});

test("every revision it names is agreed on, and those that exist are named", async () => {
  const documentedVersions = [...DOCS.matchAll(/20\d\d-\d\d-\d\d/g)].map(([version]) => version);
  const agreed = async (version: string) => {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "t", version: "1" } };
    return (await served.post({ body: rpc("initialize", params) })).json.result.protocolVersion;
  };
  const { json } = await served.post({
    headers: { "MCP-Protocol-Version": "1999-01-01" },
    body: rpc("ping"),
  });
  const legacy: string[] = json.error.message.match(/20\d\d-\d\d-\d\d/g);
  for (const version of legacy) {
    expect(await agreed(version)).toBe(version);
  }
  expect([...new Set(documentedVersions)].sort()).toEqual([...legacy, "2026-07-28"].sort());
});
