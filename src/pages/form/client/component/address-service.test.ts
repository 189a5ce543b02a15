import { afterEach, expect, test } from "bun:test";
import { ServerService } from "./address-service.ts";

let server: ReturnType<typeof Bun.serve> | undefined;
afterEach(() => server?.stop(true));

/** Asks twice a server that refuses with this `Retry-After`; returns how many requests came. */
async function countRequests(retryAfter: string): Promise<number> {
  let requests = 0;
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch() {
      requests++;
      return Response.json({ message: "" }, { status: 429, headers: { "retry-after": retryAfter } });
    },
  });
  const service = new ServerService(`http://127.0.0.1:${server.port}/`, "key");
  const { signal } = new AbortController();
  for (let i = 0; i < 2; i++) {
    expect(await service.recognise("keurstraat 5", signal)).toMatchObject({ reason: "limited" });
  }
  return requests;
}

test.each([
  ["seconds", "60", 1],
  ["a date", new Date(Date.now() + 3_600_000).toUTCString(), 1],
  ["a date that is over", new Date(Date.now() - 3_600_000).toUTCString(), 2],
  ["other text", "soon", 1],
])("the form waits as long as Retry-After says: %s", async (_, retryAfter, requests) => {
  expect(await countRequests(retryAfter)).toBe(requests);
});
