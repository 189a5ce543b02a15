/** Tests the operation of a running server: SIGHUP, metrics, clients that disconnect. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { runBaken } from "../support/processes/baken-process.ts";
import { replaceFile } from "../support/processes/replace-file.ts";
import { until } from "../support/processes/until.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey, type ServeProcess, startServe, writtenUsage } from "../support/servers/serve-process.ts";

let dataDir: string;
let token: string;
let server: ServeProcess;
beforeAll(async () => {
  dataDir = makeDataFolder();
  token = issueKey(dataDir, {});
  server = await startServe(dataDir, ["--threads", "2", "--admin-port", "0"]);
});
afterAll(async () => {
  await server.signal("SIGTERM");
  rmSync(dataDir, { recursive: true });
});

const ask = (path: string, bearer = token) =>
  fetch(server.url + path, { headers: { authorization: `Bearer ${bearer}` } });

async function metric(name: string): Promise<number> {
  const [, url = ""] = server.printed().match(/Metrics on (\S+)/)!;
  const line = (await (await fetch(url)).text()).split("\n").find((text) => text.startsWith(name));
  return Number(line?.slice(name.length));
}

test("SIGHUP ends nothing: it reads again and says so", async () => {
  for (let n = 1; n <= 3; n++) {
    server.hangUp();
    await until(() => (server.printed().match(/reloaded: registry, keys/g)?.length ?? 0) === n);
    expect((await ask("/version")).status).toBe(200);
  }
  expect(server.printed()).toContain('"registry":"registry-2021-10-15"');
});

test("metrics tell the software, the data's date, whether it is the demo, failed swaps and the accounts", async () => {
  expect(await metric(`baken_build_info{version="${packageJson.version}"} `)).toBe(1);
  expect(await metric("baken_registry_reference_timestamp_seconds ")).toBe(Date.UTC(2021, 9, 15) / 1000);
  expect(await metric("baken_registry_demo ")).toBe(0);
  expect(await metric("baken_accounts_unwritable ")).toBe(0);
  expect(await metric("baken_registry_swap_failures_total ")).toBe(0);
  writeFileSync(join(dataDir, "registry-2021-11-15.2.gpkg"), "torn");
  replaceFile(join(dataDir, "current"), "registry-2021-11-15.2.gpkg\n");
  await until(async () => (await metric("baken_registry_swap_failures_total ")) === 1);
  copyFileSync(join(dataDir, "registry-2021-10-15.gpkg"), join(dataDir, "registry-2021-10-15.3.gpkg"));
  replaceFile(join(dataDir, "current"), "registry-2021-10-15.3.gpkg\n");
  await until(async () => (await metric('baken_registry_behind{reason="fault"} ')) === 0);
  const [, version] = /"data_version":"([^"]+)"/.exec(await (await ask("/version")).text())!;
  expect(version).toStartWith("2021-10-15-");
  expect(await metric(`baken_registry_info{version="${version}"} `)).toBe(1);
  expect(await metric("baken_registry_swap_failures_total ")).toBe(1);
});

test("a metric tells when the last backup was made; without one it is 0", async () => {
  expect(await metric("baken_last_backup_timestamp_seconds ")).toBe(0);
  const target = join(dataDir, "backup-of-the-test");
  expect((await runBaken(["backup", target, "--data", dataDir])).exitCode).toBe(0);
  const { made_at } = await Bun.file(join(target, "backup.json")).json();
  expect(await metric("baken_last_backup_timestamp_seconds ")).toBe(Date.parse(made_at) / 1000);
});

test("a client that leaves in the middle of its body is 499, costs no quota and is no error in the log", async () => {
  const metered = issueKey(dataDir, { monthlyQuota: 10 });
  // Malformed, so it costs no quota itself.
  const remaining = async () =>
    Number((await ask("/export/nothing", metered)).headers.get("x-quota-remaining"));
  const disconnectedMetric = 'baken_http_requests_total{route="/export/addresses",status="499"} ';
  for (let n = 1; n <= 3; n++) {
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port: server.port,
      socket: { data() {} },
    });
    const head = `POST /api/v1/export/addresses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${metered}\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"postcode_area":`);
    socket.flush();
    // The quota is taken when the head has arrived; only then the client disconnects.
    await until(async () => (await remaining()) === 9);
    socket.terminate();
    await until(async () => (await metric(disconnectedMetric)) === n);
    expect(await remaining()).toBe(10);
  }
  expect(server.printed()).not.toContain("a request failed");
});

test("a key without a rate sees no limit in its answers, one with a rate does", async () => {
  const free = issueKey(dataDir, { ratePerMinute: Number.POSITIVE_INFINITY, monthlyQuota: 100 });
  const limited = issueKey(dataDir, { ratePerMinute: 7 });
  const namesOf = async (bearer: string) => {
    const response = await ask("/version", bearer);
    expect(response.status).toBe(200);
    return [...response.headers.keys()].filter((name) => /^x-(ratelimit|quota)/.test(name)).toSorted();
  };
  expect(await namesOf(free)).toEqual(["x-quota-limit", "x-quota-remaining"]);
  expect(await namesOf(limited)).toEqual(["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]);
  await until(() => writtenUsage(dataDir, free) === 1);
});
