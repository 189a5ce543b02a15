/**
 * Tests the Model Context Protocol over HTTP as any client may speak it: keys and limits, headers, batches, both eras.
 */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createApp } from "../../src/app.ts";
import { rpc, serveMcp } from "../support/servers/mcp-harness.ts";
import { issueKey } from "../support/servers/serve-process.ts";

setDefaultTimeout(60_000);

const served = await serveMcp(500);
afterAll(() => served.stop());
const { postcode, number } = served.samples.plain;
const lookup = { name: "lookup_address", arguments: { postcode, number } };

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

function modern(method: string, params: object = {}, name?: string) {
  const headers = {
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": method,
    ...(name ? { "Mcp-Name": name } : {}),
  };
  return { headers, body: rpc(method, { ...params, _meta: META }) };
}

const keyed = (settings: Parameters<typeof issueKey>[1]) => ({
  authorization: `Bearer ${issueKey(served.dataDir, settings)}`,
});

test.each([undefined, "application/json", "*/*", "text/event-stream", "text/html"])(
  "answers JSON, never 406, to Accept %s in both eras",
  async (accept) => {
    const headers: Record<string, string> = accept === undefined ? {} : { accept };
    for (const asked of [
      { headers: {}, body: rpc("tools/call", lookup) },
      modern("tools/call", lookup, "lookup_address"),
    ]) {
      const answer = await served.post({ ...asked, headers: { ...asked.headers, ...headers } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(answer.json.result.structuredContent.address.postcode).toBeString();
    }
  },
);

describe("eras", () => {
  test("a message alone, without any header of the protocol, is served", async () => {
    const { json } = await served.post({ body: { jsonrpc: "2.0", id: "a", method: "tools/list" } });
    expect(json.id).toBe("a");
    expect(json.result.tools).toHaveLength(11);
    // Cache hints are of the other era.
    expect(Object.keys(json.result)).toEqual(["tools"]);
  });

  test.each(["2025-11-25", "2025-06-18", "2025-03-26"])(
    "initialize agrees on %s, without a session",
    async (version) => {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "t", version: "1" } };
      const { json, headers } = await served.post({ body: rpc("initialize", params) });
      expect(json.result).toMatchObject({
        protocolVersion: version,
        capabilities: { tools: {}, resources: {} },
      });
      expect(headers.get("mcp-session-id")).toBeNull();
    },
  );

  test("an unknown version is answered with our newest of that era", async () => {
    const params = {
      protocolVersion: "1999-01-01",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    };
    expect((await served.post({ body: rpc("initialize", params) })).json.result.protocolVersion).toBe(
      "2025-11-25",
    );
  });

  test.each(["2026-07-28", "2027-01-01", "2025-06-18"])(
    "initialize with the header %s is negotiated",
    async (version) => {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "t", version: "1" } };
      const headers = { "MCP-Protocol-Version": version };
      const { status, json } = await served.post({ headers, body: rpc("initialize", params) });
      const agreed = version === "2025-06-18" ? version : "2025-11-25";
      expect([status, json.result.protocolVersion]).toEqual([200, agreed]);
    },
  );

  test("initialize of a revision without sessions is an unknown method", async () => {
    const { status, json } = await served.post(modern("initialize"));
    expect([status, json.error.code]).toEqual([404, -32_601]);
  });

  test("a header with an unknown version is 400", async () => {
    const headers = { "MCP-Protocol-Version": "1999-01-01" };
    expect((await served.post({ headers, body: rpc("tools/list") })).status).toBe(400);
  });

  test("discovery names the current revision and how long lists may be kept", async () => {
    const { json } = await served.post(modern("server/discover"));
    expect(json.result).toMatchObject({
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, resources: {} },
      cacheScope: "public",
      resultType: "complete",
    });
  });

  test("there is nothing to subscribe to: JSON, no stream", async () => {
    const { status, json } = await served.post(
      modern("subscriptions/listen", { notifications: { toolsListChanged: true } }),
    );
    expect([status, json.error.code, json.id]).toEqual([404, -32_601, 1]);
  });

  test.each([
    ["tools/call", { name: "drop_table", arguments: {} }, "drop_table"],
    ["resources/read", { uri: "bag://nothing" }, "bag://nothing"],
  ])("%s of what does not exist is -32602 now", async (method, params, name) => {
    expect((await served.post(modern(method, params, name))).json.error.code).toBe(-32_602);
  });

  // The old code was -32002; the SDK sends the new one with the URI, which clients of both eras understand.
  test("a missing resource is named", async () => {
    const { json } = await served.post({ body: rpc("resources/read", { uri: "bag://nothing" }) });
    expect(json.error).toMatchObject({ code: -32_602, data: { uri: "bag://nothing" } });
  });
});

describe("messages", () => {
  test("a notification is accepted without an answer", async () => {
    const { status, text } = await served.post({
      body: { jsonrpc: "2.0", method: "notifications/initialized" },
    });
    expect([status, text]).toEqual([202, ""]);
  });

  test("a batch is answered in one, its notifications not at all", async () => {
    const body = [
      rpc("ping", {}, 1),
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } },
      rpc("tools/call", lookup, 2),
    ];
    const { status, json } = await served.post({ body });
    expect(status).toBe(200);
    expect(json.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
  });

  test.each([
    ["nonsense", "{", -32_700],
    ["no message", "null", -32_600],
    ["a text", '"ping"', -32_600],
    ["an object of something else", "{}", -32_600],
    ["a batch of nothing", "[null]", -32_600],
    ["brackets without end", "[".repeat(200_000), -32_700],
    ["nothing", "", -32_700],
    ["an empty batch", "[]", -32_600],
    ["21 messages", JSON.stringify(Array(21).fill(rpc("ping"))), -32_600],
  ])("%s is a 400", async (_, body, code) => {
    const { status, json } = await served.post({ body });
    expect([status, json.error.code, json.id]).toEqual([400, code, null]);
  });

  test("other kinds of body, too large ones and other methods are refused as everywhere", async () => {
    const form = await served.post({ headers: { "content-type": "text/plain" }, body: "{}" });
    expect([form.status, form.json.code]).toEqual([415, "unsupported_media_type"]);
    const large = await served.post({ body: rpc("ping", { pad: "x".repeat(300_000) }) });
    expect([large.status, large.json.code]).toEqual([413, "too_large"]);
    for (const method of ["GET", "DELETE"]) {
      const { status, headers } = await served.post({ method });
      expect([status, headers.get("allow")]).toEqual([405, "POST"]);
    }
  });
});

describe("keys", () => {
  test("none or a wrong one is 401 with a challenge", async () => {
    for (const authorization of ["", "Bearer 1|nope"]) {
      const { status, headers, json } = await served.post({ headers: { authorization }, body: rpc("ping") });
      expect([status, headers.get("www-authenticate"), json.code]).toEqual([
        401,
        "Bearer",
        "unauthenticated",
      ]);
    }
  });

  test("a browser key may not post, from an approved origin either", async () => {
    const origin = "https://winkel.example";
    const headers = { ...keyed({ kind: "browser", origins: [origin] }), origin };
    const { status, json } = await served.post({ headers, body: rpc("tools/list") });
    expect([status, json.code]).toEqual([403, "key_read_only"]);
  });

  test("each message of a batch counts against rate and quota", async () => {
    const headers = keyed({ ratePerMinute: 20, monthlyQuota: 8 });
    const one = await served.post({ headers, body: rpc("ping") });
    expect(one.headers.get("x-ratelimit-remaining")).toBe("19");
    const three = await served.post({ headers, body: [1, 2, 3].map((id) => rpc("ping", {}, id)) });
    expect(three.headers.get("x-ratelimit-remaining")).toBe("16");
    expect(three.headers.get("x-quota-remaining")).toBe("4");
    const five = await served.post({ headers, body: [1, 2, 3, 4, 5].map((id) => rpc("ping", {}, id)) });
    expect([five.status, five.json.code]).toEqual([429, "quota_exceeded"]);
    expect(Number(five.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(five.headers.get("x-quota-remaining")).toBe("4");
    const refused = await served.post({ headers: { ...headers, host: "evil.example" }, body: rpc("ping") });
    expect([refused.status, refused.headers.get("x-quota-remaining")]).toEqual([403, "4"]);
    const last = await served.post({ headers, body: rpc("ping") });
    expect([last.status, last.headers.get("x-quota-remaining")]).toEqual([200, "3"]);
  });
});

describe("names this server is called by", () => {
  const headersOf = (host: string, origin?: string) => ({
    host,
    ...(origin === undefined ? {} : { origin }),
  });

  test.each<[string, string | undefined, number]>([
    ["localhost:1", undefined, 200],
    ["127.0.0.1", "http://localhost:6274", 200],
    ["[::1]:80", undefined, 200],
    ["evil.example", undefined, 403],
    ["localhost.evil.example", undefined, 403],
    ["backend", undefined, 403],
    // A page can have an IP address as its host name only when this server serves it.
    ["10.0.0.5:8080", undefined, 200],
    ["[2001:db8::1]", undefined, 200],
    ["10.0.0.5:8080", "http://10.0.0.5:8080", 403],
    ["localhost", "http://evil.example", 403],
    ["localhost", "null", 403],
  ])("Host %s, Origin %s: %d", async (host, origin, expected) => {
    const { status, json } = await served.post({ headers: headersOf(host, origin), body: rpc("ping") });
    expect(status).toBe(expected);
    if (expected === 403) {
      expect(json.code).toBe("origin_not_allowed");
    }
  });

  test.each<[string, string | undefined, string, number]>([
    ["0.0.0.0", undefined, "anything.example", 200],
    ["0.0.0.0", "https://adres.example", "adres.example", 200],
    ["0.0.0.0", "https://adres.example", "other.example", 403],
    // Names by which proxies call the server behind them.
    ["0.0.0.0", "https://adres.example", "10.0.0.5:8080", 200],
    ["0.0.0.0", "https://adres.example", "[2001:db8::1]:8080", 200],
    ["127.0.0.1", "https://adres.example", "backend", 200],
    ["127.0.0.1", "https://adres.example", "baken.internal.example", 403],
  ])("listening on %s with public address %s, called %s: %d", async (host, publicUrl, name, expected) => {
    const app = createApp({ dataDir: served.dataDir, host, publicUrl });
    const request = new Request(`http://${name}/api/v1/mcp`, {
      method: "POST",
      headers: { ...keyed({}), "content-type": "application/json" },
      body: JSON.stringify(rpc("ping")),
    });
    expect((await app.fetch(request)).status).toBe(expected);
    app.close();
  });

  const PUBLIC = "https://adres.example";
  /** Columns: socket address, public address, headers Host, X-Forwarded-Host and Origin, status. */
  test.each<[string, string | undefined, [string, (string | undefined)?, string?], number]>([
    ["10.0.0.1", PUBLIC, ["baken.internal.example"], 200],
    ["10.0.0.1", PUBLIC, ["baken.internal.example", "adres.example"], 200],
    ["10.0.0.1", PUBLIC, ["baken.internal.example", "evil.example"], 403],
    ["10.0.0.1", PUBLIC, ["baken.internal.example", undefined, PUBLIC], 200],
    ["10.0.0.1", PUBLIC, ["baken.internal.example", "adres.example", "https://evil.example"], 403],
    ["10.0.0.1", undefined, ["backend", "adres.example", PUBLIC], 200],
    ["10.0.0.1", undefined, ["adres.example", undefined, PUBLIC], 200],
    ["10.0.0.1", undefined, ["backend", "adres.example", "https://evil.example"], 403],
    ["192.0.2.1", PUBLIC, ["baken.internal.example", "adres.example"], 403],
    ["192.0.2.1", undefined, ["backend", "adres.example"], 403],
  ])(
    "from %s with public address %s, %j: %d",
    async (address, publicUrl, [host, forwarded, origin], expected) => {
      const options = { host: "127.0.0.1", trustedProxies: ["10.0.0.0/8"], publicUrl };
      const app = createApp({ dataDir: served.dataDir, ...options });
      const headers = new Headers({ ...keyed({}), "content-type": "application/json" });
      if (forwarded !== undefined) {
        headers.set("x-forwarded-host", forwarded);
      }
      if (origin !== undefined) {
        headers.set("origin", origin);
      }
      const body = JSON.stringify(rpc("ping"));
      const request = new Request(`http://${host}/api/v1/mcp`, { method: "POST", headers, body });
      const response = await app.fetch(request, () => address);
      expect(response.status).toBe(expected);
      if (expected === 403) {
        expect(JSON.parse(await response.text()).code).toBe("origin_not_allowed");
      }
      app.close();
    },
  );
});
