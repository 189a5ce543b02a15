/** Tests keys through the operator's API: the same store, rules and output as `./baken keys`. */
import { afterAll, describe, expect, test } from "bun:test";
import { runBaken } from "../support/processes/baken-process.ts";
import { openOperator } from "../support/servers/operator-harness.ts";

const operator = await openOperator();
const cookie = await operator.session();
afterAll(() => operator.close());

const get = async (path: string) => (await operator.ask("GET", path, { cookie })).json;
const send = (method: string, path: string, body: unknown) => operator.ask(method, path, { cookie, body });
const create = async (body: Record<string, unknown>) =>
  (await send("POST", "/api/keys", { name: "test", kind: "server", ...body })).json;

/** Sends a request of the public interface with a token. */
async function statusWith(token: string, origin?: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, ...(origin && { origin }) };
  return (await operator.app.fetch(new Request("https://adres.example/api/v1/cities", { headers }))).status;
}

/** Compares a key of the API with `./baken keys show --json`, apart from the fields that only the API has. */
async function expectAsShown(id: number) {
  operator.app.reload();
  const { rateUsed: _used, visitorRate: _setting, ...key } = await get(`/api/keys/${id}`);
  const { stdout } = await runBaken(["keys", "show", String(id), "--json", "--data", operator.dataDir]);
  expect(key).toEqual(JSON.parse(stdout));
}

describe("a key's life", () => {
  test("created, used, changed, rotated and revoked; every state is what the command shows", async () => {
    const { token, key } = await create({
      name: " CRM ",
      ratePerMinute: 120,
      monthlyQuota: 9,
      ipRanges: ["::1/128"],
    });
    expect(key).toMatchObject({
      name: "CRM",
      kind: "server",
      state: "active",
      ratePerMinute: 120,
      monthlyQuota: 9,
    });
    await expectAsShown(key.id);
    expect(await statusWith(token)).toBe(403);

    const changed = await send("PATCH", `/api/keys/${key.id}`, { ipRanges: [], monthlyQuota: null });
    expect([changed.status, changed.json.ipRanges, "monthlyQuota" in changed.json]).toEqual([200, [], false]);
    expect(changed.json).toMatchObject({ name: "CRM", ratePerMinute: 120 });
    await expectAsShown(key.id);
    expect(await statusWith(token)).toBe(200);

    const rotated = (await send("POST", `/api/keys/${key.id}/rotate`, { overlap: "1h" })).json;
    expect([await statusWith(token), await statusWith(rotated.token)]).toEqual([200, 200]);
    await expectAsShown(key.id);
    const again = (await send("POST", `/api/keys/${key.id}/rotate`, { overlap: "0" })).json;
    expect(await Promise.all([token, rotated.token, again.token].map((each) => statusWith(each)))).toEqual([
      401, 401, 200,
    ]);

    const slip = await send("POST", `/api/keys/${key.id}/revoke`, { name: "crm" });
    expect([slip.status, Object.keys(slip.json.errors)]).toEqual([422, ["name"]]);
    expect(await statusWith(again.token)).toBe(200);
    const revoked = (await send("POST", `/api/keys/${key.id}/revoke`, { name: "CRM" })).json;
    expect([revoked.state, await statusWith(again.token)]).toEqual(["revoked", 401]);
    await expectAsShown(key.id);
  });

  test("a browser key works from its origins only", async () => {
    const { token, key } = await create({
      kind: "browser",
      origins: ["https://Example.nl/"],
      visitorRatePerMinute: 7,
    });
    expect(key).toMatchObject({ origins: ["https://example.nl"], visitorRatePerMinute: 7, visitorRate: 7 });
    expect([await statusWith(token, "https://example.nl"), await statusWith(token, "https://a.nl")]).toEqual([
      200, 403,
    ]);
    const { json } = await send("PATCH", `/api/keys/${key.id}`, {
      visitorRatePerMinute: "default",
      ratePerMinute: 600,
    });
    expect(json).toMatchObject({ visitorRatePerMinute: 300, visitorRate: "default" });
    const none = await send("PATCH", `/api/keys/${key.id}`, {
      visitorRatePerMinute: "none",
      ratePerMinute: null,
    });
    expect([none.json.ratePerMinute, none.json.visitorRate, "visitorRatePerMinute" in none.json]).toEqual([
      null,
      "none",
      false,
    ]);
  });

  test("a revoked key cannot be changed or rotated, an expired one not rotated", async () => {
    const { key } = await create({ name: "old" });
    await send("POST", `/api/keys/${key.id}/revoke`, { name: "old" });
    const { key: expired } = await create({ expiresAt: "2020-01-01" });
    expect(expired.state).toBe("expired");
    const statusOf = async (method: string, path: string, body: unknown) =>
      (await send(method, path, body)).status;
    expect(await statusOf("PATCH", `/api/keys/${key.id}`, { name: "x" })).toBe(422);
    expect(await statusOf("POST", `/api/keys/${key.id}/rotate`, {})).toBe(422);
    expect(await statusOf("POST", `/api/keys/${expired.id}/rotate`, {})).toBe(422);
    expect(await statusOf("PATCH", `/api/keys/${expired.id}`, { expiresAt: null })).toBe(200);
    expect(await statusOf("POST", `/api/keys/${expired.id}/rotate`, {})).toBe(200);
  });
});

describe("fields are refused as the command refuses them", () => {
  const LONG = "x".repeat(101);
  test.each([
    ["name", ["", " ", LONG, "a\u0007b", 1, null]],
    ["ratePerMinute", [0, -1, 1.5, 1_000_001, "60", ""]],
    ["monthlyQuota", [0, 4_000_000_001, "x"]],
    ["visitorRatePerMinute", [0, 1_000_001, "", "some", null]],
    [
      "origins",
      ["https://a.nl", ["null"], ["*"], ["https://a.nl/x"], [1], Array(1_001).fill("https://a.nl")],
    ],
    ["ipRanges", [["010.0.0.1"], ["127.1"], ["10.0.0.0/33"], ["x"]]],
    ["expiresAt", ["tomorrow", "2026-02-30", "2026-12-31T12:00", 5]],
    ["kind", ["admin", "", null]],
  ])("%s", async (field, values) => {
    for (const value of values as unknown[]) {
      const { status, json } = await send("POST", "/api/keys", {
        name: "n",
        kind: "browser",
        [field]: value,
      });
      expect({ value, status, fields: Object.keys(json.errors ?? {}) }).toEqual({
        value,
        status: 422,
        fields: [field],
      });
    }
  });

  test("at their limits they are accepted", async () => {
    const limits = {
      name: "x".repeat(100),
      kind: "browser",
      ratePerMinute: 1_000_000,
      monthlyQuota: 4_000_000_000,
      visitorRatePerMinute: 1,
      origins: Array.from({ length: 1_000 }, (_, n) => `https://a${n}.nl`),
    };
    const { status, json } = await send("POST", "/api/keys", limits);
    expect([status, json.key.origins.length, json.key.ratePerMinute]).toEqual([201, 1_000, 1_000_000]);
  });

  test("settings of browser keys are refused for server keys, unknown fields for all, all faults at once", async () => {
    const faultsOf = async (body: unknown) =>
      Object.keys((await send("POST", "/api/keys", body)).json.errors).sort();
    expect(await faultsOf({ name: "n", kind: "server", origins: ["https://a.nl"] })).toEqual(["origins"]);
    expect(await faultsOf({ name: "n", kind: "server", visitorRatePerMinute: 5 })).toEqual([
      "visitorRatePerMinute",
    ]);
    expect(await faultsOf({ name: "", kind: "x" })).toEqual(["kind", "name"]);
    expect((await send("POST", "/api/keys", { name: "n", kind: "server", rate: 5 })).status).toBe(422);
    expect((await send("POST", "/api/keys", [])).status).toBe(422);
    expect((await send("POST", "/api/keys/1/rotate", { overlap: "367d" })).status).toBe(422);
  });

  test("a refusal is a problem of the public interface", async () => {
    const { status, headers, json } = await operator.ask("GET", "/api/keys?page=x", { cookie });
    expect([status, headers.get("content-type")]).toEqual([422, "application/problem+json"]);
    expect(json).toMatchObject({
      type: "https://adres.example/api/v1/problems/validation-failed",
      code: "validation_failed",
      message: "The page field must be an integer.",
      errors: { page: ["The page field must be an integer."] },
      faults: { page: [{ rule: "integer" }] },
      request_id: expect.any(String),
    });
  });

  test("ids that do not exist are 404, those that cannot are 422, large bodies 413", async () => {
    const statusOf = async (path: string) => (await operator.ask("GET", path, { cookie })).status;
    expect(await statusOf("/api/keys/99999")).toBe(404);
    expect(
      await Promise.all(["0", "x", "1".repeat(16), "%00"].map((id) => statusOf(`/api/keys/${id}`))),
    ).toEqual([422, 422, 422, 422]);
    expect((await send("POST", "/api/keys", " ".repeat(256 * 1024 + 1))).status).toBe(413);
    expect((await send("PATCH", "/api/keys/99999", { name: "x" })).status).toBe(404);
  });
});

describe("the list", () => {
  test("finds keys by a part of the name, by number and by origin, and counts them", async () => {
    const { key } = await create({
      name: "Zoekbare Naam",
      kind: "browser",
      origins: ["https://vindbaar.nl"],
    });
    const idsOf = async (query: string) =>
      (await get(`/api/keys?${query}`)).keys.map(({ id }: { id: number }) => id);
    expect(await idsOf("q=zoekbare")).toEqual([key.id]);
    expect(await idsOf(`q=${key.id}`)).toContain(key.id);
    expect(await idsOf("q=VINDBAAR")).toEqual([key.id]);
    expect(await idsOf("q=nowhere")).toEqual([]);
    expect(await idsOf("q=zoekbare&state=revoked")).toEqual([]);
    const { total } = await get("/api/keys");
    const commanded = await runBaken(["keys", "list", "--json", "--data", operator.dataDir]);
    expect(JSON.parse(commanded.stdout)).toHaveLength(total);
  });

  test("has fifty on a page", async () => {
    for (let n = 0; n < 51; n++) {
      operator.app.keys.create({ name: `paged ${n}`, kind: "server" });
    }
    const sizeOf = async (page: number) => (await get(`/api/keys?q=paged&page=${page}`)).keys.length;
    expect([await sizeOf(1), await sizeOf(2), await sizeOf(3)]).toEqual([50, 1, 0]);
    const statusOf = async (query: string) =>
      (await operator.ask("GET", `/api/keys?${query}`, { cookie })).status;
    const queries = ["page=0", "page=100001", "page=x", "state=all", `q=${"x".repeat(101)}`, "page=100000"];
    expect(await Promise.all(queries.map(statusOf))).toEqual([422, 422, 422, 422, 422, 200]);
  });

  test("shows the use of the minute and the month", async () => {
    const { token, key } = await create({ name: "used", ratePerMinute: 50, monthlyQuota: 100 });
    for (let n = 0; n < 7; n++) {
      await statusWith(token);
    }
    expect((await get(`/api/keys/${key.id}`)).rateUsed).toBe(7);
    operator.app.reload();
    expect(await get(`/api/keys/${key.id}`)).toMatchObject({ rateUsed: 7, requestsThisMonth: 7 });
    const days = await get(`/api/usage?days=2&key=${key.id}`);
    expect(days).toEqual([
      { day: expect.any(String), requests: 0 },
      { day: new Date().toISOString().slice(0, 10), requests: 7 },
    ]);
    const statusOf = async (query: string) =>
      (await operator.ask("GET", `/api/usage?${query}`, { cookie })).status;
    expect(await Promise.all(["days=0", "days=1", "days=400", "days=401", "key=x"].map(statusOf))).toEqual([
      422, 200, 200, 422, 422,
    ]);
  });
});

test("no answer but those of create and rotate holds a secret, and no token is shown twice", async () => {
  const { token, key } = await create({ name: "secret" });
  const secret = token.split("|")[1];
  for (const path of ["/api/keys?q=secret", `/api/keys/${key.id}`, "/api/overview"]) {
    const { text } = await operator.ask("GET", path, { cookie });
    expect([text.includes(secret), text.includes("sha256"), text.includes(operator.token)]).toEqual([
      false,
      false,
      false,
    ]);
  }
});
