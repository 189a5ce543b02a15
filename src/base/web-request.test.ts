import { afterAll, expect, test } from "bun:test";
import { isBusy, RetryableFault, readChunks, requestWithin, retry } from "./web-request.ts";

const STALL_MS = 50;
/** Never answers `/silent`; sends one piece of every other body, and no end. */
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request) =>
    request.url.endsWith("/silent")
      ? new Promise<Response>(() => {})
      : new Response(new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from("piece")) })),
});
afterAll(() => server.stop(true));

test("an answer that does not begin is a fault, described as the caller says", async () => {
  const ask = (silence?: string) => requestWithin(`${server.url}silent`, {}, STALL_MS, silence);
  await expect(ask()).rejects.toThrow(new RetryableFault("no answer for 0.05 s"));
  await expect(ask("no data")).rejects.toThrow(new RetryableFault("no data for 0.05 s"));
});

test("a body that does not go on is a fault after the pieces that came", async () => {
  const chunks = readChunks(await requestWithin(server.url.href, {}, 10_000), STALL_MS);
  expect(Buffer.from((await chunks.next()).value!).toString()).toBe("piece");
  await expect(chunks.next()).rejects.toThrow(new RetryableFault("no data for 0.05 s"));
});

test("only faults that may pass are tried again, as often as allowed", async () => {
  let tries = 0;
  const failing = (error: Error) => async () => {
    tries++;
    throw error;
  };
  const options = { maxTries: 3, firstPauseMs: 1 };
  await expect(retry(options, failing(new RetryableFault("away")))).rejects.toThrow("away");
  expect(tries).toBe(3);
  await expect(retry(options, failing(new Error("wrong")))).rejects.toThrow("wrong");
  expect(tries).toBe(4);
  const late = retry({ ...options, endMs: performance.now() }, failing(new RetryableFault("late")));
  await expect(late).rejects.toThrow("late");
  expect(tries).toBe(5);
});

test("statuses of busy and failing servers", () => {
  const statuses = [200, 206, 304, 400, 404, 408, 416, 425, 429, 500, 501, 503];
  expect(statuses.filter(isBusy)).toEqual([408, 425, 429, 500, 501, 503]);
});
