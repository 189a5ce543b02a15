/** Tests the agreement of servers on a registry in PostgreSQL. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { Postgres } from "../../src/base/postgres.ts";
import { openPostgresRollout, type Rollout } from "../../src/distribution/open-rollout.ts";
import { until } from "../support/processes/until.ts";
import {
  findFreePort,
  hasPostgres,
  type PostgresCluster,
  startPostgres,
} from "../support/servers/postgres-cluster.ts";

const A = { sha256: "a".repeat(64), publishedAt: 1 };
const B = { sha256: "b".repeat(64), publishedAt: 2 };

describe.skipIf(!hasPostgres())("servers", () => {
  let postgres: PostgresCluster;
  const databases: Postgres[] = [];
  const rollouts: Rollout[] = [];
  beforeAll(async () => {
    postgres = startPostgres({ port: await findFreePort() });
  });
  afterAll(() => postgres.remove());
  afterEach(async () => {
    await Promise.all(rollouts.splice(0).map((one) => one.close()));
    const [database] = databases;
    await database!.run((sql) => sql.unsafe("DELETE FROM schema_agreement; DELETE FROM schema_server"));
    await Promise.all(databases.splice(0).map((one) => one.close()));
  });

  function open(waitSeconds = 600, schema?: number): Rollout {
    const database = new Postgres({ url: postgres.url });
    databases.push(database);
    const rollout = openPostgresRollout({ database, waitSeconds, ...(schema !== undefined && { schema }) });
    rollouts.push(rollout);
    return rollout;
  }

  test("that start together make the tables once", async () => {
    const all = Array.from({ length: 6 }, () => open());
    const answers = await Promise.all(all.map((one) => one.report(undefined)));
    expect(answers.map(({ sha256 }) => sha256)).toEqual(Array(6).fill(undefined));
  });

  test("agree when the last of them is ready, on a moment a second later", async () => {
    const [one, two, three] = [open(), open(), open()];
    for (const each of [one, two, three]) {
      await each.report(undefined);
    }
    expect((await one.report(A)).sha256).toBeUndefined();
    expect((await two.report(A)).sha256).toBeUndefined();
    const beganMs = performance.now();
    const agreed = await three.report(A);
    expect(agreed.sha256).toBe(A.sha256);
    // A second after the agreement, which is somewhere in this report.
    expect(agreed.switchInMs).toBeGreaterThan(990 - (performance.now() - beganMs));
    expect(agreed.switchInMs).toBeLessThanOrEqual(1_000);
    expect((await one.report(A)).sha256).toBe(A.sha256);
    await until(async () => (await one.report(A)).switchInMs < 0);
  });

  test("wait for each other at a further version too, and never go back to an earlier one", async () => {
    const [one, two] = [open(), open(0)];
    await one.report(B);
    await two.report(B);
    expect((await one.report(B)).sha256).toBe(B.sha256);
    // This server still has the previous registry, and its setting is to wait for no other server.
    expect((await two.report(A)).sha256).toBe(B.sha256);
    const C = { sha256: "c".repeat(64), publishedAt: 3 };
    expect((await one.report(C)).sha256).toBe(B.sha256);
    expect((await two.report(C)).sha256).toBe(C.sha256);
    // The same registry as before, published again.
    const again = { ...B, publishedAt: 4 };
    await one.report(again);
    expect((await two.report(again)).sha256).toBe(B.sha256);
  });

  test("do not wait for a stopped node, nor longer than the setting says", async () => {
    const [one, closed, silent] = [open(), open(), open()];
    await closed.report(undefined);
    await closed.close();
    await silent.report(undefined);
    expect((await one.report(A)).sha256).toBeUndefined();
    await until(async () => (await one.report(A)).sha256 === A.sha256);
    // Other servers wait for one that reports without being ready, but only for the time set.
    const impatient = open(1);
    const beganMs = performance.now();
    await until(async () => {
      await silent.report(A);
      return (await impatient.report(B)).sha256 === B.sha256;
    });
    expect(performance.now() - beganMs).toBeGreaterThan(990);
  });

  test("agree with those of their schema only, and wait for no other", async () => {
    const [one, two, upgraded] = [open(), open(), open(600, 99)];
    for (const each of [one, two]) {
      await each.report(A);
    }
    expect((await one.report(A)).sha256).toBe(A.sha256);
    expect((await upgraded.report(undefined)).sha256).toBeUndefined();
    expect((await upgraded.report(B)).sha256).toBe(B.sha256);
    for (const each of [one, two]) {
      expect((await each.report(A)).sha256).toBe(A.sha256);
    }
  });

  test("that ask at once move it once", async () => {
    const all = Array.from({ length: 8 }, () => open());
    await Promise.all(all.map((one) => one.report(undefined)));
    for (let version = 1; version <= 20; version++) {
      const ready = { sha256: version.toString(16).padStart(64, "0"), publishedAt: version };
      await Promise.all(all.map((one) => one.report(ready)));
      const agreed = await Promise.all(all.map((one) => one.report(ready)));
      expect(new Set(agreed.map(({ sha256 }) => sha256))).toEqual(new Set([ready.sha256]));
      const moments = agreed.map(({ switchInMs }) => switchInMs);
      expect(Math.max(...moments)).toBeLessThanOrEqual(1_000);
    }
  }, 60_000);

  test("go on after PostgreSQL was restarted", async () => {
    const [one, two] = [open(), open()];
    await one.report(A);
    await two.report(A);
    await one.report(A);
    postgres.stop();
    await expect(one.report(B)).rejects.toThrow();
    postgres.start();
    await until(async () => {
      const reports = await Promise.allSettled([one.report(B), two.report(B)]);
      return reports.some(({ status }) => status === "fulfilled") && !databases.some(({ isAway }) => isAway);
    }, 20_000);
    await one.report(B);
    await two.report(B);
    expect((await one.report(B)).sha256).toBe(B.sha256);
  });
});
