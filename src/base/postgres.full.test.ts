import { afterAll, expect, test } from "bun:test";
import { SQL } from "bun";
import { describeIf } from "../../test/support/processes/describe-if.ts";
import { until } from "../../test/support/processes/until.ts";
import { findFreePort, hasPostgres, startPostgres } from "../../test/support/servers/postgres-cluster.ts";
import { Postgres, PostgresAway } from "./postgres.ts";
import { migrate } from "./postgres-migrations.ts";

describeIf(hasPostgres(), "a database that comes and goes", async () => {
  const cluster = startPostgres({ port: await findFreePort() });
  afterAll(() => cluster.remove());
  const open = (timeoutMs = 2_000) => new Postgres({ url: cluster.url, timeoutMs });
  const ask = async (database: Postgres): Promise<{ n: number }[]> =>
    await database.run((sql) => sql`SELECT 1 AS n`);

  test("messages name host, port and database, never the password", async () => {
    const url = `postgres://u:secret@127.0.0.1:${cluster.port}/none`;
    const database = new Postgres({ url });
    const error = await ask(database).catch((each: Error) => each);
    expect(String(error)).toContain(`127.0.0.1:${cluster.port}/none refuses`);
    expect(String(error)).not.toContain("secret");
    await database.close();
  });

  test("after kill -9 and a restart it answers and listens again, and says so", async () => {
    const [database, other] = [open(), open()];
    const heard: string[] = [];
    let returns = 0;
    database.onReturn(() => returns++);
    await database.listen("news", (text) => heard.push(text));
    await other.run((sql) => sql.notify("news", "1"));
    await until(() => heard.includes("1"));
    cluster.kill();
    await until(() => database.isAway && other.isAway);
    await expect(ask(database)).rejects.toThrow(PostgresAway);
    await until(() => {
      try {
        cluster.start();
        return true;
      } catch {
        return false;
      }
    });
    await until(() => !database.isAway && !other.isAway);
    expect(returns).toBe(1);
    await other.run((sql) => sql.notify("news", "2"));
    await until(() => heard.includes("2"));
    expect(await ask(database)).toEqual([{ n: 1 }]);
    await Promise.all([database.close(), other.close()]);
  });

  test("a frozen server fails the call that waits at the deadline, later ones at once", async () => {
    const database = open(300);
    await ask(database);
    cluster.freeze();
    const startedMs = performance.now();
    await expect(ask(database)).rejects.toThrow("no answer within 300 ms");
    const missedMs = performance.now();
    expect(missedMs - startedMs).toBeGreaterThanOrEqual(299);
    const calls = await Promise.allSettled(Array.from({ length: 1_000 }, () => ask(database)));
    expect(calls.every(({ status }) => status === "rejected")).toBe(true);
    expect(database.isAway).toBe(true);
    cluster.thaw();
    await until(() => !database.isAway);
    expect(await ask(database)).toEqual([{ n: 1 }]);
    await database.close();
  });

  test("a connection that the server ends is replaced", async () => {
    const database = open();
    await ask(database);
    let returns = 0;
    database.onReturn(() => returns++);
    await using admin = new SQL(cluster.url, { max: 1 });
    await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'baken%'`;
    await until(() => returns > 0 && !database.isAway);
    expect(await ask(database)).toEqual([{ n: 1 }]);
    await database.close();
  });

  test("many transactions at once wait for each other, for the deadline at most, and are no outage", async () => {
    // Enough time for about 40 transactions, so that even on a busy machine more than two finish.
    const database = open(2_000);
    const slow = () => database.transaction(async (sql) => [...(await sql`SELECT pg_sleep(0.05)`)].length);
    const all = Promise.allSettled(Array.from({ length: 200 }, slow));
    // Statements use another connection than transactions.
    expect(await ask(database)).toEqual([{ n: 1 }]);
    const outcomes = await all;
    const done = outcomes.filter(({ status }) => status === "fulfilled");
    const refused = outcomes.filter(
      (each) => each.status === "rejected" && /is busy/.test(String(each.reason)),
    );
    expect(done.length).toBeGreaterThan(2);
    expect(done.length + refused.length).toBe(200);
    expect(database.isAway).toBe(false);
    expect(await slow()).toBe(1);
    await database.close();
  });

  test("six nodes that start together make the tables once; a newer version is refused", async () => {
    const parts = [
      { part: "a", steps: ["CREATE TABLE a (n integer)", "INSERT INTO a VALUES (1)"] },
      { part: "b", steps: ["CREATE TABLE b (n integer)"] },
    ];
    const nodes = Array.from({ length: 6 }, () => open());
    await Promise.all(nodes.map((node) => migrate(node, parts)));
    await migrate(nodes[0]!, [{ part: "a", steps: [...parts[0]!.steps, "INSERT INTO a VALUES (2)"] }]);
    const rows: unknown = await nodes[1]!.run((sql) => sql`SELECT n FROM a ORDER BY n`);
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
    await expect(migrate(nodes[2]!, parts)).rejects.toThrow("a newer baken (a 3, this one knows 2)");
    expect(nodes[2]!.isAway).toBe(false);
    await Promise.all(nodes.map((node) => node.close()));
  });
});
