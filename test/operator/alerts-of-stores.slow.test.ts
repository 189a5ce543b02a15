/**
 * Causes faults of the shared stores for real. Checks that each alert fires for the metrics of a node (promtool) and
 * that `baken doctor`, run on that node, reports the fault: PostgreSQL and Redis stopped, storage killed so that a job
 * waits, a manifest broken, of another schema and removed, a node killed, clocks that differ.
 */
import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { PostgresNodes } from "../../src/accounts/postgres/postgres-nodes.ts";
import { Postgres } from "../../src/base/postgres.ts";
import { MANIFEST_NAME } from "../../src/distribution/manifest.ts";
import { startStoreChecks } from "../../src/operator/doctor/store-checks.ts";
import type { NodeAnswer } from "../../src/operator/nodes/node-facts.ts";
import { BAKEN, collectOutcome, runBaken, start } from "../support/processes/baken-process.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { fires, readFindings, type Scrape, scrapeWith } from "../support/processes/fired-alerts.ts";
import { newDataFolder } from "../support/processes/run-backup.ts";
import { until } from "../support/processes/until.ts";
import { type ClusterNode, type NodeCluster, startNodeCluster } from "../support/servers/node-cluster.ts";
import { findFreePort, type PostgresCluster, startPostgres } from "../support/servers/postgres-cluster.ts";
import { type RedisProcess, startRedis } from "../support/servers/redis-process.ts";
import { BUCKET, type S3Server, startS3 } from "../support/servers/s3-server.ts";
import { hasClusterPrograms } from "../support/servers/shared-engines.ts";

const isPossible = [hasProgram("promtool", "prometheus"), hasClusterPrograms()].every(Boolean);
const ALL_WELL = /^baken_source_success_timestamp_seconds/m;

describe.skipIf(!isPossible)("what nodes share", () => {
  const root = mkdtempSync(join(tmpdir(), "baken-alerts-"));
  const source = join(root, "registries");
  const manifest = join(source, MANIFEST_NAME);
  let [postgres, redis, s3] = [] as unknown as [PostgresCluster, RedisProcess, S3Server];
  let cluster: NodeCluster;
  let nodes: readonly ClusterNode[];
  let env: Record<string, string>;
  let well: Scrape;

  beforeAll(async () => {
    const dataDir = newDataFolder();
    expect((await runBaken(["publish", "--data", dataDir, "--to", source])).exitCode).toBe(0);
    postgres = startPostgres({ port: await findFreePort() });
    [redis, s3] = await Promise.all([startRedis(), startS3()]);
    env = {
      BAKEN_ACCOUNTS: postgres.url,
      BAKEN_COUNTERS: redis.url,
      BAKEN_EXPORT_STORE: `s3://${BUCKET}/exports`,
      BAKEN_REGISTRY_SOURCE: source,
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    };
    cluster = await startNodeCluster({ count: 2, settingsOf: () => ({ flags: ["--threads", "1"], env }) });
    nodes = cluster.nodes;
    await scrapeNode(/^baken_nodes 2/m);
    well = await scrapeNode(ALL_WELL);
  }, 120_000);
  afterAll(async () => {
    await cluster.stop();
    await Promise.all([redis.stop(), s3.close()]);
    postgres.remove();
    rmSync(root, { recursive: true });
  });

  const metricsUrl = () => `http://127.0.0.1:${nodes[0]!.adminPort}/metrics`;

  const scrapeNode = (line: RegExp, limitMs = 30_000) => scrapeWith(metricsUrl(), line, limitMs);

  /** Runs a command as on the first node. */
  async function runOnNode(...args: string[]) {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    return await collectOutcome(start(["env", ...variables, BAKEN, ...args, "--data", nodes[0]!.dataDir]));
  }

  /** Returns the warnings and errors of doctor on the first node, as `level check: text`. */
  async function examine(): Promise<string[]> {
    const { stdout } = await runOnNode("doctor", "--json", "--port", `${nodes[0]!.port}`);
    return readFindings(stdout).filter((text) => !text.includes("age of the data"));
  }

  test("all is well at first, and every node is listed", async () => {
    expect((await examine()).filter((text) => !/^warning (permissions|keys|read-ahead)/.test(text))).toEqual(
      [],
    );
    const listNodes = async () =>
      JSON.parse((await runOnNode("nodes", "--json")).stdout) as readonly NodeAnswer[];
    // A node reports every two seconds, the first time while it starts.
    const isSettled = ({ unready, source, clockOffsetMs }: NodeAnswer) =>
      unready.length === 0 && source?.lastSuccessAt != null && clockOffsetMs !== null;
    await until(async () => (await listNodes()).every(isSettled));
    const told = await listNodes();
    expect(told).toHaveLength(2);
    for (const node of told) {
      expect(node).toMatchObject({
        registry: expect.stringMatching(/^2021-10-15-[0-9a-f]{12}$/),
        silentSeconds: null,
        unready: [],
        stores: { accounts: true, counters: true, storage: true },
        source: { fault: null, lastSuccessAt: expect.any(String) },
      });
      expect(Math.abs(node.clockOffsetMs!)).toBeLessThan(2_000);
    }
    const table = (await runOnNode("nodes")).stdout;
    expect(table).toContain("accounts, counters, storage");
    expect(table.match(/ ready /g)).toHaveLength(2);
  }, 60_000);

  test("Redis is killed", async () => {
    await redis.kill();
    const away = await scrapeNode(/^baken_counters_unreachable 1/m);
    expect(fires("BakenCountersUnreachable", well, away)).toBe(true);
    expect(await examine()).toContainEqual(expect.stringMatching(/^error Redis: .* cannot count limits: /));
    await redis.start();
    await scrapeNode(/^baken_counters_unreachable 0/m);
    expect(nodes[0]!.printed()).not.toContain("undefined");
  }, 90_000);

  test("a manifest is broken, of another schema, and removed", async () => {
    const sound = readFileSync(manifest, "utf8");
    const broken = {
      manifest: sound.slice(0, sound.length / 2),
      // Marked as by a newer baken that publishes to the same place.
      schema: JSON.stringify({ ...JSON.parse(sound), supersededAt: Date.now() }),
    };
    for (const [reason, content] of Object.entries(broken)) {
      writeFileSync(manifest, content);
      const failing = await scrapeNode(new RegExp(`^baken_source_failing\\{reason="${reason}"\\} 1`, "m"));
      expect(fires("BakenSourceFailing", well, failing)).toBe(true);
      if (reason === "manifest") {
        // Two hours later this alert depends on the age only.
        expect(fires("BakenFetchStuck", well, failing)).toBe(true);
        expect(nodes[0]!.printed()).not.toContain("recovered: the published registry");
      }
      expect(await examine()).toContainEqual(expect.stringMatching(/^(error|warning) registry source: /));
    }
    rmSync(manifest);
    expect(
      fires("BakenSourceFailing", well, await scrapeNode(/^baken_source_failing\{reason="missing"\} 1/m)),
    ).toBe(true);
    expect(await examine()).toContainEqual(
      expect.stringMatching(/^error registry source: nothing is published yet/),
    );
    writeFileSync(manifest, sound);
    await scrapeNode(/^baken_source_failing\{reason="missing"\} 0/m, 60_000);
    expect(nodes[0]!.printed()).toContain("recovered: the published registry");
  }, 120_000);

  test("the storage is killed: a job waits, and `recovered` is said only once it works again", async () => {
    const created = await runOnNode("keys", "create", "--name", "x", "--type", "server");
    const authorization = `Bearer ${created.stdout.trim().split("\n").at(-1)}`;
    await s3.kill();
    const queued = await fetch(`${nodes[0]!.url}/export/addresses`, {
      method: "POST",
      headers: { authorization },
    });
    expect(queued.status).toBe(202);
    // The nodes look at the storage once a minute.
    const away = await scrapeNode(/^baken_storage_unreachable 1/m, 90_000);
    expect(fires("BakenStorageUnreachable", well, away)).toBe(true);
    expect(await examine()).toContainEqual(
      expect.stringMatching(/^error export store: s3:.* cannot be reached: /),
    );
    const sql = new SQL(postgres.url);
    await sql`UPDATE baken.export_job SET created_at = now() - interval '20 minutes'`;
    await sql.close();
    const waiting = await scrapeNode(/^baken_oldest_job_timestamp_seconds/m);
    expect(fires("BakenJobsWaiting", well, waiting)).toBe(true);
    // From time to time the job is tried; it does not wait then.
    const found = async () => (await examine()).join();
    await until(async () => /warning jobs: A job has been waiting for 2\d/.test(await found()), 60_000);
    expect(nodes[0]!.printed()).not.toContain("recovered: the export thread");
    await s3.start();
    await scrapeNode(/^baken_storage_unreachable 0/m, 60_000);
    await scrapeNode(/^baken_jobs\{state="completed"\} 1/m, 30_000);
    expect(nodes.map((node) => node.printed()).join()).toContain("recovered: the export thread");
  }, 240_000);

  test("a node is killed", async () => {
    const [, second] = nodes;
    await second!.signal("SIGKILL");
    const lost = await scrapeNode(/^baken_nodes 1/m, 40_000);
    expect(fires("BakenNodeLost", well, lost)).toBe(true);
    expect(await examine()).toContainEqual(
      expect.stringMatching(/^warning nodes: .* has been silent for \d+ s/),
    );
    expect((await runOnNode("nodes")).stdout).toMatch(/silent for \d+ s/);
    await second!.start();
    await scrapeNode(/^baken_nodes 2/m);
  }, 90_000);

  test("a clock that is five seconds ahead", async () => {
    const database = new Postgres({ url: postgres.url });
    const store = new PostgresNodes(database);
    await store.report("ahead", "{}");
    setSystemTime(new Date(Date.now() + 5_000));
    try {
      const { clockOffsetMs } = await store.report("ahead", "{}");
      expect(clockOffsetMs).toBeWithin(-6_000, -4_000);
      const text = well.text.replace(/^(baken_clock_offset_seconds) .*/m, `$1 ${clockOffsetMs / 1000}`);
      expect(text).not.toBe(well.text);
      expect(fires("BakenClockWrong", well, { ...well, text })).toBe(true);
      const checks = startStoreChecks({
        data: nodes[0]!.dataDir,
        accounts: postgres.url,
        accountsTimeout: 2_000,
        counters: redis.url,
        countersTimeout: 1_000,
        countersRetry: 1_000,
        exportStore: undefined,
        registrySource: undefined,
        registryKey: undefined,
        filesPage: undefined,
      });
      const found = (await Promise.all(checks)).flat();
      const texts = found.filter(({ check }) => check === "clock").map((finding) => finding.text);
      expect(texts).toEqual([
        expect.stringMatching(
          /^The clock of this machine is \d\.\d s ahead of the clock of PostgreSQL at \S+\.$/,
        ),
        expect.stringMatching(/^The clock of this machine is \d\.\d s ahead of the clock of Redis\.$/),
      ]);
    } finally {
      setSystemTime();
      await store.remove("ahead");
      await database.close();
    }
  }, 60_000);

  test("PostgreSQL is stopped", async () => {
    const created = await runOnNode("keys", "create", "--name", "y", "--type", "server");
    const authorization = `Bearer ${created.stdout.trim().split("\n").at(-1)}`;
    const askJob = () =>
      fetch(`${nodes[0]!.url}/export/${crypto.randomUUID()}`, { headers: { authorization } });
    expect((await askJob()).status).toBe(404);
    const before = await scrapeNode(ALL_WELL);
    postgres.stop();
    for (let n = 0; n < 50; n++) {
      expect((await askJob()).status).toBe(503);
    }
    const failing = await scrapeNode(/^baken_http_requests_total\{.*,status="503"\} 50$/m);
    expect(fires("BakenServerErrors", before, failing, { goesOn: true })).toBe(true);
    const away = await scrapeNode(/^baken_accounts_unwritable 1/m);
    expect(fires("BakenAccountsUnwritable", well, away)).toBe(true);
    expect(await examine()).toContainEqual(expect.stringMatching(/^error accounts: PostgreSQL at 127.0.0.1/));
    postgres.start();
    await scrapeNode(/^baken_accounts_unwritable 0/m);
  }, 90_000);
});
