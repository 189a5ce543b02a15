/**
 * Probes, metrics and login of the admin port while an engine of the node is frozen. In this state they must show that
 * the node is alive, and let the operator log in.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createApp } from "../../src/app.ts";
import { openAdminToken } from "../../src/pages/operator/server/admin-token.ts";
import { describeIf } from "../support/processes/describe-if.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { startTestAdmin } from "../support/servers/operator-harness.ts";
import { hasPostgres } from "../support/servers/postgres-cluster.ts";
import { hasRedis, startRedis } from "../support/servers/redis-process.ts";
import { startServe } from "../support/servers/serve-process.ts";
import { startDatabases } from "../support/stores/postgres-place.ts";

/** Time-outs of the engines. A faster answer did not wait for an engine. */
const ENGINE_MS = 20_000;
const PATIENT = ["--counters-timeout", "5000", "--accounts-timeout", `${ENGINE_MS}`];

/** Requests probes, metrics and login; returns the statuses. Fails if a request waits for an engine. */
async function askAll(origin: string, token: string): Promise<number[]> {
  const statusOf = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(4_000) });
    await response.text();
    return response.status;
  };
  const headers = { origin, "content-type": "application/json" };
  return await Promise.all([
    statusOf("/livez"),
    statusOf("/readyz"),
    statusOf("/metrics"),
    statusOf("/api/login", { method: "POST", headers, body: JSON.stringify({ token }) }),
  ]);
}

const ANSWERED = [200, 200, 200, 200];

describeIf(hasRedis() && hasPostgres(), "with frozen engines", async () => {
  const dataDir = makeDataFolder();
  const [databases, redis] = await Promise.all([startDatabases(), startRedis()]);
  const url = await databases.create();
  const env = [`BAKEN_ACCOUNTS=${url}`, `BAKEN_COUNTERS=${redis.url}`];
  const flags = ["--threads", "2", "--admin-port", "0", ...PATIENT];
  const node = await startServe(dataDir, flags, ["env", ...env]);
  const origin = /Metrics on (http:\/\/\S+:\d+)\//.exec(node.printed())![1]!;
  const token = readFileSync(join(dataDir, "admin-token"), "utf8").trim();
  afterAll(async () => {
    redis.thaw();
    databases.cluster.thaw();
    await node.signal("SIGKILL");
    await redis.stop();
    databases.remove();
    rmSync(dataDir, { recursive: true });
  });

  test.each([
    ["Redis", redis],
    ["PostgreSQL", databases.cluster],
  ] as const)(
    "of %s none is asked",
    async (_name, engine) => {
      expect(await askAll(origin, token)).toEqual(ANSWERED);
      engine.freeze();
      try {
        // Twice: the first requests may find connections that still seem to work.
        expect(await askAll(origin, token)).toEqual(ANSWERED);
        expect(await askAll(origin, token)).toEqual(ANSWERED);
      } finally {
        engine.thaw();
      }
    },
    60_000,
  );
});

describe("with stores and threads that never answer", () => {
  test("none is asked", async () => {
    const dataDir = makeDataFolder();
    const app = createApp({ dataDir });
    const asked: string[] = [];
    const never = (part: string) =>
      new Proxy({} as never, {
        get: (_, name) => () => {
          asked.push(`${part}.${String(name)}`);
          return new Promise(() => {});
        },
      });
    const parts = ["keys", "counters", "exports", "audit"] as const;
    const frozen = Object.fromEntries(parts.map((part) => [part, never(part)]));
    const admin = await startTestAdmin({ ...app, ...frozen }, dataDir);
    asked.length = 0;
    const { token } = openAdminToken(join(dataDir, "admin-token"));
    expect(await askAll(admin.url, token)).toEqual(ANSWERED);
    expect(asked).toEqual([]);
    await admin.stop(0);
    app.close();
    rmSync(dataDir, { recursive: true });
  });
});
