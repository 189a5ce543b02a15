/**
 * Tests three nodes of two threads behind HAProxy, with PostgreSQL, Redis and S3-compatible storage: one service, whose
 * limits, keys and exports are those of one process.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { until } from "../support/processes/until.ts";
import { startLoad } from "../support/servers/cluster-load.ts";
import { describeJobs } from "../support/servers/contract-walk.ts";
import { makeTestRequests, withoutRequestId } from "../support/servers/hot-swap-states.ts";
import { statusesOn } from "../support/servers/limited-clients.ts";
import { startNodeCluster } from "../support/servers/node-cluster.ts";
import { createKeyOn, revokeKeyOn, usageOn } from "../support/servers/node-operator.ts";
import { burst } from "../support/servers/serve-process.ts";
import { hasClusterPrograms, startSharedEngines } from "../support/servers/shared-engines.ts";

const NODES = 3;
const BURST = { requests: 20_000, connections: 48 };

/** Time-outs that a busy machine does not reach: engines that seem away would loosen limits and refuse new keys. */
const PATIENT = ["--counters-timeout", "5000", "--accounts-timeout", "20000"];
const FLAGS = ["--threads", "2", "--drain-seconds", "1", ...PATIENT];

async function startService() {
  const registryOf = await makeDemoFolder(2_000);
  const engines = await startSharedEngines(NODES);
  const settingsOf = (index: number) => {
    const { flags, env } = engines.settingsOf(index);
    return { flags: [...FLAGS, ...flags], ...(env && { env }) };
  };
  const cluster = await startNodeCluster({ registryOf, count: NODES, settingsOf });
  const [first] = cluster.nodes;
  const { token } = await createKeyOn(first!, "free", { ratePerMinute: 1_000_000 });
  return {
    ...cluster,
    first: first!,
    token,
    registryOf,
    async close() {
      await cluster.stop();
      await engines.remove();
      rmSync(registryOf, { recursive: true });
    },
  };
}

if (hasClusterPrograms()) {
  const service = await startService();
  afterAll(() => service.close());
  describeLimits(service);
  describeKeys(service);
  describeDraining(service);
  // The contract walk tests answers of GET; jobs begin on one node and are asked about on another.
  await describeJobs("jobs, through the proxy", {
    ask: (path, init = {}) => {
      const headers = {
        authorization: `Bearer ${service.token}`,
        ...(init.headers as Record<string, string>),
      };
      return fetch(service.url + path, { ...init, headers });
    },
  });
} else {
  test.skip("one service of three nodes: a program is missing", () => undefined);
}

type Service = Awaited<ReturnType<typeof startService>>;

/** Waits until every node accepts a key; returns how many requests passed meanwhile. */
async function untilKnown({ nodes }: Service, token: string): Promise<number> {
  let passed = 0;
  await until(async () => {
    const accepted = (await statusesOn(nodes, token)).filter((status) => status === 200).length;
    passed += accepted;
    return accepted === nodes.length;
  });
  return passed;
}

function describeLimits(service: Service): void {
  describe("limits over all nodes", () => {
    test("20,000 requests at a key with 60 a minute: exactly 60 pass in each window", async () => {
      const key = await createKeyOn(service.first, "rate", { ratePerMinute: 60 });
      const before = await untilKnown(service, key.token);
      const { statuses, passedByWindow } = await burst(service.port, key.token, BURST);
      const passed = 60 * Object.keys(passedByWindow).length - before;
      expect(statuses).toEqual({ "200": passed, "429": BURST.requests - passed });
    }, 180_000);

    test("20,000 requests at a key with a quota of 1,000: exactly 1,000 pass, and are written", async () => {
      const key = await createKeyOn(service.first, "quota", { ratePerMinute: null, monthlyQuota: 1_000 });
      const before = await untilKnown(service, key.token);
      const { statuses } = await burst(service.port, key.token, BURST);
      const passed = 1_000 - before;
      expect(statuses).toEqual({ "200": passed, "429": BURST.requests - passed });
      await until(async () => (await usageOn(service.first, key)) === 1_000);
    }, 180_000);
  });
}

function describeKeys(service: Service): void {
  const { nodes } = service;
  describe("keys", () => {
    test("a new key and a revoked one are so on every node", async () => {
      for (const [index, node] of nodes.entries()) {
        const key = await createKeyOn(node, `key of node ${index}`, { ratePerMinute: 1_000 });
        const allAnswer = (expected: number) =>
          until(async () => (await statusesOn(nodes, key.token)).every((status) => status === expected));
        await allAnswer(200);
        await revokeKeyOn(nodes[(index + 1) % NODES]!, key);
        await allAnswer(401);
      }
    }, 60_000);
  });
}

function describeDraining(service: Service): void {
  test("a POST under way on a node that drains is answered", async () => {
    const [node] = service.nodes;
    const drained = Promise.withResolvers<void>();
    const body = () =>
      new ReadableStream({
        async start(controller) {
          controller.enqueue("adres\nKerkstraat 1\n");
          await drained.promise;
          controller.enqueue("Kerkstraat 2\n");
          controller.close();
        },
      });
    const headers = { authorization: `Bearer ${service.token}`, "content-type": "text/csv" };
    // One on each node: the proxy chooses the node with the fewest requests.
    const answers = service.nodes.map(() =>
      fetch(`${service.url}/geocode/csv`, { method: "POST", headers, body: body() }),
    );
    await until(async () => (await service.states()).every(({ requests }) => requests === 1));
    const ended = node!.signal("SIGTERM");
    await until(async () => (await service.states()).some(({ status }) => !status.startsWith("UP")));
    drained.resolve();
    const rows = await Promise.all(
      answers.map(async (each) => {
        const answer = await each;
        return [answer.status, (await answer.text()).trimEnd().split("\n").length];
      }),
    );
    expect(rows).toEqual(service.nodes.map(() => [200, 3]));
    expect(await ended).toBe(0);
    await node!.start();
    await until(async () => (await node!.readiness()) === 200);
  }, 60_000);

  test("nodes that are stopped and started one after another cost no request", async () => {
    const requests = makeTestRequests(service.registryOf);
    const origin = new URL(service.url).origin;
    const headers = { authorization: `Bearer ${service.token}`, "content-type": "application/json" };
    const expected = await Promise.all(
      requests.map(async ({ path, body }) => {
        const init = body === undefined ? {} : { method: "POST", body };
        const response = await fetch(origin + path, { ...init, headers });
        return withoutRequestId({ status: response.status, body: await response.text() });
      }),
    );
    expect(expected.filter((answer) => !answer.startsWith("200 "))).toEqual([]);
    const load = startLoad({ origin, token: service.token, requests, allowed: [expected], clients: 6 });
    for (const node of service.nodes) {
      const before = load.answered();
      expect(await node.signal("SIGTERM")).toBe(0);
      await node.start();
      await until(async () => (await node.readiness()) === 200);
      expect(load.answered()).toBeGreaterThan(before);
    }
    await load.stop();
    expect(load.faults).toEqual([]);
  }, 180_000);
}
