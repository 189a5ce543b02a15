/** Tests that the operator makes another registry of the data folder current, with the pages in a browser and without. */
import { expect, test } from "bun:test";
import { readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { HAS_BROWSER, launchBrowser, openPage } from "../support/browser/open-browser.ts";
import { until } from "../support/processes/until.ts";
import { useDatedRegistries } from "../support/registries/dated-registries.ts";
import { cookieOf } from "../support/servers/operator-harness.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const folder = useDatedRegistries();
const FLAGS = ["--threads", "1", "--admin-port", "0"];

const adminOf = (server: ServeProcess) => /Operator's pages on (\S+),/.exec(server.printed())![1]!;
const tokenOf = () => readFileSync(join(folder.dataDir, "admin-token"), "utf8").trim();

/** Starts a server with a key, so that there is an audit. */
async function serve(...flags: string[]): Promise<ServeProcess> {
  issueKey(folder.dataDir, {});
  return await startServe(folder.dataDir, [...FLAGS, ...flags]);
}

async function serves(server: ServeProcess, date: string): Promise<boolean> {
  const metrics = await (await fetch(`${adminOf(server)}/metrics`)).text();
  return metrics.includes(`baken_registry_info{version="${date}-`);
}

/** Logs in; returns a function that sends a request as the pages do. */
async function logIn(server: ServeProcess) {
  const admin = adminOf(server);
  const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
    fetch(admin + path, {
      method,
      headers: { origin: admin, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const cookie = cookieOf((await send("POST", "/api/login", {}, { token: tokenOf() })).headers);
  return async (method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, { cookie }, body);
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  };
}

test.skipIf(!HAS_BROWSER)(
  "an earlier version is used and pinned after a question, the server follows, and the audit has the session",
  async () => {
    const good = folder.publish("2026-10-08");
    const faulty = folder.publish("2026-11-08");
    const server = await serve();
    expect(await serves(server, "2026-11-08")).toBe(true);
    const browser = await launchBrowser();
    const { page, faults, close } = await openPage(browser, { locale: "en-GB" });
    await page.goto(`${adminOf(server)}/registry`);
    await page.getByLabel("Token").fill(tokenOf());
    await page.keyboard.press("Enter");
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: good }) });
    const button = row.getByRole("button", { name: "Use this version" });
    await button.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(`${good} is checked completely`).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(folder.current()).toBe(faulty);

    await button.click();
    await dialog.getByLabel("Pin it").check();
    const use = dialog.getByRole("button", { name: "Use this version" });
    await use.click();
    // Without a reason the browser sends nothing.
    expect(folder.current()).toBe(faulty);
    await dialog.getByLabel("Reason").fill("November lacks a town");
    await use.click();
    await dialog.waitFor({ state: "detached" });
    expect(folder.current()).toBe(good);
    await row.getByText("pinned").waitFor();
    await until(() => serves(server, "2026-10-08"));
    folder.publish("2026-11-09");
    expect(folder.current()).toBe(good);
    await page.getByRole("link", { name: "Audit", exact: true }).click();
    const entry = page.getByRole("row").filter({ hasText: "registry" });
    expect(await entry.textContent()).toMatch(/session [0-9a-f]{8}/);
    expect(await entry.textContent()).toContain("November lacks a town");
    expect(faults).toEqual([]);
    await close();
    await browser.close();
    await server.signal("SIGTERM");
  },
  90_000,
);

test("a damaged version, one that is not there and a pin without a reason are refused, and nothing is changed", async () => {
  const damaged = folder.publish("2026-10-08");
  const current = folder.publish("2026-11-08");
  const server = await serve();
  truncateSync(join(folder.dataDir, damaged), 100_000);
  const ask = await logIn(server);
  const use = (file: string, choice = { reason: "", isPinned: false }) =>
    ask("POST", "/api/registry/use", { file, ...choice });
  expect(await use(damaged)).toMatchObject({
    status: 503,
    json: { message: expect.stringContaining(damaged) },
  });
  expect(await use("registry-2020-01-01.gpkg")).toMatchObject({
    status: 503,
    json: { message: expect.stringContaining("no registry is registry-2020-01-01.gpkg") },
  });
  expect(await use("../accounts.db")).toMatchObject({ status: 503 });
  expect(await use(current, { reason: " ", isPinned: true })).toMatchObject({
    status: 422,
    json: { errors: { reason: ["a pin needs a reason"] } },
  });
  expect(folder.current()).toBe(current);
  expect((await ask("GET", "/api/registry")).json).toMatchObject({
    isFollowing: false,
    folder: { uses: [] },
  });
  await server.signal("SIGTERM");
}, 60_000);

test("where a source is followed, the publisher decides", async () => {
  const earlier = folder.publish("2026-10-08");
  const current = folder.publish("2026-11-08");
  const server = await serve("--registry-source", join(folder.root, "nothing-published"));
  const ask = await logIn(server);
  const body = { file: earlier, reason: "", isPinned: false };
  expect(await ask("POST", "/api/registry/use", body)).toMatchObject({
    status: 503,
    json: { message: expect.stringContaining("the publisher decides which registry serves") },
  });
  expect(folder.current()).toBe(current);
  expect((await ask("GET", "/api/registry")).json).toMatchObject({ isFollowing: true });
  await server.signal("SIGTERM");
}, 60_000);
