/** Tests `./baken keys …` as a user types it. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseToken } from "../../src/accounts/api-key.ts";
import { authenticate } from "../../src/accounts/authorize.ts";
import { BAKEN } from "../support/processes/baken-process.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

const dataDir = mkdtempSync(join(tmpdir(), "baken-keys-"));
const store = openKeyStore(dataDir);
afterAll(() => {
  store.close();
  rmSync(dataDir, { recursive: true });
});

async function keys(...args: string[]) {
  const child = Bun.spawn([BAKEN, "keys", ...args, "--data", dataDir], {
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: process.env.PATH! },
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

/** Runs a command that makes a token; checks that standard output has the token alone, and returns it. */
async function issue(...args: string[]): Promise<string> {
  const { out, err, code } = await keys(...args);
  expect({ code, lines: out.trimEnd().split("\n").length, leaks: err.includes("bkn_") }).toEqual({
    code: 0,
    lines: 1,
    leaks: false,
  });
  expect(parseToken(out.trim())!.secret).toMatch(/^bkn_[0-9A-Za-z]{46}$/);
  return out.trim();
}

const shown = async (id: number) => JSON.parse((await keys("show", String(id), "--json")).out);
const opens = (token: string) => {
  store.refresh();
  return authenticate(store, token) !== undefined;
};

test("create, list, show, update, rotate, revoke", async () => {
  const limits = ["--rate", "120", "--quota", "5000", "--ip", "192.0.2.1", "--ip", "2001:db8::/32"];
  const server = await issue(
    "create",
    "--name",
    "back end",
    "--type",
    "server",
    ...limits,
    "--expires",
    "2099-12-31",
  );
  const origins = ["--origin", "https://Example.nl/", "--origin", "https://*.shop.example"];
  const browser = await issue("create", "--name", "site", "--type", "browser", ...origins);
  expect([server, browser].map(opens)).toEqual([true, true]);

  expect(await shown(1)).toEqual({
    id: 1,
    name: "back end",
    kind: "server",
    state: "active",
    ratePerMinute: 120,
    monthlyQuota: 5000,
    origins: [],
    ipRanges: ["192.0.2.1", "2001:db8::/32"],
    expiresAt: "2100-01-01T00:00:00.000Z",
    createdAt: expect.any(String),
    requestsThisMonth: 0,
  });
  expect((await shown(2)).origins).toEqual(["https://example.nl", "https://*.shop.example"]);

  const update = [
    "update",
    "1",
    "--name",
    "renamed",
    "--rate",
    "7",
    "--quota",
    "none",
    "--ip",
    "none",
    "--expires",
    "none",
  ];
  expect((await keys(...update)).out).toMatch(
    /name +renamed\n[\s\S]*rate +7 per minute\nquota +none\n[\s\S]*addresses +any/,
  );
  expect(await shown(1)).toMatchObject({ name: "renamed", ratePerMinute: 7, ipRanges: [] });
  expect((await shown(2)).visitorRatePerMinute).toBe(30);
  expect((await keys("show", "2")).out).toMatch(
    /\nvisitor rate +30 per minute and address \(half of the rate, at least 30\)\n/,
  );
  await keys("update", "2", "--rate", "101");
  expect((await shown(2)).visitorRatePerMinute).toBe(50);
  await keys("update", "2", "--visitor-rate", "7");
  expect((await shown(2)).visitorRatePerMinute).toBe(7);
  expect((await keys("list")).out).toMatch(/ visitor\/min .*\n.*\n2 +site +browser +active +101 +7 +none /);
  expect((await keys("update", "2", "--visitor-rate", "none")).out).toMatch(/\nvisitor rate +none\n/);
  expect((await shown(2)).visitorRatePerMinute).toBeUndefined();
  await keys("update", "2", "--visitor-rate", "default");
  expect((await shown(2)).visitorRatePerMinute).toBe(50);
  await keys("update", "2", "--origin", "https://other.nl");
  expect((await shown(2)).origins).toEqual(["https://other.nl"]);

  const rotated = await issue("rotate", "1", "--overlap", "1h");
  expect([server, rotated].map(opens)).toEqual([true, true]);
  expect(Date.parse((await shown(1)).previousSecretUntil) - Date.now()).toBeGreaterThan(3_500_000);
  const again = await issue("rotate", "1", "--overlap", "0");
  expect([server, rotated, again].map(opens)).toEqual([false, false, true]);

  expect(await keys("revoke", "1")).toMatchObject({ code: 0, out: "" });
  expect(opens(again)).toBe(false);
  const { out } = await keys("list");
  expect(out).toMatch(
    /^id +name +type +state .*last used\n1 +renamed +server +revoked +7 +- +none +0 +never\n2 +site +browser/,
  );

  const secrets = [server, browser, rotated, again].map((token) => token.split("|")[1]!);
  for (const args of [["list"], ["list", "--json"], ["show", "1"], ["show", "1", "--json"]]) {
    const { out: listing } = await keys(...args);
    expect(secrets.some((secret) => listing.includes(secret)) || /sha256|bkn_/i.test(listing)).toBe(false);
  }
});

test("a revoked key does not change: no token, no change; an expired one gets a secret once it may live again", async () => {
  const create = ["create", "--name", "x", "--type", "server"];
  const revoked = Number.parseInt(await issue(...create), 10);
  await keys("revoke", String(revoked));
  const before = await shown(revoked);
  for (const args of [["rotate"], ["rotate", "--overlap", "0"], ["update", "--rate", "5"]]) {
    const [command = "", ...flags] = args;
    const { out, err, code } = await keys(command, String(revoked), ...flags);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(`Key ${revoked} was revoked at ${before.revokedAt}, which cannot be undone`);
  }
  expect((await keys("revoke", String(revoked))).code).toBe(0);
  expect(await shown(revoked)).toEqual(before);

  const expired = Number.parseInt(await issue(...create, "--expires", "2020-01-01"), 10);
  const refused = await keys("rotate", String(expired));
  expect([refused.code, refused.out]).toEqual([1, ""]);
  expect(refused.err).toContain(`Key ${expired} expired at 2020-01-02T00:00:00.000Z`);
  await keys("update", String(expired), "--expires", "none");
  expect(opens(await issue("rotate", String(expired)))).toBe(true);
});

test("--rate none is no rate, until one is given", async () => {
  const id = Number.parseInt(
    await issue("create", "--name", "own", "--type", "server", "--rate", "none"),
    10,
  );
  expect((await shown(id)).ratePerMinute).toBeNull();
  expect((await keys("show", String(id))).out).toMatch(/\nrate +none\n/);
  expect((await keys("list")).out).toMatch(
    new RegExp(`\\n${id} +own +server +active +none +- +none +0 +never`),
  );
  await keys("update", String(id), "--rate", "9");
  expect((await shown(id)).ratePerMinute).toBe(9);
  await keys("update", String(id), "--rate", "none");
  expect((await shown(id)).ratePerMinute).toBeNull();
});

describe("a mistyped folder is not made", () => {
  const root = mkdtempSync(join(tmpdir(), "baken-mistyped-"));
  afterAll(() => rmSync(root, { recursive: true }));
  const folder = (name: string, ...files: string[]) => {
    const path = join(root, name);
    mkdirSync(path);
    for (const file of files) {
      writeFileSync(join(path, file), "");
    }
    return path;
  };
  const run = (args: readonly string[], dataDir: string, cwd = root) => {
    const child = Bun.spawnSync([BAKEN, "keys", ...args, ...(dataDir === "" ? [] : ["--data", dataDir])], {
      cwd,
      env: { PATH: process.env.PATH! },
    });
    return { code: child.exitCode, out: child.stdout.toString(), err: child.stderr.toString() };
  };
  const CREATE = ["create", "--name", "x", "--type", "server"];
  const OTHERS = [
    ["list"],
    ["list", "--json"],
    ["show", "1"],
    ["update", "1", "--rate", "5"],
    ["rotate", "1"],
    ["revoke", "1"],
  ];

  test("by any command, nor is accounts.db in a folder of other things", () => {
    const missing = join(root, "dataa");
    const others = folder("photos", "a.jpg");
    for (const args of [CREATE, ...OTHERS]) {
      expect(run(args, missing)).toMatchObject({ code: 1, out: "" });
      expect(run(args, missing).err).toStartWith(`baken: There is no folder ${missing}: check --data.`);
      expect(existsSync(missing)).toBe(false);
      expect(run(args, others)).toMatchObject({ code: 1, out: "" });
      expect(readdirSync(others)).toEqual(["a.jpg"]);
    }
  });

  test("while the first key may be made in an empty folder, beside a registry, and in ./data", () => {
    expect(run(CREATE, folder("empty")).code).toBe(0);
    expect(run(CREATE, folder("served", "current", "registry-2021-10-15.gpkg")).code).toBe(0);
    const home = folder("home");
    expect(run(CREATE, "", home).code).toBe(0);
    expect(readdirSync(join(home, "data"))).toEqual(["accounts.db"]);
    expect(run(["list"], "", home).out).toContain("x     server");
  });

  test("who only asks makes no file where there are no keys yet", () => {
    const dataDir = folder("keyless", "current");
    expect(run(["list", "--json"], dataDir)).toEqual({ code: 0, out: "[]\n", err: "" });
    for (const args of OTHERS.slice(2)) {
      expect(run(args, dataDir).err).toStartWith("baken: There is no key 1.");
    }
    expect(readdirSync(dataDir)).toEqual(["current"]);
  });
});

test.each([
  [["create", "--name", "x", "--type", "server", "--origin", "https://a.nl"], "--origin is for browser keys"],
  [["create", "--name", "x", "--type", "browser", "--origin", "example.nl"], "--origin must be an origin"],
  [["create", "--name", "x", "--type", "browser", "--origin", "null"], "--origin must be an origin"],
  [
    ["create", "--name", "x", "--type", "server", "--ip", "010.0.0.1"],
    '--ip must be an IP address or CIDR range, not "010.0.0.1"',
  ],
  [
    ["create", "--name", "x", "--type", "server", "--rate", "0"],
    "--rate must be a whole number from 1 to 1000000",
  ],
  [
    ["create", "--name", "x", "--type", "server", "--visitor-rate", "5"],
    "--visitor-rate is for browser keys",
  ],
  [["update", "1", "--visitor-rate", "none"], "--visitor-rate is for browser keys"],
  [
    ["create", "--name", "x", "--type", "browser", "--visitor-rate", "0"],
    "--visitor-rate must be a whole number from 1 to 1000000",
  ],
  [["create", "--name", "x", "--type", "server", "--quota", "x"], "--quota must be a whole number from 1 to"],
  [["create", "--name", "x", "--type", "server", "--expires", "2026-02-30"], "--expires must be a date"],
  [["create", "--name", " ", "--type", "server"], "--name must be 1 to 100 characters"],
  [["show", "99"], "There is no key 99."],
  [["revoke", "99"], "There is no key 99."],
  [["rotate", "99"], "There is no key 99."],
  [["update", "99", "--rate", "1"], "There is no key 99."],
  [["update", "1"], "Expected at least one setting to change"],
  [["show", "1|x"], "Expected the id of a key"],
  [["rotate", "1", "--overlap", "1y"], "--overlap must be a duration such as 24h"],
])("keys %j is refused", async (args, message) => {
  const { out, err, code } = await keys(...args);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain(message);
});

test.each([
  [
    ["--trusted-proxies", "10.0.0.0/8,010.0.0.1"],
    '--trusted-proxies must be an IP address or CIDR range, not "010.0.0.1"',
  ],
  [["--threads", "0"], '--threads must be a number from 1 to 999, not "0"'],
  [["--admin-port", "x"], "--admin-port must be a number from 0 to 65535"],
  [["--access-log", "yes"], "--access-log must be on or off"],
])("serve %j is refused", async (args, message) => {
  const child = Bun.spawn([BAKEN, "serve", "--data", dataDir, ...args], { stdout: "pipe", stderr: "pipe" });
  const [err, code] = await Promise.all([child.stderr.text(), child.exited]);
  expect(code).toBe(1);
  expect(err).toContain(message);
});
