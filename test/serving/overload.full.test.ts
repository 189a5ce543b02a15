/** Requests that would wait too long for their thread are refused, each in the form of its interface. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { openInterfaces } from "../support/servers/foreign-interfaces.ts";

let harness: ReturnType<typeof openInterfaces>;
let token = "";
beforeAll(() => {
  harness = openInterfaces({}, { maxWait: 0.001 });
  token = harness.issue({ name: "own", kind: "server", monthlyQuota: 1_000 });
});
afterAll(() => harness.close());

/** Asks while the thread is at work on other requests for longer than a request may wait. */
async function askWhenBusy(path: string, init: RequestInit = {}, { app } = harness): Promise<Response> {
  const ask = (path: string, init: RequestInit = {}) =>
    app.fetch(new Request(`http://127.0.0.1:8080${path}`, init), () => "127.0.0.1");
  const first = ask("/api/v1/status");
  Bun.sleepSync(60);
  const response = ask(path, init);
  Bun.sleepSync(5);
  await first;
  const answer = await response;
  // Ends the turn of these requests. On a stalled machine it could last into the next test's requests.
  await nextTurn();
  return answer;
}

const withKey = () => ({ headers: { authorization: `Bearer ${token}` } });

test("an overloaded server refuses a request with 503, without Retry-After, and takes nothing from the key", async () => {
  const before = harness.keys.report(Number.parseInt(token, 10))!.requestsThisMonth;
  const response = await askWhenBusy("/api/v1/cities", withKey());
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBeNull();
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(await response.json()).toMatchObject({
    status: 503,
    code: "overloaded",
    title: "Service Unavailable",
    type: expect.stringMatching(/\/problems\/overloaded$/),
  });
  expect(harness.keys.report(Number.parseInt(token, 10))!.requestsThisMonth).toBe(before);
});

test.each([
  ["/bzk/locatieserver/search/v3_1/free?q=x", {}],
  ["/kadaster/bag/ogc/v2/collections", { status: 503, code: "overloaded" }],
  ["/nominatim/search?q=x", { error: { code: 503 } }],
  ["/photon/api?q=x", {}],
  ["/addok/search?q=x", {}],
  ["/lvbag/individuelebevragingen/v2/adressen?postcode=1382KT", { status: 503, code: "sourceUnavailable" }],
])("%s is refused in the form of its interface", async (path, form) => {
  const response = await askWhenBusy(path);
  const text = await response.text();
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, null]);
  expect(JSON.parse(text)).toMatchObject(form);
});

test("an assistant gets an error of JSON-RPC", async () => {
  const response = await askWhenBusy("/api/v1/mcp", {
    method: "POST",
    headers: { ...withKey().headers, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, null]);
  expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32_000 } });
});

test.each(["/api/v1/status", "/nominatim/status", "/nominatim/status.php", "/photon/status"])(
  "the health check %s is answered at once",
  async (path) => {
    expect((await askWhenBusy(path)).status).toBe(200);
  },
);

test("a request whose client has gone while it waited is not worked on", async () => {
  const patient = openInterfaces({}, { maxWait: 60 });
  const client = new AbortController();
  const path = "/addok/search?q=Weesp";
  const response = askWhenBusy(path, { signal: client.signal }, patient);
  client.abort();
  expect((await response).status).toBe(499);
  expect((await askWhenBusy(path, {}, patient)).status).toBe(200);
  patient.close();
});
