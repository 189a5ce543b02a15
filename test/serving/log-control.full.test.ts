/** `baken log` and the operator's page change what a running server writes to its log, in all of its threads. */
import { afterAll, expect, test } from "bun:test";
import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { AuditEntry } from "../../src/accounts/audit.ts";
import { openStores } from "../../src/accounts/open-accounts.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { freePort } from "../support/processes/free-port.ts";
import { until } from "../support/processes/until.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { startServe } from "../support/servers/serve-process.ts";

const dataDir = makeDataFolder();
afterAll(() => rmSync(dataDir, { recursive: true }));

test("the access log and the level change at once in every thread, and the audit has it", async () => {
  const port = freePort();
  const server = await startServe(dataDir, [
    ...["--threads", "2", "--admin-port", String(port), "--admin-host", "0.0.0.0"],
  ]);
  const log = (...flags: string[]) =>
    runBaken(["log", "--data", dataDir, "--admin-port", String(port), "--admin-host", "0.0.0.0", ...flags]);
  /** Asks each thread: a new connection goes to any of them. */
  const askAll = (name: string) =>
    Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const headers = { connection: "close" };
        await fetch(`${server.url}/${name}/${n}`, { headers });
      }),
    );
  const seen = (name: string) => server.printed().split(`/api/v1/${name}/`).length - 1;

  expect(await log()).toMatchObject({ exitCode: 0, stdout: "level info, access log off\n" });
  await askAll("before");
  expect(await log("--access", "on")).toMatchObject({ stdout: "level info, access log on\n" });
  await askAll("during");
  await until(() => seen("during") === 40);
  expect(await log("--level", "error")).toMatchObject({ stdout: "level error, access log on\n" });
  await askAll("errors-only");
  expect(await log("--level", "info", "--access", "off")).toMatchObject({
    stdout: "level info, access log off\n",
  });
  await askAll("after");
  server.hangUp();
  await until(() => server.printed().includes("reloaded: registry, keys"));
  expect([seen("before"), seen("during"), seen("errors-only"), seen("after")]).toEqual([0, 40, 0, 0]);

  const { audit, close } = await openStores({ dataDir }, { create: false });
  const entries: AuditEntry[] = await audit.list({ limit: 10 });
  close();
  const changes = entries.filter(({ subject }) => subject === "log").toReversed();
  expect(changes.map(({ actor, before, after }) => [actor, before, after])).toEqual([
    ["user", { level: "info", accessLog: false }, { level: "info", accessLog: true }],
    ["user", { level: "info", accessLog: true }, { level: "error", accessLog: true }],
    ["user", { level: "error", accessLog: true }, { level: "info", accessLog: false }],
  ]);
  await server.signal("SIGTERM");
  const gone = await log();
  expect([gone.exitCode, gone.stderr]).toEqual([1, expect.stringContaining("No server answers")]);
}, 60_000);

test("says what is missing: the admin port, the token, another server's answer", async () => {
  const ask = async (...args: string[]) => (await runBaken(["log", "--data", dataDir, ...args])).stderr;
  expect(await ask()).toContain("--admin-port is required");
  expect(await ask("--admin-port", "1", "--admin-token-file", join(dataDir, "none"))).toContain(
    "The token of the operator cannot be read",
  );
  const other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("hello") });
  expect(await ask("--admin-port", String(other.port))).toContain("answered 200: no answer of baken");
  await other.stop(true);
  const server = await startServe(dataDir, ["--threads", "1", "--admin-port", "0"]);
  const admin = server.printed().match(/Operator's pages on http:\S+:(\d+),/)![1]!;
  const wrong = join(dataDir, "wrong-token");
  await Bun.write(wrong, "bkn_another_token_than_the_server_has\n");
  chmodSync(wrong, 0o600);
  expect(await ask("--admin-port", admin, "--admin-token-file", wrong)).toContain("This is not the token.");
  await server.signal("SIGTERM");
}, 60_000);
