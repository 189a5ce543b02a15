/** Tests the cost of a session's requests, that a session ends with its key, and who may send changes. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SESSION_LIMITS } from "../../src/exports/sessions/session-limits.ts";
import { SOON_MS, until } from "../support/processes/until.ts";
import { openFilesServer } from "../support/servers/files-page.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

const served = await openFilesServer();
const { dataDir, tab } = served;
const keys = openKeyStore(dataDir);
beforeAll(() => served.startWork());
afterAll(async () => {
  keys.close();
  await served.close();
});

const CSV = "postcode;huisnummer\n1382KT;5\n1382KT;12\n1382KT;999\n";
const folderOf = (secret: string) =>
  join(dataDir, "files", createHash("sha256").update(secret).digest("hex"));

describe("with a key", () => {
  test("suggestions cost rate and quota; other requests of the session the rate alone, also without quota", async () => {
    const { key, token } = served.issue({ ratePerMinute: 1_000, monthlyQuota: 5 });
    const own = tab(undefined, token);
    await own.geocode(CSV);
    const left = async () => {
      const { rate, month } = await served.app.counters.peekKey(key);
      return [rate.remaining, month.remaining];
    };
    const [rate = 0, quota] = await left();
    expect(quota).toBe(5 - 3);
    await own.rows();
    await own.post("/files/session/rows/4", { address: null });
    await own.ask("GET", "/files/session/points");
    await own.post("/files/session/download", { format: "csv" });
    await own.show();
    expect(await left()).toEqual([rate - 4, 2]);
    const suggest = () => own.ask("GET", "/files/suggest?q=keurstraat");
    expect([(await suggest()).status, (await suggest()).status]).toEqual([200, 200]);
    expect(await left()).toEqual([rate - 6, 0]);
    const refused = await suggest();
    expect([refused.status, refused.body.code]).toEqual([429, "quota_exceeded"]);
    expect((await own.rows()).status).toBe(200);
    await own.end();
  });

  test("a session ends when its key is revoked, and goes on when it is rotated", async () => {
    const [revoked, rotated] = [served.issue(), served.issue()];
    const [ended, kept] = [tab(undefined, revoked.token), tab(undefined, rotated.token)];
    await Promise.all([ended.geocode(CSV), kept.geocode(CSV)]);
    const { url } = (await ended.post("/files/session/download", { format: "csv" })).body.data;
    const download = async () => (await fetch(served.origin + url)).status;
    expect(await download()).toBe(200);
    keys.rotate(rotated.key.id, 0);
    keys.revoke(revoked.key.id);
    await until(async () => (await ended.show()).status === 404, SOON_MS, { isRare: true });
    expect([(await ended.rows()).status, await download()]).toEqual([404, 404]);
    expect((await ended.ask("GET", "/files/suggest?q=keurstraat")).status).toBe(404);
    expect(existsSync(folderOf(ended.secret))).toBe(false);
    expect([(await kept.show()).status, (await kept.rows()).status]).toEqual([200, 200]);
    await kept.end();
  });

  test("a session at which nobody looks ends with its key too, and is closed to addresses that its key loses", async () => {
    const [revoked, expired, moved] = [served.issue(), served.issue(), served.issue()];
    const ended = [tab(undefined, revoked.token), tab(undefined, expired.token)];
    const closed = tab(undefined, moved.token);
    await Promise.all([...ended, closed].map((own) => own.send(CSV)));
    keys.revoke(revoked.key.id);
    keys.update(expired.key.id, { expiresAt: new Date(Date.now() - 1).toISOString() });
    keys.update(moved.key.id, { ipRanges: ["192.0.2.0/24"] });
    await until(() => ended.every(({ secret }) => !existsSync(folderOf(secret))));
    await until(async () => (await closed.show()).status === 403, SOON_MS, { isRare: true });
    expect((await closed.ask("GET", "/files/suggest?q=keurstraat")).body.code).toBe("ip_not_allowed");
    keys.update(moved.key.id, { ipRanges: [] });
    await until(async () => (await closed.show()).status === 200, SOON_MS, { isRare: true });
    await closed.end();
  });

  test("many starts of one session at once cost its rows once", async () => {
    const { key, token } = served.issue({ monthlyQuota: 100 });
    const own = tab(undefined, token);
    await own.send(CSV);
    const answers = await Promise.all(Array.from({ length: 10 }, () => own.start()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await own.finish()).progress).toMatchObject({ done: 3, rows: 3 });
    expect((await served.app.counters.peekKey(key)).month.remaining).toBe(97);
    await own.end();
  });
});

test("of five starts at once from one address two are taken", async () => {
  const tabs = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const own = tab();
      await own.send(`postcode;huisnummer\n${"1382KT;5\n".repeat(200)}`);
      return own;
    }),
  );
  // No run may end in the meantime.
  await served.stopWork();
  const statuses = await Promise.all(tabs.map(async (own) => (await own.start()).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(SESSION_LIMITS.perNetwork.runs);
  served.startWork();
  await Promise.all(tabs.map((own) => own.end()));
});

test("state requests have a limit of their own; the page uses half of it", async () => {
  const own = tab();
  await own.send(CSV);
  const looks = await Promise.all(Array.from({ length: 130 }, () => own.show()));
  const refused = looks.filter(({ status }) => status === 429);
  expect([refused.length, refused[0]!.headers.get("retry-after")]).toEqual([
    10,
    expect.stringMatching(/^\d+$/),
  ]);
  expect((await own.ask("GET", "/files/suggest?q=keurstraat")).status).toBe(200);
});

test("a run whose file has other rows than were paid fails", async () => {
  const own = tab();
  await own.send(CSV);
  await served.stopWork();
  expect((await own.start()).status).toBe(200);
  const path = join(folderOf(own.secret), "session.json");
  const record = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...record, file: { ...record.file, rows: 4 } }));
  served.startWork();
  expect((await own.finish()).phase).toBe("failed");
  await own.end();
});

describe("decisions", () => {
  test("with a hundred thousand of them a look at the state takes less than 20 ms", async () => {
    const own = tab();
    await own.geocode(CSV);
    const address = {
      id: "0457200000211734",
      text: "Keurstraat 5, 1382KT Weesp",
      latitude: 52.3,
      longitude: 5.04,
    };
    const line = JSON.stringify(["corrected", null, [1, 2, 3, 4], Array.from({ length: 12 }, () => "value")]);
    const decisions = Array.from({ length: 100_000 }, (_, i) =>
      JSON.stringify({
        index: i % 3,
        decision: i % 5 === 0 ? null : { address: i % 2 ? address : null, line },
      }),
    );
    const path = join(folderOf(own.secret), "decisions.jsonl");
    writeFileSync(path, `${decisions.join("\n")}\n`);
    expect((await own.show()).body.data.revision).toBe(100_000);
    const times: number[] = [];
    for (let look = 0; look < 20; look++) {
      const began = process.cpuUsage();
      await own.show();
      const { user, system } = process.cpuUsage(began);
      times.push((user + system) / 1_000);
    }
    expect(Math.min(...times)).toBeLessThan(20);
    await own.end();
  });

  test("a torn line costs that line alone", async () => {
    const own = tab();
    await own.geocode(CSV);
    const path = join(folderOf(own.secret), "decisions.jsonl");
    const decide = async (row: number) =>
      (await own.post(`/files/session/rows/${row}`, { address: null })).body.data?.decided.none;
    expect([await decide(2), await decide(3)]).toEqual([1, 2]);
    truncateSync(path, readFileSync(path).length - 20);
    expect((await own.show()).body.data.decided.none).toBe(1);
    expect(await decide(4)).toBe(2);
    appendFileSync(path, '{"index":0,"decis\n');
    const { decided, revision } = (await own.show()).body.data;
    expect([decided, revision]).toEqual([{ address: 0, none: 2 }, 2]);
    const rows = (await own.download({ format: "csv" })).toString().trimEnd().split("\r\n").slice(1);
    expect(rows.map((row) => row.endsWith(";hand"))).toEqual([true, false, true]);
    expect((await own.rows()).status).toBe(200);
    await own.end();
  });
});

test("a result is stored once for each format and state of the decisions", async () => {
  const own = tab();
  await own.geocode(CSV);
  const make = async (wanted: object) =>
    (await own.post("/files/session/download", wanted)).body.data.bytes as number;
  const results = () =>
    readdirSync(folderOf(own.secret))
      .filter((name) => name.startsWith("result-"))
      .map((name) => name.replace(/-[0-9a-z]+\.html/, ".html"))
      .sort();
  const made = await Promise.all(Array.from({ length: 10 }, () => make({ format: "csv" })));
  expect(new Set(made).size).toBe(1);
  await make({ format: "xlsx" });
  await make({ format: "report", lang: "en" });
  await make({ format: "report", lang: "en" });
  expect(results()).toEqual(["result-0.csv", "result-0.html", "result-0.xlsx"]);
  await own.post("/files/session/rows/4", { address: null });
  await make({ format: "csv" });
  expect((await own.download({ format: "csv" })).toString()).toContain("by hand");
  expect(results()).toContain("result-1.csv");
  await own.end();
});

describe("changes from pages of other origins are refused", () => {
  const send = async (headers: Record<string, string>) =>
    (
      await fetch(`${served.origin}/files/csv`, {
        method: "POST",
        body: CSV,
        headers: { "content-type": "text/plain", ...headers },
      })
    ).status;
  const other = "https://evil.example";
  test.each<[string, Record<string, string>, number]>([
    ["a program", {}, 200],
    ["the page itself", { "sec-fetch-site": "same-origin", origin: served.origin }, 200],
    ["the page itself in an older browser", { origin: served.origin }, 200],
    ["another site", { "sec-fetch-site": "cross-site", origin: other }, 403],
    ["another site without its origin", { "sec-fetch-site": "cross-site" }, 403],
    ["another port of this host", { "sec-fetch-site": "same-site" }, 403],
    ["another site in an older browser", { origin: other }, 403],
    ["a page in a sandbox", { origin: "null" }, 403],
  ])("%s", async (_, headers, status) => {
    expect(await send(headers)).toBe(status);
  });
});
