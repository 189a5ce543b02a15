import { afterAll, expect, test } from "bun:test";
import { requestSmall } from "./web-request.ts";

const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("ten bytes!") });
afterAll(() => server.stop(true));

test("an answer may be as long as allowed, and a longer one is a fault", async () => {
  const ask = (maxBytes: number) => requestSmall(() => server.url.href, {}, { maxBytes });
  expect(new TextDecoder().decode((await ask(10)).body)).toBe("ten bytes!");
  await expect(ask(9)).rejects.toThrow("it has more than 9 bytes");
});
