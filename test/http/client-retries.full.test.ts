/** Tests when the client sends a refused request again, against servers that answer as baken and proxies do. */
import { afterAll, expect, test } from "bun:test";
import { createClient, RequestFailed } from "../../src/http/client/client.ts";
import { startServer } from "../../src/http/serving/server.ts";
import { makeDataFolder, openHarness } from "../support/servers/http-harness.ts";
import { issueKey } from "../support/servers/serve-process.ts";

const OK = () => Response.json({ status: "ok" });
const refusal =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response("busy", { status, headers });

/** Serves these answers in turn and repeats the last one; counts the requests. */
function serveAnswers(...answers: (() => Response)[]) {
  const methods: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      methods.push(request.method);
      return answers[Math.min(methods.length, answers.length) - 1]!();
    },
  });
  return { baseUrl: `${server.url.origin}/api/v1`, methods, [Symbol.dispose]: () => void server.stop(true) };
}

async function failureOf(asked: Promise<unknown>): Promise<RequestFailed> {
  const failure = await asked.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(RequestFailed);
  return failure as RequestFailed;
}

test("without `retries` the first refusal is thrown", async () => {
  using server = serveAnswers(refusal(429, { "retry-after": "0" }), OK);
  const failure = await failureOf(createClient(server).get("/status"));
  expect(failure).toMatchObject({ status: 429, retryAfterS: 0, message: "429 Too Many Requests" });
  expect(server.methods).toEqual(["GET"]);
});

test.each([429, 503])("%d is sent again as often as asked, not more", async (status) => {
  const busy = refusal(status, { "retry-after": "0" });
  using enough = serveAnswers(busy, busy, OK);
  const answer = await createClient({ ...enough, retries: 2 }).get("/status");
  expect(answer.status).toBe("ok");
  expect(enough.methods).toHaveLength(3);
  using tooFew = serveAnswers(busy, busy, busy, OK);
  expect(await failureOf(createClient({ ...tooFew, retries: 2 }).get("/status"))).toMatchObject({ status });
  expect(tooFew.methods).toHaveLength(3);
});

test("the client waits for the seconds, or until the date, of Retry-After", async () => {
  // A date has no fraction of a second.
  for (const waitOf of [() => "1", () => new Date(Date.now() + 2000).toUTCString()]) {
    const startMs = performance.now();
    using server = serveAnswers(refusal(429, { "retry-after": waitOf() }), OK);
    await createClient({ ...server, retries: 1 }).get("/status");
    expect(performance.now() - startMs).toBeGreaterThan(950);
  }
});

test("other refusals are never sent again, a POST after 429 only", async () => {
  for (const status of [401, 404, 422, 500, 502]) {
    using server = serveAnswers(refusal(status, { "retry-after": "0" }), OK);
    await failureOf(createClient({ ...server, retries: 5 }).get("/status"));
    expect(server.methods).toHaveLength(1);
  }
  using unavailable = serveAnswers(refusal(503, { "retry-after": "0" }), OK);
  await failureOf(createClient({ ...unavailable, retries: 5 }).post("/export/addresses"));
  expect(unavailable.methods).toEqual(["POST"]);
  using limited = serveAnswers(refusal(429, { "retry-after": "0" }), OK);
  await createClient({ ...limited, retries: 5 }).post("/export/addresses");
  expect(limited.methods).toEqual(["POST", "POST"]);
});

test("a wait longer than `maxWaitS` fails at once", async () => {
  for (const [seconds, requests] of [
    ["0", 2],
    ["1", 2],
    ["2", 1],
  ] as const) {
    using server = serveAnswers(refusal(429, { "retry-after": seconds }), OK);
    const asked = createClient({ ...server, retries: 1, maxWaitS: 1 }).get("/status");
    await (requests === 1 ? failureOf(asked) : asked);
    expect(server.methods).toHaveLength(requests);
  }
});

test("an abort ends the request, and the wait, with its reason", async () => {
  using server = serveAnswers(refusal(429, { "retry-after": "50" }));
  const client = createClient({ ...server, retries: 1 });
  const reason = new Error("no longer needed");
  await expect(client.get("/status", {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(server.methods).toEqual([]);
  const controller = new AbortController();
  const asked = client.get("/status", undefined, { signal: controller.signal });
  const thrown = asked.catch((error: unknown) => error);
  // The answer has arrived when the microtasks after it have run.
  while (server.methods.length === 0) {
    await new Promise(setImmediate);
  }
  controller.abort(reason);
  expect(await thrown).toBe(reason);
});

test("a key's own limit: the error names the seconds, and each stops in the middle of a list", async () => {
  const dataDir = makeDataFolder();
  const token = issueKey(dataDir, { ratePerMinute: 2 });
  const harness = openHarness(dataDir);
  const server = startServer({ host: "127.0.0.1", port: 0, fetch: harness.app.fetch });
  afterAll(async () => {
    await server.stop(0);
    harness.close();
  });
  const client = createClient({ baseUrl: `${server.url}/api/v1/`, token, retries: 3, maxWaitS: 0 });
  const names: string[] = [];
  const walk = async () => {
    for await (const { naam } of client.each("/cities", { per_page: 1 })) {
      names.push(naam);
    }
  };
  const failure = await failureOf(walk());
  expect(names).toHaveLength(2);
  expect(failure.problem?.code).toBe("rate_limited");
  expect(failure.retryAfterS).toBeGreaterThan(50);
  expect(failure.retryAfterS).toBeLessThanOrEqual(60);
});
