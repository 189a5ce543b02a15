/**
 * Sends malformed, extreme and hostile requests over all routes and methods, as bytes to `./baken serve` with two
 * threads: no 5xx, no hang, every refusal with its documented body, flat memory, and the same answers afterwards.
 * `FUZZ_REQUESTS` and `FUZZ_SEED` change the run; `npm run fuzz` is the long one.
 */
import { describe, expect, test } from "bun:test";
import { findFault } from "./check-answer.ts";
import { fuzzServe, printReport } from "./fuzz-serve.ts";
import type { Answer } from "./http-client.ts";
import { medianMemory } from "./run-fuzz.ts";

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 10_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);

test(`${REQUESTS} requests from seed ${SEED} are answered as they may be`, async () => {
  const report = await fuzzServe({ requests: REQUESTS, seed: SEED });
  printReport(SEED, report);
  expect(report.faults).toEqual([]);
  // More than a fifth succeed with 200, and every kind of refusal occurs.
  expect(report.statuses.get("200")! / REQUESTS).toBeGreaterThan(0.2);
  for (const status of [
    "202",
    "204",
    "304",
    "400",
    "401",
    "403",
    "404",
    "405",
    "413",
    "414",
    "415",
    "422",
    "429",
  ]) {
    expect(report.statuses.get(status), status).toBeGreaterThan(0);
  }
}, 600_000);

describe("the judge of answers", () => {
  const request = { method: "GET", target: "/api/v1/status", headers: [] };
  const answer = (
    status: number,
    body: unknown,
    type = "application/json",
    headers: object = {},
  ): Answer => ({
    status,
    headers: new Map(Object.entries({ "x-request-id": "1", "content-type": type, ...headers })),
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  });
  const problem = {
    type: "x",
    title: "x",
    status: 404,
    detail: "x",
    message: "x",
    code: "x",
    request_id: "1",
  };
  const PROBLEM = "application/problem+json";
  const rpcError = (code: number, message: string) => ({ jsonrpc: "2.0", id: 1, error: { code, message } });

  test.each<[string, Answer | "closed" | "silent"]>([
    ["a 5xx", answer(500, problem, PROBLEM)],
    ["a closed connection", "closed"],
    ["no answer in time", "silent"],
    ["a problem without a code", answer(404, { ...problem, code: undefined }, PROBLEM)],
    ["a problem of another status", answer(403, problem, PROBLEM)],
    ["a refusal without a problem", answer(404, {})],
    ["an injected header", answer(200, {}, "application/json", { "x-injected": "1" })],
    ["an internal error of MCP", answer(200, rpcError(-32_603, "x"))],
    ["a dump of MCP", answer(200, rpcError(-32_602, "Invalid: [\n {}]"))],
    ["an answer outside the pipeline", { status: 400, headers: new Map(), body: Buffer.alloc(0) }],
  ])("refuses %s", (_, given) => {
    expect(findFault(request, given)).toBeString();
  });

  test.each<[string, Answer]>([
    ["a record", answer(200, { data: {} })],
    ["a problem", answer(404, problem, PROBLEM)],
    ["an error of MCP", answer(400, rpcError(-32_600, "jsonrpc must be 2.0."))],
  ])("accepts %s", (_, given) => {
    expect(findFault(request, given)).toBeUndefined();
  });

  test("steadily growing memory is detected", () => {
    const { second, last } = medianMemory(Array.from({ length: 90 }, (_, i) => 100 + i * 5));
    expect(last - second).toBeGreaterThan(100);
  });
});
