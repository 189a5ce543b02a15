/** Requests to a node that is frozen, behind deploy/compose/haproxy.cfg. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { until } from "../support/processes/until.ts";
import { startClusterProxy } from "../support/servers/cluster-proxy.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { hasProxy, type ProxyProcess } from "../support/servers/proxy-process.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

describe.skipIf(!hasProxy("haproxy"))("a frozen node", () => {
  const dataDir = makeDataFolder();
  const token = issueKey(dataDir, {});
  let nodes: ServeProcess[] = [];
  let proxy: ProxyProcess;

  beforeAll(async () => {
    const flags = ["--threads", "1", "--admin-port", "0", "--trusted-proxies", "127.0.0.1"];
    nodes = [await startServe(dataDir, flags), await startServe(dataDir, flags)];
    proxy = await startClusterProxy(
      nodes.map(({ port, printed }) => ({
        port,
        adminPort: Number(/Metrics on http:\/\/\S+:(\d+)\//.exec(printed())![1]),
      })),
    );
  });
  afterAll(async () => {
    process.kill(nodes[0]!.pid, "SIGCONT");
    await proxy?.stop();
    await Promise.all(nodes.map((node) => node.signal("SIGKILL")));
    rmSync(dataDir, { recursive: true });
  });

  const ask = async () => {
    const startedMs = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${proxy.url}/api/v1/cities`, { headers }).catch(() => undefined);
    await response?.arrayBuffer();
    return { status: response?.status, tookMs: performance.now() - startedMs };
  };

  test("ends its requests within five seconds, and gets no more", async () => {
    expect((await ask()).status).toBe(200);
    process.kill(nodes[0]!.pid, "SIGSTOP");
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    // Those that the frozen node held are sent to the other one.
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeLessThan(5_000);
    await until(async () => (await Promise.all([ask(), ask(), ask()])).every(({ status }) => status === 200));
  }, 120_000);
});
