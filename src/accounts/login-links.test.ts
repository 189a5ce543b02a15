/** Tests that each store of login links must pass. */
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { KEY_STORES } from "../../test/support/stores/key-stores.ts";

const NOW_MS = Date.UTC(2026, 10, 29);
const TEN_MINUTES_MS = 600_000;
const SESSION = { kind: "session", name: "0a1b2c3d" } as const;
const ME = process.env.SUDO_USER ?? Bun.spawnSync(["id", "-un"]).stdout.toString().trim();
const hashOf = (token: string, host = hostname()) =>
  createHash("sha256").update(`${host}|${token}`).digest("hex");

describe.each(KEY_STORES)("login links in %s", async (_name, start) => {
  const store = await start();
  afterAll(() => store.remove());

  async function openLinks(name: string) {
    (await store.open(name)).close();
    return await store.openLinks(name);
  }

  async function auditOf(name: string) {
    const audit = await store.openAudit(name);
    const entries = await audit.list({ limit: 10 });
    audit.close();
    return entries;
  }

  test("a link of a command works on a server once, and the audit says who made it", async () => {
    const { server, command } = await openLinks("once");
    const tokens = [await command.create(NOW_MS), await server.create(NOW_MS, SESSION)];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(await server.has(hashOf(token), NOW_MS)).toBe(true);
      expect(await server.use(token, NOW_MS)).toBe(true);
      expect(await server.has(hashOf(token), NOW_MS)).toBe(false);
      expect(await server.use(token, NOW_MS)).toBe(false);
      expect(await command.use(token, NOW_MS)).toBe(false);
    }
    const entries = await auditOf("once");
    expect(
      entries.map(({ action, subject, actor, who, node }) => [action, subject, actor, who, node]),
    ).toEqual([
      ["open", "pages", "session", SESSION.name, hostname()],
      ["open", "pages", "user", ME, hostname()],
    ]);
    expect(tokens.some((token) => JSON.stringify(entries).includes(token))).toBe(false);
  });

  test("two that use a link at the same time get one session", async () => {
    const { server, command } = await openLinks("race");
    const token = await command.create(NOW_MS);
    const uses = [server, command, server, command].map(async (links) => links.use(token, NOW_MS));
    expect((await Promise.all(uses)).filter((isUsed) => isUsed).length).toBe(1);
    expect((await auditOf("race")).length).toBe(1);
  });

  test("a link expires at ten minutes, and the next one removes it", async () => {
    const { server, command } = await openLinks("expiry");
    const [used, expired] = [await command.create(NOW_MS), await command.create(NOW_MS)];
    expect(await server.has(hashOf(used), NOW_MS + TEN_MINUTES_MS - 1)).toBe(true);
    expect(await server.use(used, NOW_MS + TEN_MINUTES_MS - 1)).toBe(true);
    for (const ageMs of [TEN_MINUTES_MS, TEN_MINUTES_MS + 1]) {
      expect(await server.has(hashOf(expired), NOW_MS + ageMs)).toBe(false);
      expect(await server.use(expired, NOW_MS + ageMs)).toBe(false);
    }
    expect(await server.use(expired, NOW_MS)).toBe(true);

    const [removed, kept] = [await command.create(NOW_MS), await command.create(NOW_MS + 1)];
    await command.create(NOW_MS + TEN_MINUTES_MS);
    expect(await server.has(hashOf(removed), NOW_MS)).toBe(false);
    expect(await server.has(hashOf(kept), NOW_MS)).toBe(true);
  });

  test("a wrong token is refused and uses no link up", async () => {
    const { server, command } = await openLinks("wrong");
    const token = await command.create(NOW_MS);
    for (const wrong of [
      "",
      "x",
      `${token}x`,
      token.slice(1),
      `${token}=`,
      hashOf(token),
      "x".repeat(1_000),
    ]) {
      expect(await server.use(wrong, NOW_MS)).toBe(false);
    }
    expect(await auditOf("wrong")).toEqual([]);
    expect(await server.use(token, NOW_MS)).toBe(true);
  });

  test("a link of another machine that shares the accounts is refused", async () => {
    const { server } = await openLinks("machine");
    const token = "A".repeat(43);
    const values = `'${hashOf(token, "elsewhere")}', ${NOW_MS + TEN_MINUTES_MS}, 'user', 'x'`;
    await store.change(
      "machine",
      `INSERT INTO login_link (sha256, expires_ms, actor, who) VALUES (${values})`,
    );
    expect(await server.use(token, NOW_MS)).toBe(false);
  });

  test("a use that cannot be recorded uses nothing up", async () => {
    const { server, command } = await openLinks("both");
    const token = await command.create(NOW_MS);
    await store.change("both", "ALTER TABLE audit RENAME TO away");
    const use = async () => await server.use(token, NOW_MS);
    await expect(use()).rejects.toThrow();
    await store.change("both", "ALTER TABLE away RENAME TO audit");
    expect(await use()).toBe(true);
  });
});
