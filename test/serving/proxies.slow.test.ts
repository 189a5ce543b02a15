/** Tests the server behind Debian's nginx, HAProxy and Caddy, with the configurations of docs/proxies.md. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { request } from "node:http";
import { startClusterProxy } from "../support/servers/cluster-proxy.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import {
  hasProxy,
  PROXIES,
  type ProxyName,
  type ProxyProcess,
  PUBLIC_HOST,
  startProxyProcess,
} from "../support/servers/proxy-process.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const dataDir = makeDataFolder();
const token = issueKey(dataDir, {});
/** Server that is given its public address; `inferring` learns it from the proxy. */
let configured: ServeProcess;
let inferring: ServeProcess;

beforeAll(async () => {
  const trusted = ["--trusted-proxies", "127.0.0.1", "--threads", "1"];
  [configured, inferring] = await Promise.all([
    startServe(dataDir, [...trusted, "--public-url", `https://${PUBLIC_HOST}`]),
    startServe(dataDir, trusted),
  ]);
});
afterAll(async () => {
  await Promise.all([configured.signal("SIGTERM"), inferring.signal("SIGTERM")]);
  rmSync(dataDir, { recursive: true });
});

/** Local addresses from which the tests of each proxy send requests; 127.0.0.1 is the proxy. */
const CLIENTS = {
  nginx: ["127.0.1.1", "127.0.1.2"],
  haproxy: ["127.0.2.1", "127.0.2.2"],
  caddy: ["127.0.3.1", "127.0.3.2"],
} as const;

/** Addresses from which forged headers come; a server below trusts the whole network that they are in. */
const [FORGER, OWNER] = ["127.0.5.1", "127.0.5.2"] as const;

/** Sends a request from one of this machine's addresses; returns the status. */
function statusFrom(localAddress: string, url: string, headers: Record<string, string>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request(url, { localAddress, headers: { host: PUBLIC_HOST, ...headers } }, (response) => {
    response.resume().on("end", () => resolve(response.statusCode!));
  })
    .on("error", reject)
    .end();
  return promise;
}

const PING = { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }) };
const JSON_BODY = { "content-type": "application/json" };

function createAsk(proxy: () => ProxyProcess) {
  return (path: string, init: RequestInit = {}) =>
    fetch(`${proxy().url}/api/v1${path}`, {
      ...init,
      headers: {
        host: PUBLIC_HOST,
        authorization: `Bearer ${token}`,
        ...(init.headers as Record<string, string>),
      },
      decompress: false,
    });
}

for (const name of PROXIES) {
  describe.skipIf(!hasProxy(name))(name, () => {
    let configuredProxy: ProxyProcess;
    let inferringProxy: ProxyProcess;
    beforeAll(async () => {
      configuredProxy = await startProxyProcess(name, configured.port);
      inferringProxy = await startProxyProcess(name, inferring.port);
    });
    afterAll(async () => {
      await Promise.all([configuredProxy?.stop(), inferringProxy?.stop()]);
    });
    const ask = createAsk(() => configuredProxy);
    const askInferring = createAsk(() => inferringProxy);

    test("links begin with the public address, configured or from the proxy", async () => {
      const first = async (response: Response) => JSON.parse(await response.text()).links.first;
      expect(await first(await ask("/streets"))).toStartWith(`https://${PUBLIC_HOST}/api/v1/streets?`);
      expect(await first(await askInferring("/streets"))).toStartWith(
        `http://${PUBLIC_HOST}/api/v1/streets?`,
      );
    });

    test("the client is who connected to the proxy, whatever it claims: for the addresses of a key, and the limits", async () => {
      const path = "/api/v1/demo/lookup?postcode=1382KT&number=5";
      const demo = (client: string) =>
        statusFrom(client, `${configuredProxy.url}${path}`, { "x-forwarded-for": "203.0.113.7" });
      const [client, other] = CLIENTS[name];
      for (let n = 0; n < 10; n++) {
        expect(await demo(client)).toBe(200);
      }
      expect([await demo(client), await demo(other)]).toEqual([429, 200]);

      const bound = { authorization: `Bearer ${issueKey(dataDir, { ipRanges: [client] })}` };
      const cities = (from: string, headers = {}) =>
        statusFrom(from, `${configuredProxy.url}/api/v1/cities`, { ...bound, ...headers });
      expect([await cities(client), await cities(other)]).toEqual([200, 403]);
      expect(await cities(other, { "x-forwarded-for": client })).toBe(403);
    });

    test("compression and ETags work through it", async () => {
      const headers = { "accept-encoding": "gzip" };
      const zipped = await ask("/openapi.yaml", { headers });
      expect(zipped.headers.get("content-encoding")).toBe("gzip");
      const text = Buffer.from(Bun.gunzipSync(new Uint8Array(await zipped.arrayBuffer()))).toString();
      expect(text).toStartWith("openapi: 3.0.3");
      const etag = (await ask("/cities", { headers })).headers.get("etag")!;
      expect((await ask("/cities", { headers: { ...headers, "if-none-match": etag } })).status).toBe(304);
    });

    test.each([
      ["set", () => ask],
      ["inferred", () => askInferring],
    ] as const)("MCP answers under the public address, %s", async (_, via) => {
      const post = (origin?: string) =>
        via()("/mcp", { ...PING, headers: { ...JSON_BODY, ...(origin === undefined ? {} : { origin }) } });
      expect((await post()).status).toBe(200);
      expect((await post(`https://${PUBLIC_HOST}`)).status).toBe(200);
      expect((await post("https://evil.example")).status).toBe(403);
    });

    test("an export comes whole, compressed and in part", async () => {
      const queued = await ask("/export/addresses", { method: "POST" });
      expect(queued.status).toBe(202);
      const id = JSON.parse(await queued.text()).data.job_id;
      const giveUpAt = performance.now() + 20_000;
      const state = async () => JSON.parse(await (await ask(`/export/${id}`)).text()).data;
      while ((await state()).status !== "completed" && performance.now() < giveUpAt) {
        await Bun.sleep(20);
      }
      const { download_url, file_size } = await state();
      expect(download_url).toBe(`https://${PUBLIC_HOST}/api/v1/export/${id}/download`);

      const get = (headers: Record<string, string> = {}) => ask(`/export/${id}/download`, { headers });
      const whole = await get();
      const bytes = new Uint8Array(await whole.arrayBuffer());
      expect([whole.status, bytes.length]).toEqual([200, file_size]);
      const zipped = await get({ "accept-encoding": "gzip" });
      expect(zipped.headers.get("content-encoding")).toBe("gzip");
      expect(Bun.gunzipSync(new Uint8Array(await zipped.arrayBuffer()))).toEqual(bytes);
      const part = await get({ range: "bytes=100-199", "accept-encoding": "gzip" });
      expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 100-199/${file_size}`]);
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(100, 200));
      expect((await get({ "if-none-match": whole.headers.get("etag")! })).status).toBe(304);
    }, 60_000);
  });
}

describe("a server that trusts the network of its clients", () => {
  let trusting: ServeProcess;
  let adminPort: number;
  beforeAll(async () => {
    trusting = await startServe(dataDir, [
      ...["--threads", "1", "--admin-port", "0"],
      ...["--trusted-proxies", "127.0.0.0/8"],
    ]);
    adminPort = Number(/Metrics on http:\/\/\S+:(\d+)\//.exec(trusting.printed())![1]);
  });
  afterAll(async () => {
    await trusting.signal("SIGTERM");
  });

  const WAYS: [what: string, name: ProxyName, start: () => Promise<ProxyProcess>][] = [
    ...PROXIES.map((name): [string, ProxyName, () => Promise<ProxyProcess>] => [
      `${name} as in docs/proxies.md`,
      name,
      () => startProxyProcess(name, trusting.port),
    ]),
    ["deploy/compose/haproxy.cfg", "haproxy", () => startClusterProxy([{ port: trusting.port, adminPort }])],
  ];
  test.each(WAYS)(
    "behind %s: a forged X-Forwarded-For opens no key that is bound to an address",
    async (_, name, start) => {
      if (!hasProxy(name)) {
        return;
      }
      const proxy = await start();
      const bound = { authorization: `Bearer ${issueKey(dataDir, { ipRanges: [OWNER, "203.0.113.7"] })}` };
      const statuses = await Promise.all(
        [
          [OWNER, {}],
          [FORGER, {}],
          [FORGER, { "x-forwarded-for": OWNER }],
          [FORGER, { "x-forwarded-for": "203.0.113.7" }],
          [FORGER, { "x-forwarded-for": "203.0.113.7, 127.0.5.3" }],
        ].map(([from, headers]) =>
          statusFrom(from as string, `${proxy.url}/api/v1/cities`, { ...bound, ...(headers as object) }),
        ),
      );
      await proxy.stop();
      expect(statuses).toEqual([200, 403, 403, 403, 403]);
    },
  );
});

describe("a proxy that sends no forwarding headers", () => {
  let withoutForwarding: ServeProcess;
  beforeAll(async () => {
    withoutForwarding = await startServe(dataDir, [
      "--threads",
      "1",
      "--public-url",
      `https://${PUBLIC_HOST}`,
    ]);
  });
  afterAll(async () => {
    await withoutForwarding.signal("SIGTERM");
  });

  const withoutHeaders = (snippet: string) => snippet.replaceAll(/^.*X-Forwarded.*\n/gm, "");
  /** Makes nginx send the name of the upstream as Host. */
  const withUpstreamName = (snippet: string) =>
    `upstream backend { server 127.0.0.1:8080; }\n${withoutHeaders(snippet).replace("http://127.0.0.1:8080", "http://backend")}`;
  const withPorts = (snippet: string) =>
    snippet.replace("$remote_addr", '"203.0.113.7:1, $remote_addr:$remote_port"');

  test.each([
    ["nginx", "127.0.0.1 as Host", withoutHeaders],
    ["nginx", "backend as Host", withUpstreamName],
    ["haproxy", "the client's Host", withoutHeaders],
    ["caddy", "the client's Host", withoutHeaders],
  ] as const)("%s with %s: MCP answers under the public address", async (name, _, change) => {
    if (!hasProxy(name)) {
      return;
    }
    const proxy = await startProxyProcess(name, withoutForwarding.port, change);
    const response = await createAsk(() => proxy)("/mcp", { ...PING, headers: JSON_BODY });
    await proxy.stop();
    expect(response.status).toBe(200);
  });

  test("nginx that writes ports behind addresses: the client is its client", async () => {
    if (!hasProxy("nginx")) {
      return;
    }
    const proxy = await startProxyProcess("nginx", configured.port, withPorts);
    const headers = { authorization: `Bearer ${issueKey(dataDir, { ipRanges: ["127.0.4.1"] })}` };
    const statuses = await Promise.all(
      ["127.0.4.1", "127.0.4.2"].map((client) => statusFrom(client, `${proxy.url}/api/v1/cities`, headers)),
    );
    await proxy.stop();
    expect(statuses).toEqual([200, 403]);
  });
});
