/** The audit of a service: entries by commands, the operator and restores; networks that use a server key. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { parseToken } from "../../src/accounts/api-key.ts";
import type { AuditEntry, NetworkUse } from "../../src/accounts/audit.ts";
import { networkRange } from "../../src/accounts/ip-address.ts";
import { openStores } from "../../src/accounts/open-accounts.ts";
import { BAKEN, kill, start } from "../support/processes/baken-process.ts";
import { backUp, keptName, newDataFolder, newPath, runOn } from "../support/processes/run-backup.ts";
import { until } from "../support/processes/until.ts";
import { openAccounts } from "../support/servers/accounts-harness.ts";
import { openOperator } from "../support/servers/operator-harness.ts";
import { startServe } from "../support/servers/serve-process.ts";

const ME = process.env.SUDO_USER ?? Bun.spawnSync(["id", "-un"]).stdout.toString().trim();

async function auditOf(dataDir: string, ...flags: string[]): Promise<AuditEntry[]> {
  const { code, out } = await runOn(dataDir, "audit", "--json", ...flags);
  expect(code).toBe(0);
  return out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

const tokenIn = (out: string) => /^\d+\|bkn_\w+$/m.exec(out)![0];
const actionsOf = (entries: readonly AuditEntry[]) =>
  entries.map(({ action, subject }) => `${action} ${subject}`);

describe("commands", () => {
  test("leave what was done, in the order of time, as text and as JSON lines", async () => {
    const dataDir = newDataFolder();
    expect(await auditOf(dataDir)).toEqual([]);
    const { out } = await runOn(dataDir, "keys", "create", "--name", "shop", "--type", "server");
    await runOn(dataDir, "keys", "update", "1", "--rate", "120");
    await runOn(dataDir, "keys", "rotate", "1", "--overlap", "0");
    await runOn(dataDir, "keys", "create", "--name", "other", "--type", "server");
    await runOn(dataDir, "keys", "revoke", "1");
    const target = newPath();
    await runOn(dataDir, "publish", "--to", target);
    await runOn(dataDir, "publish", "--to", target);
    const entries = await auditOf(dataDir);
    expect(actionsOf(entries)).toEqual([
      "create key 1",
      "change key 1",
      "rotate key 1",
      "create key 2",
      "revoke key 1",
      "publish registry 2021-10-15",
    ]);
    expect(entries.at(-1)).toMatchObject({ before: null, after: { place: target } });
    expect(new Set(entries.map(({ actor, who, node }) => `${actor} ${who} ${node}`))).toEqual(
      new Set([`user ${ME} ${hostname()}`]),
    );
    expect(JSON.stringify(entries)).not.toContain(parseToken(tokenIn(out))!.secret);
    expect(actionsOf(await auditOf(dataDir, "--key", "1"))).toEqual([
      "create key 1",
      "change key 1",
      "rotate key 1",
      "revoke key 1",
    ]);
    const text = await runOn(dataDir, "audit", "--key", "1");
    expect(text.out.split("\n")[1]).toMatch(
      new RegExp(
        `^[-0-9]{10}T[:0-9]{8}Z {2}${ME}@${hostname()} {2}change {2}key 1 {2}ratePerMinute 60 -> 120$`,
      ),
    );
    expect(await runOn(dataDir, "audit", "--days", "0")).toMatchObject({ code: 1 });
  });

  test("are all listed, of thousands too, in the order of time", async () => {
    const dataDir = newDataFolder();
    await runOn(dataDir, "keys", "create", "--name", "shop", "--type", "server");
    using db = new Database(join(dataDir, "accounts.db"));
    db.run(`
      WITH RECURSIVE further(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM further WHERE n < 2500)
      INSERT INTO audit (at, node, actor, who, action, subject)
      SELECT at, node, actor, who, 'change', 'key ' || n FROM audit, further`);
    db.close();
    const changes = Array.from({ length: 2500 }, (_, i) => `change key ${i + 1}`);
    expect(actionsOf(await auditOf(dataDir))).toEqual(["create key 1", ...changes]);
  });

  test("a folder without accounts gets none by publishing", async () => {
    const dataDir = newDataFolder();
    expect(await runOn(dataDir, "publish", "--to", newPath())).toMatchObject({ code: 0 });
    expect(await Bun.file(join(dataDir, "accounts.db")).exists()).toBe(false);
  });

  test("a restore is recorded, and what was done since the backup stays known", async () => {
    const dataDir = newDataFolder();
    await runOn(dataDir, "keys", "create", "--name", "kept", "--type", "server");
    const backup = await backUp(dataDir);
    await runOn(dataDir, "keys", "revoke", "1");
    await runOn(dataDir, "keys", "create", "--name", "lost", "--type", "server");
    expect(await runOn(dataDir, "restore", backup)).toMatchObject({ code: 0 });
    const entries = await auditOf(dataDir);
    expect(actionsOf(entries)).toEqual([
      "create key 1",
      "revoke key 1",
      "create key 2",
      "restore data folder",
    ]);
    expect(entries.at(-1)).toMatchObject({
      before: { keptAs: keptName(dataDir)! },
      after: { keys: "restored", registry: "kept" },
    });
  });

  test("a restore takes over the networks of keys that the backup has, and counts nothing twice", async () => {
    const dataDir = newDataFolder();
    const kept = tokenIn((await runOn(dataDir, "keys", "create", "--name", "kept", "--type", "server")).out);
    const use = async (...uses: readonly [keyId: number, network: string, requests: number][]) => {
      const { audit, close } = await openStores({ dataDir }, { create: false });
      const lastMs = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`);
      await audit.addUses(uses.map(([keyId, network, requests]) => ({ keyId, network, requests, lastMs })));
      close();
    };
    await use([1, "192.0.2.0/24", 5], [1, "198.51.100.0/24", 2]);
    const backup = await backUp(dataDir);
    await runOn(dataDir, "keys", "create", "--name", "lost", "--type", "server");
    await use([1, "192.0.2.0/24", 3], [1, "203.0.113.0/24", 7], [2, "203.0.113.0/24", 9]);
    for (const _ of [1, 2]) {
      expect(await runOn(dataDir, "restore", backup)).toMatchObject({ code: 0 });
      const { audit, close } = await openStores({ dataDir }, { create: false });
      const uses = await audit.listUses(parseToken(kept)!.id, 1);
      const counts = Object.fromEntries(uses.map(({ network, requests }) => [network, requests]));
      expect(counts).toEqual({ "192.0.2.0/24": 8, "198.51.100.0/24": 2, "203.0.113.0/24": 7 });
      // Id 2 belonged to the lost key; the next key gets it.
      expect(await audit.listUses(2, 1)).toEqual([]);
      close();
    }
  });

  test("a restore killed when the restored file is in place, and repeated, keeps what was done since", async () => {
    const dataDir = newDataFolder();
    await runOn(dataDir, "keys", "create", "--name", "kept", "--type", "server");
    const backup = await backUp(dataDir);
    const path = join(dataDir, "accounts.db");
    const deeds = 500_000;
    {
      // Makes the copy of the audit last a second, in which the process is killed after the rename.
      using db = new Database(path);
      db.run(
        `INSERT INTO audit (at, node, actor, who, action, subject)
         WITH RECURSIVE deed (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM deed WHERE n < ?)
         SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), '', 'command line', 'me', 'change key', 'key ' || n FROM deed`,
        [deeds],
      );
    }
    const former = statSync(path).ino;
    const restore = start([BAKEN, "restore", backup, "--data", dataDir]);
    await until(() => statSync(path).ino !== former);
    expect(await kill(restore)).toBe(true);
    expect(await runOn(dataDir, "restore", backup)).toMatchObject({ code: 0 });
    using db = new Database(path, { readonly: true });
    expect(
      db.query("SELECT action, count(*) AS n FROM audit GROUP BY action ORDER BY n, action").all(),
    ).toEqual([
      { action: "create", n: 1 },
      { action: "restore", n: 1 },
      { action: "change key", n: deeds },
    ]);
  });

  test("a restore over a damaged accounts.db says that its audit could not be read", async () => {
    const dataDir = newDataFolder();
    await runOn(dataDir, "keys", "create", "--name", "kept", "--type", "server");
    const backup = await backUp(dataDir);
    await Bun.write(
      join(dataDir, "accounts.db"),
      "no database, and long enough to be read as one".repeat(99),
    );
    const { code, out } = await runOn(dataDir, "restore", backup);
    expect([code, out]).toEqual([0, expect.stringContaining("The audit comes from the backup")]);
    expect(actionsOf(await auditOf(dataDir))).toEqual(["create key 1", "restore data folder"]);
  });

  test("accounts.db of a version without the audit gets it, and a backup of such a version too", async () => {
    const dataDir = newDataFolder();
    await runOn(dataDir, "keys", "create", "--name", "old", "--type", "server");
    using db = new Database(join(dataDir, "accounts.db"));
    db.run("DROP TABLE audit");
    db.run("DROP TABLE key_use");
    db.run("DROP TABLE login_link");
    db.close();
    const backup = await backUp(dataDir);
    await runOn(dataDir, "keys", "update", "1", "--rate", "7");
    expect(await runOn(dataDir, "restore", backup)).toMatchObject({ code: 0 });
    expect(actionsOf(await auditOf(dataDir))).toEqual(["change key 1", "restore data folder"]);
  });
});

test("the operator's session is recorded by the name that its login has in the log", async () => {
  const operator = await openOperator();
  const cookie = await operator.session();
  const { json: session } = await operator.ask("GET", "/api/session", { cookie });
  expect(session.name).toMatch(/^[0-9a-f]{8}$/);
  const body = { name: "a", kind: "server" };
  const { json } = await operator.ask("POST", "/api/keys", { cookie, body });
  await operator.ask("PATCH", "/api/log", { cookie, body: { accessLog: true, level: "warn" } });
  await operator.ask("PATCH", "/api/log", { cookie, body: { level: "info", user: "ann" } });
  const { entries, hasOlder } = (await operator.ask("GET", "/api/audit", { cookie })).json;
  expect(hasOlder).toBe(false);
  expect(entries).toMatchObject([
    { action: "change", subject: "log", actor: "user", who: "ann", before: { level: "warn" } },
    { action: "change", subject: "log", actor: "session", who: session.name, after: { accessLog: true } },
    { action: "create", subject: `key ${json.key.id}`, actor: "session", who: session.name },
  ]);
  const older = await operator.ask("GET", `/api/audit?before=${entries[2].id}`, { cookie });
  expect(older.json).toEqual({ entries: [], hasOlder: false });
  expect((await operator.ask("GET", "/api/audit", {})).status).toBe(401);
  expect((await operator.ask("PATCH", "/api/log", { cookie, body: { level: "none" } })).status).toBe(422);
  await operator.close();
});

describe("networks", () => {
  test.each([
    ["192.0.2.77", "192.0.2.0/24"],
    ["2001:db8:1:2:3::4", "2001:db8:1::/48"],
    ["::1", "0:0:0::/48"],
    ["2001:db8::", "2001:db8:0::/48"],
    ["", ""],
  ])("%p is in %p", (address, range) => {
    expect(networkRange(address)).toBe(range);
  });

  test("uses of a server key are added up by network, refused ones too; those of browser keys are not", async () => {
    const service = openAccounts();
    const token = service.issue();
    const bound = service.issue({ ipRanges: ["192.0.2.0/24"] });
    const browser = service.issue({ kind: "browser", origins: ["https://a.nl"] });
    const from = (address: string, presented: string) =>
      service.ask("/cities", { token: presented, address, origin: "https://a.nl" });
    await from("198.51.100.1", token);
    await from("198.51.100.200", token);
    await from("2001:db8:5:6::7", token);
    await from("203.0.113.5", browser);
    expect((await from("203.0.113.5", bound)).code).toBe("ip_not_allowed");
    await from("203.0.113.6", `${token.slice(0, -1)}_`);
    service.app.reload();
    const usesOf = async (presented: string) => {
      const uses = await service.app.audit.listUses(parseToken(presented)!.id, 1);
      return uses.map(({ network, requests }) => `${network} ${requests}`).sort();
    };
    expect(await usesOf(token)).toEqual(["198.51.100.0/24 2", "2001:db8:5::/48 1"]);
    expect(await usesOf(bound)).toEqual(["203.0.113.0/24 1"]);
    expect(await usesOf(browser)).toEqual([]);
    service.close();
  });

  test("a key that comes from everywhere fills no disk: beyond 100 networks a day they count together", async () => {
    const service = openAccounts();
    const token = service.issue();
    for (let n = 0; n < 150; n++) {
      await service.ask("/cities", { token, address: `10.0.${n}.1` });
    }
    service.app.reload();
    const uses = await service.app.audit.listUses(parseToken(token)!.id, 1);
    expect(uses.length).toBe(101);
    expect(uses.find(({ network }) => network === "other")!.requests).toBe(50);
    service.close();
  });

  test("uses that cannot be written are written when the store can be used again, once", async () => {
    const service = openAccounts();
    const token = service.issue();
    const { id } = parseToken(token)!;
    const locking = new Database(service.accountsPath);
    await service.ask("/cities", { token, address: "192.0.2.1" });
    locking.run("BEGIN EXCLUSIVE");
    service.app.reload();
    await service.ask("/cities", { token, address: "192.0.2.2" });
    service.app.reload();
    locking.run("ROLLBACK");
    locking.close();
    expect(await service.app.audit.listUses(id, 1)).toEqual([]);
    service.app.reload();
    expect(await service.app.audit.listUses(id, 1)).toMatchObject([{ network: "192.0.2.0/24", requests: 2 }]);
    service.app.reload();
    expect(await service.app.audit.listUses(id, 1)).toMatchObject([{ network: "192.0.2.0/24", requests: 2 }]);
    service.close();
  });

  test("all threads of a server count; what was counted is written when it stops", async () => {
    const dataDir = newDataFolder();
    const { out } = await runOn(
      dataDir,
      "keys",
      "create",
      "--name",
      "x",
      "--type",
      "server",
      "--rate",
      "1000",
    );
    const token = tokenIn(out);
    const server = await startServe(dataDir, ["--threads", "2"]);
    const ask = () =>
      fetch(`${server.url}/cities`, { headers: { authorization: `Bearer ${token}`, connection: "close" } });
    expect(await Promise.all(Array.from({ length: 40 }, async () => (await ask()).status))).toEqual(
      new Array(40).fill(200),
    );
    const read = async (): Promise<NetworkUse[]> =>
      JSON.parse((await runOn(dataDir, "keys", "uses", "1", "--json")).out);
    await until(async () => (await read())[0]?.requests === 40);
    await ask();
    await server.signal("SIGTERM");
    expect(await read()).toEqual([expect.objectContaining({ network: "127.0.0.0/24", requests: 41 })]);
    const text = await runOn(dataDir, "keys", "uses", "1");
    expect(text.out).toMatch(
      /^day +network +requests +last\n[-0-9]{10} {2}127\.0\.0\.0\/24 +41 +[:0-9]{8}Z\n$/,
    );
    expect(await runOn(dataDir, "keys", "uses", "9")).toMatchObject({ code: 1 });
  }, 60_000);
});

test("a server removes what is older than --audit-days when it starts", async () => {
  const dataDir = newDataFolder();
  await runOn(dataDir, "keys", "create", "--name", "x", "--type", "server");
  using db = new Database(join(dataDir, "accounts.db"));
  db.run("UPDATE audit SET at = '2020-01-01T00:00:00.000Z'");
  db.close();
  await runOn(dataDir, "keys", "update", "1", "--rate", "5");
  const server = await startServe(dataDir, ["--threads", "1", "--audit-days", "10"]);
  const { audit, close } = await openStores({ dataDir }, { create: false });
  await until(async () => (await audit.list({ limit: 9 })).length === 1);
  close();
  await server.signal("SIGTERM");
});
