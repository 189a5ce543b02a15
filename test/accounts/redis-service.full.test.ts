/** Whole programs with Redis: answers, status, metric and log while it is there, while it is away, and afterwards. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { hasPostgres } from "../support/servers/postgres-cluster.ts";
import { hasRedis, type RedisProcess, startRedis } from "../support/servers/redis-process.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";
import { type Databases, startDatabases } from "../support/stores/postgres-place.ts";

const metricsUrl = (server: ServeProcess) => server.printed().match(/Metrics on (\S+)/)![1]!;
const linesAboutRedis = (server: ServeProcess): { level: string }[] =>
  server
    .printed()
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes("Redis"))
    .map((line) => JSON.parse(line));

describe.skipIf(!(hasRedis() && hasPostgres()))("two servers with one Redis", () => {
  let databases: Databases;
  let redis: RedisProcess;
  let dataDir: string;
  let accounts: string[];
  let servers: ServeProcess[];

  beforeAll(async () => {
    databases = await startDatabases();
    redis = await startRedis({ password: "topsecret" });
    dataDir = await makeDemoFolder(2_000);
    accounts = ["--accounts", await databases.create()];
    // A busy machine is no outage.
    const counters = ["--counters", redis.url, "--counters-timeout", "2000"];
    const flags = [...accounts, ...counters, "--threads", "2", "--admin-port", "0"];
    servers = await Promise.all([startServe(dataDir, flags), startServe(dataDir, flags)]);
  }, 60_000);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.signal("SIGKILL")));
    await redis.stop();
    databases.remove();
    rmSync(dataDir, { recursive: true });
  });

  const createKey = async (...words: string[]) => {
    const command = ["keys", "create", "--name", "x", "--type", "server", ...words, ...accounts];
    return (await runBaken([...command, "--data", dataDir])).stdout.trim();
  };
  const ask = (server: ServeProcess, token: string, query = "") =>
    fetch(`${server.url}/cities${query}`, { headers: { authorization: `Bearer ${token}` } });
  const statusOf = async (server: ServeProcess) => {
    const response = await fetch(`${server.url}/status`);
    const { checks } = (await response.json()) as { checks: { cache: string } };
    return [response.status, checks.cache];
  };

  test("a limit holds over both; headers count down once; what is invalid costs no quota", async () => {
    const token = await createKey("--rate", "60", "--quota", "1000");
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(servers[n % 2]!, token)));
    const passed = answers.filter(({ status }) => status === 200);
    expect([passed.length, answers.filter(({ status }) => status === 429).length]).toEqual([60, 140]);
    const left = passed.map(({ headers }) => Number(headers.get("x-ratelimit-remaining")));
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
    expect(new Set(answers.map(({ headers }) => headers.get("x-ratelimit-reset"))).size).toBe(1);
    const other = await createKey("--quota", "10");
    for (const server of servers) {
      expect((await ask(server, other, "?page=x")).status).toBe(422);
    }
    // Answers are sent before Redis has recorded the returned requests.
    const left422 = async () => (await ask(servers[0]!, other, "?page=x")).headers.get("x-quota-remaining");
    await until(async () => (await left422()) === "10");
  });

  test("while Redis is away both answer, and say so; afterwards they count together again", async () => {
    const token = await createKey("--rate", "50");
    await ask(servers[0]!, token);
    await redis.kill();
    for (const server of servers) {
      await until(async () => Bun.deepEquals(await statusOf(server), [503, "error"]));
      expect(await (await fetch(`${metricsUrl(server)}`)).text()).toContain(
        "\nbaken_counters_unreachable 1\n",
      );
      expect((await ask(server, token)).status).toBe(200);
    }
    await redis.start();
    for (const server of servers) {
      await until(async () => Bun.deepEquals(await statusOf(server), [200, "ok"]));
    }
    const left = async (server: ServeProcess) =>
      Number((await ask(server, token)).headers.get("x-ratelimit-remaining"));
    const before = await left(servers[0]!);
    expect(await left(servers[1]!)).toBe(before - 1);
    for (const server of servers) {
      // One line for each change. On a busy machine a thread may notice an outage after other threads have recovered.
      await until(() => linesAboutRedis(server).at(-1)?.level === "info");
      const lines = linesAboutRedis(server);
      expect(lines.map(({ level }) => level)).toEqual(lines.map((_, n) => (n % 2 === 0 ? "error" : "info")));
      expect(lines.length).toBeLessThan(9);
      expect(JSON.stringify(lines)).not.toContain("topsecret");
    }
  });

  test("--counters without --accounts ends with what is missing", async () => {
    const { exitCode, stderr } = await runBaken(["serve", "--counters", redis.url, "--data", dataDir]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("--counters (BAKEN_COUNTERS) needs --accounts");
  });
});
