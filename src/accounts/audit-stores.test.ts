/** Tests that each store of the audit must pass. */
import { afterAll, describe, expect, test } from "bun:test";
import { hostname } from "node:os";
import { KEY_STORES } from "../../test/support/stores/key-stores.ts";
import { parseToken } from "./api-key.ts";

const ME = process.env.SUDO_USER ?? Bun.spawnSync(["id", "-un"]).stdout.toString().trim();
const SESSION = { kind: "session", name: "0a1b2c3d" } as const;

describe.each(KEY_STORES)("the audit in %s", async (_name, start) => {
  const store = await start();
  afterAll(() => store.remove());

  test("records each change of a key with who, where, before and after, and never a secret", async () => {
    const keys = await store.open("keys");
    const { key, token } = await keys.create({ name: "shop", kind: "server", ratePerMinute: 5 }, SESSION);
    await keys.update(key.id, { ratePerMinute: Number.POSITIVE_INFINITY, ipRanges: ["192.0.2.0/24"] });
    await keys.update(key.id, { name: "shop" });
    const rotated = (await keys.rotate(key.id, 60_000))!;
    await keys.revoke(key.id, SESSION);
    await keys.revoke(key.id, SESSION);
    await keys.update(99, { name: "nobody" });

    const audit = await store.openAudit("keys");
    const entries = (await audit.list({ limit: 10 })).toReversed();
    expect(entries.map(({ action, actor, who }) => [action, actor, who])).toEqual([
      ["create", "session", "0a1b2c3d"],
      ["change", "user", ME],
      ["rotate", "user", ME],
      ["revoke", "session", "0a1b2c3d"],
    ]);
    const [created, changed, turned, revoked] = entries;
    expect(created).toMatchObject({
      node: hostname(),
      subject: `key ${key.id}`,
      keyId: key.id,
      before: null,
    });
    expect(created!.after).toMatchObject({ name: "shop", kind: "server", ratePerMinute: 5 });
    expect(changed).toMatchObject({
      before: { ratePerMinute: 5, ipRanges: [] },
      after: { ratePerMinute: null, ipRanges: ["192.0.2.0/24"] },
    });
    expect(Object.keys(changed!.after!).length).toBe(2);
    expect(turned!.after).toEqual({ previousSecretUntil: rotated.key.previous!.until });
    expect(Object.keys(revoked!.after!)).toEqual(["revokedAt"]);
    const text = JSON.stringify(entries);
    for (const each of [token, rotated.token]) {
      expect(text).not.toContain(parseToken(each)!.secret);
    }
    expect(text).not.toContain("ecretSha256");
    expect(entries.every(({ at }) => Math.abs(Date.parse(at) - Date.now()) < 60_000)).toBe(true);
    audit.close();
    keys.close();
  });

  test("a refused change leaves no entry, and an entry that cannot be written no change", async () => {
    const keys = await store.open("both");
    const { key } = await keys.create({ name: "x", kind: "server" });
    await keys.revoke(key.id);
    const change = async (work: () => unknown) => await work();
    await expect(change(() => keys.update(key.id, { name: "y" }))).rejects.toThrow("cannot be undone");
    const audit = await store.openAudit("both");
    expect((await audit.list({ limit: 10 })).length).toBe(2);
    audit.close();
    await store.change("both", "ALTER TABLE audit RENAME TO away");
    await expect(change(() => keys.create({ name: "unseen", kind: "server" }))).rejects.toThrow();
    expect((await keys.list()).map(({ name }) => name)).toEqual(["x"]);
    await store.change("both", "ALTER TABLE away RENAME TO audit");
    await keys.create({ name: "seen", kind: "server" });
    expect((await keys.list()).map(({ name }) => name)).toEqual(["x", "seen"]);
    keys.close();
  });

  test("lists pages, newest first, and what was done to one thing", async () => {
    (await store.open("pages")).close();
    const audit = await store.openAudit("pages");
    for (const n of [1, 2, 3, 4]) {
      await audit.record({ action: "use", subject: `registry ${n % 2}`, by: SESSION, after: { n } });
    }
    const numbers = async (selection: Parameters<typeof audit.list>[0]) =>
      (await audit.list(selection)).map(({ after }) => after!.n);
    const [, third] = await audit.list({ limit: 2 });
    expect(third!.keyId).toBeNull();
    expect(await numbers({ limit: 2 })).toEqual([4, 3]);
    expect(await numbers({ limit: 2, beforeId: third!.id })).toEqual([2, 1]);
    expect(await numbers({ limit: 9, subject: "registry 0" })).toEqual([4, 2]);
    audit.close();
  });

  test("adds up the uses of a key by day and network, and keeps no more days than asked", async () => {
    (await store.open("uses")).close();
    const audit = await store.openAudit("uses");
    const now = Date.now();
    const day = (ago: number) => new Date(now - ago * 86_400_000).toISOString().slice(0, 10);
    const use = (network: string, ago: number, requests = 1) => ({
      keyId: 7,
      network,
      requests,
      lastMs: now - ago * 86_400_000,
    });
    await audit.addUses([use("192.0.2.0/24", 0, 2), use("2001:db8:1::/48", 3), use("192.0.2.0/24", 9)]);
    await audit.addUses([use("192.0.2.0/24", 0, 3), { ...use("192.0.2.0/24", 0), keyId: 8 }]);
    const listed = async (days: number) =>
      (await audit.listUses(7, days)).map(({ day, network, requests }) => [day, network, requests]);
    const recent = [
      [day(0), "192.0.2.0/24", 5],
      [day(3), "2001:db8:1::/48", 1],
    ];
    expect(await listed(4)).toEqual(recent);
    expect(await listed(10)).toEqual([...recent, [day(9), "192.0.2.0/24", 1]]);
    expect((await audit.listUses(7, 1))[0]!.lastAt).toBe(new Date(now).toISOString());

    await audit.record({ action: "use", subject: "old", by: SESSION });
    await store.change("uses", `UPDATE audit SET at = '${day(4)}T12:00:00.000Z'`);
    await audit.record({ action: "use", subject: "new", by: SESSION });
    await audit.keepDays(5);
    expect((await audit.list({ limit: 9 })).map(({ subject }) => subject)).toEqual(["new", "old"]);
    await audit.keepDays(4);
    expect((await audit.list({ limit: 9 })).map(({ subject }) => subject)).toEqual(["new"]);
    expect(await listed(10)).toEqual(recent);
    audit.close();
  });
});
