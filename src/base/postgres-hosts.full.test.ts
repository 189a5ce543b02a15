/** A URL with several hosts: one that is down, a standby, and a failover to another host. */
import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeIf } from "../../test/support/processes/describe-if.ts";
import { freePort } from "../../test/support/processes/free-port.ts";
import { until } from "../../test/support/processes/until.ts";
import { findFreePort, hasPostgres, startPostgres } from "../../test/support/servers/postgres-cluster.ts";
import { Postgres } from "./postgres.ts";

describeIf(hasPostgres(), "a URL with several hosts", async () => {
  const first = startPostgres({ port: await findFreePort() });
  const second = startPostgres({ port: await findFreePort() });
  const standby = startPostgres({ port: await findFreePort() });
  standby.stop();
  writeFileSync(join(standby.folder, "data/standby.signal"), "", { mode: 0o644 });
  standby.start();
  afterAll(() => {
    for (const cluster of [first, second, standby]) {
      cluster.remove();
    }
  });

  const open = (...ports: (string | number)[]) =>
    new Postgres({
      url: `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/postgres`,
      timeoutMs: 5_000,
    });
  const portOf = async (database: Postgres) => {
    const [row] = await database.run((sql) => sql<{ port: string }[]>`SHOW port`);
    return row!.port;
  };

  test("uses the first that answers, at the first call", async () => {
    const database = open(freePort(), second.port, first.port);
    expect(await portOf(database)).toBe(second.port);
    await database.close();
  });

  test("passes over a standby", async () => {
    const database = open(standby.port, second.port);
    await database.run((sql) => sql`CREATE TABLE public.written (n integer)`);
    expect(await portOf(database)).toBe(second.port);
    await database.close();
  });

  test("says that none answers, without a password", async () => {
    const [one, other] = [freePort(), freePort()];
    const database = open(one, other);
    const error = await portOf(database).catch(String);
    expect(error).toContain(`PostgreSQL at 127.0.0.1:${one},127.0.0.1:${other}/postgres does not answer`);
    await database.close();
  });

  test("goes on with another host after the one in use has gone", async () => {
    const database = open(first.port, second.port);
    expect(await portOf(database)).toBe(first.port);
    await first.kill();
    await until(async () => (await portOf(database).catch(() => "")) === second.port);
    await database.close();
    first.start();
  });
});
