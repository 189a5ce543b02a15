/** Many workers on the jobs in PostgreSQL. Some of them die, and the database is killed: each job is done once. */
import { afterAll, expect, test } from "bun:test";
import { SQL } from "bun";
import { Postgres } from "../../src/base/postgres.ts";
import { migrate } from "../../src/base/postgres-migrations.ts";
import { postgresJobs } from "../../src/exports/postgres/postgres-jobs.ts";
import { JOB_TABLES } from "../../src/exports/postgres/schema.ts";
import { describeIf } from "../support/processes/describe-if.ts";
import { until } from "../support/processes/until.ts";
import { testRandom } from "../support/seed.ts";
import { hasPostgres } from "../support/servers/postgres-cluster.ts";
import { startDatabases } from "../support/stores/postgres-place.ts";

const JOBS = 300;
const WORKERS = 6;
const RESTARTS = 2;
const LIMITS = { perKey: 1_000, overall: JOBS, bytesPerKey: 1e9 };

describeIf(hasPostgres(), "jobs of many workers", async () => {
  const databases = await startDatabases();
  afterAll(() => databases.remove());
  const random = testRandom();

  test("limits hold when six nodes add at once", async () => {
    const url = await databases.create();
    const nodes = Array.from({ length: WORKERS }, () => new Postgres({ url }));
    await Promise.all(nodes.map((node) => migrate(node, [JOB_TABLES])));
    const stores = nodes.map((node) => postgresJobs(node));
    const job = {
      keyId: 1,
      kind: "export",
      request: { filter: {}, format: "csv" },
      totalRecords: 1,
    } as const;
    const added = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        stores[i % WORKERS]!.add(job, { perKey: 20, overall: 100, bytesPerKey: 1e9 }),
      ),
    );
    expect(added.filter((each) => typeof each !== "string").length).toBe(20);
    expect(added.filter((each) => each === "key-full").length).toBe(40);
    await Promise.all(nodes.map((node) => node.close()));
  });

  test(`${JOBS} jobs, ${WORKERS} workers, ${RESTARTS} restarts of the database: each is completed once`, async () => {
    const url = await databases.create();
    const nodes = Array.from({ length: WORKERS }, () => new Postgres({ url, timeoutMs: 1_000 }));
    await migrate(nodes[0]!, [JOB_TABLES]);
    const stores = nodes.map((node) => postgresJobs(node));
    for (let i = 0; i < JOBS; i++) {
      const request = { filter: {}, format: "csv" } as const;
      await stores[0]!.add({ keyId: 1 + (i % 7), kind: "export", request, totalRecords: 1 }, LIMITS);
    }
    const completions = new Map<string, number>();
    let abandoned = 0;
    const isOver = () => completions.size === JOBS;
    const work = async (store: ReturnType<typeof postgresJobs>, name: string) => {
      while (!isOver()) {
        const claim = await store.claim("export", name, () => false).catch(() => undefined);
        if (claim === undefined) {
          await Bun.sleep(5);
          continue;
        }
        const fate = random();
        if (fate < 0.1) {
          abandoned++;
          continue;
        }
        const file = {
          name: `${claim.id}.${claim.attempt}`,
          sizeBytes: 1,
          version: "v",
          retentionMs: 3_600_000,
        };
        if (await store.complete(claim, 1, file)) {
          completions.set(claim.id, (completions.get(claim.id) ?? 0) + 1);
        }
      }
    };
    const working = Promise.all(stores.map((store, i) => work(store, `worker ${i}`)));
    for (let restart = 1; restart <= RESTARTS; restart++) {
      await until(() => completions.size > (restart * JOBS) / 5);
      databases.cluster.kill();
      await until(() => {
        try {
          databases.cluster.start();
          return true;
        } catch {
          return false;
        }
      }, 30_000);
    }
    // Ends the leases of dead workers by changing their end, because the database's clock cannot be moved. Leases of
    // live workers are left alone: these have a job for moments only, and repeated interruptions would fail the job.
    await using db = new SQL(url, { max: 1, connection: { search_path: "baken" } });
    await until(async () => {
      await db`UPDATE export_job SET lease_until = now()
        WHERE state = 'processing' AND updated_at < now() - interval '1 second'`;
      return isOver();
    }, 60_000);
    await working;
    expect([...completions.values()].every((times) => times === 1)).toBe(true);
    const rows: { state: string; jobs: number }[] =
      await db`SELECT state, count(*)::integer AS jobs FROM export_job GROUP BY state`;
    expect([...rows]).toEqual([{ state: "completed", jobs: JOBS }]);
    expect(abandoned).toBeGreaterThan(10);
    await Promise.all(nodes.map((node) => node.close()));
  }, 120_000);
});
