/** Holds every store of keys to the same behaviour. */
import { afterAll, describe, expect, test } from "bun:test";
import { SOON_MS, until } from "../../test/support/processes/until.ts";
import { KEY_STORES } from "../../test/support/stores/key-stores.ts";
import { KEY_KINDS, parseToken, verifySecret } from "./api-key.ts";
import { authenticate, presentedToken, tokenOfAuthorization } from "./authorize.ts";

describe.each(KEY_STORES)("keys in %s", async (_name, start) => {
  const store = await start();
  afterAll(() => store.remove());

  test("keeps keys, never their secrets", async () => {
    const keys = await store.open("new");
    const { key, token } = await keys.create({
      name: "site",
      kind: "browser",
      origins: ["https://example.nl"],
      ipRanges: ["192.0.2.0/24"],
      monthlyQuota: 4_000_000_000,
      expiresAt: "2099-01-01T00:00:00.123Z",
    });
    expect(key).toMatchObject({
      ratePerMinute: 60,
      monthlyQuota: 4_000_000_000,
      origins: ["https://example.nl"],
      ipRanges: ["192.0.2.0/24"],
      expiresAt: "2099-01-01T00:00:00.123Z",
    });
    const { secret } = parseToken(token)!;
    keys.close();

    const reopened = await store.open("new");
    expect(reopened.find(key.id)).toEqual(key);
    expect(verifySecret(reopened.find(key.id), secret, Date.now())).toBe(true);
    expect(reopened.find(key.id + 1)).toBeUndefined();
    expect(JSON.stringify(await reopened.list())).not.toContain(secret);
    reopened.close();
  });

  test("keeps keys of every kind, which headers carry in three forms", async () => {
    const keys = await store.open("kinds");
    for (const kind of KEY_KINDS) {
      const { key, token } = await keys.create({ name: kind, kind });
      expect((await keys.report(key.id))!.kind).toBe(kind);
      const forms = [
        { authorization: `Bearer ${token}` },
        { authorization: `Basic ${btoa(token.replace("|", ":"))}` },
        { "x-api-key": token },
      ];
      for (const form of forms) {
        expect(await authenticate(keys, presentedToken(new Headers(form))!)).toEqual(key);
      }
    }
    expect(presentedToken(new Headers({ "x-api-key": " " }))).toBeUndefined();
    expect(presentedToken(new Headers({ authorization: "Digest x", "x-api-key": "1|x" }))).toBe("");
    keys.close();
  });

  test("sees every change that another process makes, within a second", async () => {
    const [serving, other] = [await store.open("changes"), await store.open("changes")];
    expect(serving.find(1)).toBeUndefined();

    const { key } = await other.create({ name: "later", kind: "browser", origins: ["https://a.nl"] });
    await until(() => serving.find(key.id) !== undefined, SOON_MS);
    expect(serving.find(key.id)).toEqual(key);
    expect(serving.approvesOrigin("https://a.nl")).toBe(true);

    await other.update(key.id, { ratePerMinute: 5, origins: ["https://b.nl"] });
    await until(() => serving.find(key.id)?.ratePerMinute === 5, SOON_MS);
    expect([serving.approvesOrigin("https://a.nl"), serving.approvesOrigin("https://b.nl")]).toEqual([
      false,
      true,
    ]);

    const { token } = (await other.rotate(key.id, 60_000))!;
    await until(async () => (await authenticate(serving, token)) !== undefined, SOON_MS);

    await other.revoke(key.id);
    await until(async () => (await authenticate(serving, token)) === undefined, SOON_MS);
    expect(serving.approvesOrigin("https://b.nl")).toBe(false);
    serving.close();
    other.close();
  });

  test("a new token works at once, in a process that has not heard of it", async () => {
    const [serving, other] = [await store.open("at once"), await store.open("at once")];
    for (let i = 0; i < 20; i++) {
      const { key, token } = await other.create({ name: `${i}`, kind: "server" });
      expect(await authenticate(serving, token)).toEqual(key);
    }
    serving.close();
    other.close();
  });

  test("a rotation without overlap ends the old secret at once; a second one ends the first", async () => {
    const keys = await store.open("rotate");
    const { key, token } = await keys.create({ name: "x", kind: "server" });
    const opens = async (text: string) => (await authenticate(keys, text)) !== undefined;
    const second = (await keys.rotate(key.id, 60_000))!.token;
    expect(await Promise.all([token, second].map(opens))).toEqual([true, true]);
    const third = (await keys.rotate(key.id, 60_000))!.token;
    expect(await Promise.all([token, second, third].map(opens))).toEqual([false, true, true]);
    const fourth = (await keys.rotate(key.id, 0))!.token;
    expect(await Promise.all([third, fourth].map(opens))).toEqual([false, true]);
    expect(await keys.rotate(99, 0)).toBeUndefined();
    keys.close();
  });

  test("refuses to change a revoked key, and to rotate an expired one", async () => {
    const keys = await store.open("final");
    const change = async (work: () => unknown) => await work();
    const { key } = await keys.create({ name: "x", kind: "server", expiresAt: "2020-01-01T00:00:00.000Z" });
    await expect(change(() => keys.rotate(key.id, 0))).rejects.toThrow("expired at 2020-01-01");
    const { revokedAt } = (await keys.revoke(key.id))!;
    expect((await keys.revoke(key.id))!.revokedAt).toBe(revokedAt!);
    await expect(change(() => keys.update(key.id, { name: "y" }))).rejects.toThrow("cannot be undone");
    await expect(change(() => keys.rotate(key.id, 0))).rejects.toThrow("cannot be undone");
    expect(await keys.revoke(99)).toBeUndefined();
    expect(await keys.update(99, { name: "y" })).toBeUndefined();
    expect(await keys.report(99)).toBeUndefined();
    keys.close();
  });

  test("the first key is made once, by one of six processes that start together", async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => store.open("first")));
    const first = { name: "first", kind: "server" } as const;
    const made = await Promise.all(all.map((keys) => keys.createFirst(first)));
    expect(made.filter(Boolean).length).toBe(1);
    expect((await all[0]!.list()).map(({ name }) => name)).toEqual(["first"]);
    for (const keys of all) {
      keys.close();
    }
  });

  test("a Bearer header opens its own key and nothing else", async () => {
    const keys = await store.open("authorize");
    const { key, token } = await keys.create({ name: "x", kind: "server" });
    const other = await keys.create({ name: "y", kind: "server" });
    for (const header of [`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token} `]) {
      expect(await authenticate(keys, tokenOfAuthorization(header))).toEqual(key);
    }
    const [, secret] = token.split("|");
    const wrong = ["", "Bearer", "Bearer ", token, `Basic ${token}`, `Bearer ${token}x`, `Bearer ${secret}`];
    for (const header of [...wrong, `Bearer 99|${secret}`, `Bearer ${other.key.id}|${secret}`]) {
      expect(await authenticate(keys, tokenOfAuthorization(header))).toBeUndefined();
    }
    keys.close();
  });

  test("a visitor rate is kept, cleared, and left alone by other changes", async () => {
    const keys = await store.open("visitors");
    const { key } = await keys.create({ name: "site", kind: "browser", visitorRatePerMinute: 45 });
    const rates = [key.visitorRatePerMinute];
    for (const change of [
      { name: "same" },
      { visitorRatePerMinute: "none" },
      { visitorRatePerMinute: undefined },
    ] as const) {
      rates.push((await keys.update(key.id, change))!.visitorRatePerMinute);
    }
    expect(rates).toEqual([45, 45, "none", undefined]);
    keys.close();
  });

  test("lists each of the last days, without usage too", async () => {
    const keys = await store.open("days");
    const days = await keys.listUsageByDay(3);
    const today = Date.now();
    expect(days).toEqual(
      [2, 1, 0].map((ago) => ({
        day: new Date(today - ago * 86_400_000).toISOString().slice(0, 10),
        requests: 0,
      })),
    );
    keys.close();
  });
});
