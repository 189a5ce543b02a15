/** Tests the operator's view of the service: requests, data folder, exports, and faults. */
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sessionIdOf } from "../../src/exports/sessions/session-folder.ts";
import type { Notice } from "../../src/pages/operator/server/notices.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { newSecret } from "../support/servers/files-page.ts";
import { openOperator } from "../support/servers/operator-harness.ts";

const operator = await openOperator();
const cookie = await operator.session();
afterAll(() => operator.close());

const get = async (path: string) => (await operator.ask("GET", path, { cookie })).json;
const noticesOf = async (): Promise<Notice[]> => (await get("/api/overview")).notices;
const codesOf = async () => (await noticesOf()).map(({ code }) => code);
const askInterface = (path: string, headers: Record<string, string> = {}) =>
  operator.app.fetch(new Request(`https://adres.example/api/v1${path}`, { headers }));

test("requests are counted by route, status and refusing limit", async () => {
  const { token, key } = await operator.app.keys.create({ name: "three", kind: "server", ratePerMinute: 3 });
  for (let n = 0; n < 5; n++) {
    await askInterface("/cities", { authorization: `Bearer ${token}` });
  }
  await askInterface("/nothing");
  const { minute, sinceStart } = await get("/api/traffic");
  for (const period of [minute, sinceStart]) {
    const routes = period.routes.map(({ route, requests, statuses }: Record<string, unknown>) => ({
      route,
      requests,
      statuses,
    }));
    expect(routes).toEqual([
      { route: "/cities", requests: 5, statuses: { 200: 3, 429: 2 } },
      { route: "none", requests: 1, statuses: { 404: 1 } },
    ]);
    expect([period.total.requests, period.total.statuses]).toEqual([6, { 200: 3, 404: 1, 429: 2 }]);
    expect([period.refusals.rate, period.refusals.quota]).toEqual([2, 0]);
    expect(period.total.p50).toBeGreaterThan(0);
    expect(period.total.p99).toBeGreaterThanOrEqual(period.total.p50);
  }
  const sumsByKey = async () => (await get("/api/traffic")).byTime;
  await until(async () => (await sumsByKey()).hourByKey.length === 2);
  const { hourByKey, monthByKey, days } = await sumsByKey();
  expect(hourByKey).toEqual([
    { keyId: key.id, requests: 5, refused: 2, failed: 0 },
    { keyId: null, requests: 1, refused: 0, failed: 0 },
  ]);
  expect(monthByKey).toEqual(hourByKey);
  expect(days.at(-1)).toMatchObject({ requests: expect.any(Number), refused: expect.any(Number), failed: 0 });
});

test("the registry page has the served registry, the files and the log", async () => {
  const { served, folder } = await get("/api/registry");
  expect(served).toMatchObject({
    version: "registry-2021-10-15",
    referenceDate: "2021-10-15",
    isDemo: false,
  });
  expect(folder).toMatchObject({ fault: null, importing: "none" });
  expect(folder.versions.map(({ file, isCurrent }: Record<string, unknown>) => [file, isCurrent])).toEqual([
    ["registry-2021-10-15.gpkg", true],
  ]);
  expect(folder.bytes.registries).toBe(Bun.file(join(operator.dataDir, "registry-2021-10-15.gpkg")).size);
});

test("the registry page and a notice say which registry is pinned, and why", async () => {
  const file = "registry-2021-10-15.gpkg";
  const use = (...args: string[]) => runBaken(["use", file, "--data", operator.dataDir, ...args]);
  expect((await use("--pin", "--reason", "the next lacks a town")).exitCode).toBe(0);
  const { folder } = await get("/api/registry");
  expect(folder.versions).toMatchObject([{ file, isCurrent: true, isPinned: true }]);
  expect(folder.uses).toMatchObject([{ file, isPinned: true, reason: "the next lacks a town" }]);
  const warnings = (await noticesOf()).find(({ code }) => code === "folder_warnings");
  expect(warnings!.details).toEqual([expect.stringMatching(/ is pinned since .*: the next lacks a town/)]);
  expect((await use()).exitCode).toBe(0);
  expect((await get("/api/registry")).folder.versions).toMatchObject([{ file, isPinned: false }]);
});

test("exports of all keys are listed, newest first", async () => {
  const tokens = [1, 2].map((n) => operator.app.keys.create({ name: `exporter ${n}`, kind: "server" }));
  for (const issued of tokens) {
    const { token } = await issued;
    const request = new Request("https://adres.example/api/v1/export/addresses?format=csv", {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await operator.app.fetch(request)).status).toBe(202);
  }
  const { counts, jobs } = await get("/api/exports");
  expect(counts).toEqual({ pending: 2 });
  const keyIds = await Promise.all(tokens.map(async (issued) => (await issued).key.id));
  expect(jobs.map(({ keyId }: { keyId: number }) => keyId)).toEqual(keyIds.toReversed());
  expect(jobs[0]).toMatchObject({ state: "pending", format: "csv", sizeBytes: null, processedRecords: 0 });
});

test("a job is ended: its owner reads by whom; an unknown one is 404, another id 422, and GET 405", async () => {
  const { jobs } = await get("/api/exports");
  const { id } = jobs[0];
  const end = (path: string, method = "POST") =>
    operator.ask(method, `/api/exports/${path}/cancel`, { cookie, ...(method === "POST" && { body: {} }) });
  expect(await end(id)).toMatchObject({ status: 200, json: { state: "failed" } });
  const [job] = (await get("/api/exports")).jobs;
  expect(job).toMatchObject({ id, state: "failed", error: "Cancelled by the operator of this service." });
  expect((await end(crypto.randomUUID())).status).toBe(404);
  expect((await end("x")).status).toBe(422);
  expect((await end(id, "GET")).status).toBe(405);
  const closed = await operator.ask("POST", `/api/exports/${id}/cancel`, { body: {} });
  expect(closed.status).toBe(401);
});

test("files on the page /files are listed without their content, and ended", async () => {
  const { sessions } = operator.app.exports;
  const id = sessionIdOf(newSecret())!;
  const pieces = (async function* () {
    yield Buffer.from("adres\nGeheime Laan 1\n");
  })();
  await sessions.receive(pieces, { id, network: "1:2", keyId: 0, declaredBytes: 0, options: {} });
  const listed = (await get("/api/exports")).sessions;
  expect(listed).toMatchObject([{ id, keyId: 0, sizeBytes: 21, rows: null }]);
  expect(JSON.stringify(listed)).not.toContain("Geheime");
  const end = () => operator.ask("POST", `/api/files/${id}/cancel`, { cookie, body: {} });
  expect((await operator.ask("POST", `/api/files/${id}/cancel`, { body: {} })).status).toBe(401);
  expect((await end()).status).toBe(200);
  expect((await end()).status).toBe(404);
  expect(sessions.folders.list()).toEqual([]);
  expect((await get("/api/exports")).sessions).toEqual([]);
  const { entries } = await get("/api/audit");
  expect(entries[0]).toMatchObject({ action: "cancel", subject: `file session ${id}` });
});

describe("what is amiss", () => {
  test("old data", async () => {
    const notice = (await noticesOf()).find(({ code }) => code === "data_old");
    expect(notice).toMatchObject({ severity: "warning", values: { date: "2021-10-15" } });
  });

  test("keys that expire within two weeks, that have used 90% of their quota, that have no origin", async () => {
    const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const create = async (settings: Parameters<typeof operator.app.keys.create>[0]) =>
      operator.app.keys.create(settings);
    await create({ name: "later", kind: "server", expiresAt: dayAfter(15) });
    const soon = await create({ name: "soon", kind: "server", expiresAt: dayAfter(13) });
    await create({ name: "past", kind: "server", expiresAt: dayAfter(-1) });
    const bare = await create({ name: "bare", kind: "browser" });
    const near = await create({ name: "near", kind: "server", monthlyQuota: 10 });
    for (let n = 0; n < 9; n++) {
      expect(await codesOf()).not.toContain("keys_near_quota");
      await askInterface("/cities", { authorization: `Bearer ${near.token}` });
      operator.app.reload();
    }
    const idsOf = (notices: Notice[], wanted: string) =>
      notices.find(({ code }) => code === wanted)?.keys?.map(({ id }) => id);
    const notices = await noticesOf();
    expect(idsOf(notices, "keys_expiring")).toEqual([soon.key.id]);
    expect(idsOf(notices, "keys_without_origin")).toEqual([bare.key.id]);
    expect(idsOf(notices, "keys_near_quota")).toEqual([near.key.id]);
  });

  test("a proxy that is not trusted, while its share of the requests is a tenth or more", async () => {
    expect(await codesOf()).not.toContain("proxy_untrusted");
    const { sinceStart } = await get("/api/traffic");
    const forward = () =>
      operator.app.fetch(
        new Request("https://adres.example/api/v1/status", { headers: { "x-forwarded-for": "203.0.113.7" } }),
        () => "10.0.0.1",
      );
    // Below one in ten there is no notice. Sends until one more request would make a tenth of all.
    for (let sent = 0; (sent + 1) * 10 <= sinceStart.total.requests + sent; sent++) {
      expect(await codesOf()).not.toContain("proxy_untrusted");
      await forward();
    }
    await forward();
    expect(await codesOf()).toContain("proxy_untrusted");
    expect((await operator.ask("GET", "/metrics")).text).toMatch(/^baken_untrusted_forwards_total [1-9]/m);
  });

  test("a token that others can read", async () => {
    const path = join(operator.dataDir, "admin-token");
    chmodSync(path, 0o640);
    const other = await import("../../src/pages/operator/server/admin-token.ts");
    expect(other.openAdminToken(path).isExposed).toBe(true);
    chmodSync(path, 0o600);
    expect(other.openAdminToken(path).isExposed).toBe(false);
    expect(await codesOf()).not.toContain("token_exposed");
  });

  test("a new registry that does not load, and a pointer to nothing; none of it once it is repaired", async () => {
    writeFileSync(join(operator.dataDir, "registry-2021-11-15.2.gpkg"), "torn");
    writeFileSync(join(operator.dataDir, "current"), "registry-2021-11-15.2.gpkg\n");
    await until(async () => (await codesOf()).includes("registry_fault"));
    const [fault] = await noticesOf();
    expect(fault).toMatchObject({
      code: "registry_fault",
      severity: "error",
      values: { served: "registry-2021-10-15" },
    });
    expect(fault!.details![0]).toContain("registry-2021-11-15.2.gpkg");
    copyFileSync(
      join(operator.dataDir, "registry-2021-10-15.gpkg"),
      join(operator.dataDir, "registry-2021-10-15.3.gpkg"),
    );
    writeFileSync(join(operator.dataDir, "current"), "registry-2021-10-15.3.gpkg\n");
    await until(async () => !(await codesOf()).includes("registry_fault"));
    await until(async () => (await get("/api/registry")).served.version === "registry-2021-10-15.3");
    const codes = await codesOf();
    expect([codes.includes("new_registry_fault"), codes.includes("folder_warnings")]).toEqual([false, true]);
  });
});

test("a server for others gives no login link; a request without a session gets none", async () => {
  expect((await get("/api/overview")).hasUsableLinks).toBe(false);
  const create = (headers: { cookie?: string }) =>
    operator.ask("POST", "/api/login-links", { ...headers, body: {} });
  expect((await create({})).status).toBe(401);
  const refused = await create({ cookie });
  expect([refused.status, refused.json.reason]).toEqual([503, "no_login_links"]);
});
