/** Tests that the fuzz run notices faults: wrong answers, and growing memory. */
import { describe, expect, test } from "bun:test";
import { findFault } from "./check-answer.ts";
import type { Answer } from "./http-client.ts";
import { medianMemory } from "./run-fuzz.ts";

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

  test("refuses an answer to several Host headers that is no error", () => {
    const twice = { ...request, headers: ["Host: a", "host: a"] };
    expect(findFault(twice, answer(200, {}))).toContain("several Host headers");
    expect(findFault(twice, answer(404, problem, PROBLEM))).toBeUndefined();
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
