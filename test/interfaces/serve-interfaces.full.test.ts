/** Tests `baken serve` with interfaces of other services: its refusals at the start, the demo, keys of commands. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN } from "../support/processes/baken-process.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { startServe } from "../support/servers/serve-process.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

setDefaultTimeout(60_000);
const ROOT = "/kadaster/bag/ogc/v2";
const [dataDir, keysDir] = [makeDataFolder(), makeDataFolder()];
afterAll(() => [dataDir, keysDir].forEach((folder) => void rmSync(folder, { recursive: true })));

function runKeys(...args: string[]): string {
  const run = Bun.spawnSync([BAKEN, "keys", ...args, "--data", keysDir]);
  return run.stdout.toString() + run.stderr.toString();
}

test("link keys are made, shown and listed by the commands", () => {
  expect(runKeys("create", "--name", "gis", "--type", "link", "--ip", "192.0.2.1")).toContain(
    "Created link key 1",
  );
  expect(runKeys("list")).toMatch(/^1 +gis +link +active +60 +none/m);
  expect(runKeys("update", "1", "--visitor-rate", "5")).toMatch(/^visitor rate +5 per minute and address$/m);
  expect(runKeys("update", "1", "--origin", "https://a.nl")).toContain("--origin is for browser keys");
});

describe("serve refuses an open key", () => {
  const keys = openKeyStore(dataDir);
  const create = (settings: Partial<Parameters<typeof keys.create>[0]>) =>
    String(keys.create({ name: "x", kind: "link", ...settings }).key.id);
  const [free, server] = [create({}), create({ kind: "server", ipRanges: ["192.0.2.0/24"] })];
  const revoked = create({ ipRanges: ["192.0.2.0/24"] });
  keys.revoke(Number(revoked));
  const { token } = keys.create({ name: "in a URL", kind: "link" });
  keys.close();

  test.each([
    ["9999", "does not exist"],
    [free, "has no addresses and no origins"],
    [server, "is a server key"],
    [revoked, "is revoked or has expired"],
    ["x", "--open-key must be the id of a key"],
  ])("%s: %s", (id, message) => {
    const args = ["serve", "--data", dataDir, "--port", "0", "--interfaces", "ogc", "--open-key", id];
    const run = Bun.spawnSync([BAKEN, ...args]);
    expect([run.exitCode, run.stderr.toString()]).toEqual([1, expect.stringContaining(message)]);
  });

  test("unless it is said to be open to all; the access log tells the interface, never a key", async () => {
    const open = ["--interfaces", "ogc", "--open-key", free, "--open-to-all", "on", "--access-log", "on"];
    const serve = await startServe(dataDir, ["--threads", "1", "--admin-port", "0", ...open]);
    const { origin } = new URL(serve.url);
    expect((await fetch(origin + ROOT)).status).toBe(200);
    expect((await fetch(`${origin}/key/${encodeURIComponent(token)}${ROOT}/api`)).status).toBe(200);
    const [, adminPort] = /Metrics on http:\/\/\S+:(\d+)\//.exec(serve.printed())!;
    const status = Bun.spawnSync([BAKEN, "status", "--data", dataDir, "--admin-port", adminPort!]);
    expect(status.stdout.toString()).toMatch(/^interfaces +ogc 2 requests since the server started$/m);
    expect(await serve.signal("SIGTERM")).toBe(0);
    const log = serve.printed();
    expect(log).toContain(`"interface":"ogc","path":"${ROOT}/api"`);
    expect(log).not.toContain("bkn_");
  });
});

test("serve refuses the Location API without the interface that its results link to", () => {
  const run = Bun.spawnSync([BAKEN, "serve", "--data", dataDir, "--port", "0", "--interfaces", "location"]);
  expect([run.exitCode, run.stderr.toString()]).toEqual([1, expect.stringMatching(/--interfaces .*\bogc\b/)]);
});

test("the fictitious country on a loopback address has all interfaces, without a key", async () => {
  const demo = await makeDemoFolder(1_000);
  const serve = await startServe(demo, ["--threads", "2"]);
  const { origin } = new URL(serve.url);
  const answer = await fetch(`${origin}${ROOT}/collections/adres/items?limit=1`);
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  expect((await fetch(`${origin}/api/v1/cities`)).status).toBe(401);
  expect(await serve.signal("SIGTERM")).toBe(0);
  rmSync(demo, { recursive: true });
});
