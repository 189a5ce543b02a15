/** Tests the official client SDKs, old and new, over HTTP and over stdio: each lists and calls everything. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewStdio } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { TOOLS } from "../../src/mcp/tools.ts";
import { BAKEN } from "../support/processes/baken-process.ts";
import { callsOf, serveMcp } from "../support/servers/mcp-harness.ts";

setDefaultTimeout(60_000);

const served = await serveMcp(2_000);
afterAll(() => served.stop());

const INFO = { name: "test", version: "1" };

/** Methods that both SDKs' clients share. */
interface AnyClient {
  listTools(): Promise<{
    tools: { name: string; title?: string; outputSchema?: object; annotations?: object }[];
  }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  readResource(request: { uri: string }): Promise<{ contents: object[] }>;
  close(): Promise<void>;
}

function overHttp() {
  const requestInit = { headers: { authorization: `Bearer ${served.token}` } };
  return [new URL(served.url), { requestInit }] as const;
}

function overStdio() {
  return { command: BAKEN, args: ["mcp", "--stdio", "--data", served.dataDir], stderr: "ignore" as const };
}

const CLIENTS: [string, () => Promise<AnyClient>][] = [
  [
    "@modelcontextprotocol/sdk over HTTP",
    async () => {
      const client = new OldClient(INFO);
      // The SDK's own declaration of the transport does not pass exactOptionalPropertyTypes.
      await client.connect(new OldHttp(...overHttp()) as Parameters<typeof client.connect>[0]);
      return client as unknown as AnyClient;
    },
  ],
  [
    "@modelcontextprotocol/sdk over stdio",
    async () => {
      const client = new OldClient(INFO);
      await client.connect(new OldStdio(overStdio()));
      return client as unknown as AnyClient;
    },
  ],
  [
    "@modelcontextprotocol/client over HTTP",
    async () => {
      const client = new NewClient(INFO, { versionNegotiation: { mode: "auto" } });
      await client.connect(new NewHttp(...overHttp()));
      return client as unknown as AnyClient;
    },
  ],
  [
    "@modelcontextprotocol/client over stdio",
    async () => {
      const client = new NewClient(INFO, { versionNegotiation: { mode: "auto" } });
      await client.connect(new NewStdio(overStdio()));
      return client as unknown as AnyClient;
    },
  ],
];

describe.each(CLIENTS)("%s", (_, connect) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  test("lists every tool with a title, a schema of its answers and what it may do", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ definition }) => definition.name));
    for (const { title, outputSchema, annotations } of tools) {
      expect(title).toBeTruthy();
      expect(outputSchema).toMatchObject({ type: "object" });
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
    }
  });

  // The client itself validates each structured answer against the listed schema.
  test("calls every tool", async () => {
    for (const [name, given] of callsOf(served.samples)) {
      const { isError, structuredContent, content } = await client.callTool({
        name,
        arguments: { ...given },
      });
      expect(isError ?? false, `${name}: ${JSON.stringify(content)}`).toBe(false);
      expect(structuredContent, name).toBeTypeOf("object");
      expect(JSON.parse((content as { text: string }[])[0]!.text), name).toEqual(structuredContent);
    }
  });

  test("lists and reads the resources", async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["bag://data-version", "bag://statistics/overview"]);
    const texts = await Promise.all(
      resources.map(async ({ uri }) => (await client.readResource({ uri })).contents as { text: string }[]),
    );
    const [version, overview] = texts.map(([content]) => JSON.parse(content!.text));
    expect(version).toMatchObject({ bag_version: "2026-11-08", counts: { addresses: 2_000 } });
    expect(overview).toMatchObject({ total_addresses: 2_000, by_type: {}, by_province: {} });
  });
});
