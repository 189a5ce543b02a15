/** Tests pages of the server's own origin, whose browsers omit `Origin`. In a real browser: browser.full.test.ts. */
import { afterAll, describe, expect, test } from "bun:test";
import { openAccounts, type RequestOptions } from "../support/servers/accounts-harness.ts";
import { ORIGIN } from "../support/servers/http-harness.ts";

const accounts = openAccounts(["10.0.0.0/8"]);
afterAll(() => accounts.close());
const elsewhere = accounts.issue({ kind: "browser", origins: ["https://example.nl"] });

describe("a page of the server's own origin sends no Origin, but says so", () => {
  const own = accounts.issue({ kind: "browser", origins: [ORIGIN] });
  const sameOrigin = { "sec-fetch-site": "same-origin" };

  test("it may use a key that approves the server's origin", async () => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await accounts.ask("/cities", { token: own, headers: sameOrigin, method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("behind a trusted proxy the server's origin is the proxy's", async () => {
    const token = accounts.issue({ kind: "browser", origins: ["https://api.example.nl"] });
    const headers = {
      ...sameOrigin,
      "x-forwarded-proto": "https",
      "x-forwarded-host": "api.example.nl",
    };
    expect(await accounts.ask("/cities", { token, headers, address: "10.0.0.1" })).toMatchObject({
      status: 200,
    });
    expect(await accounts.ask("/cities", { token, headers })).toMatchObject({ status: 403 });
  });

  test.each<[string, RequestOptions]>([
    ["another key's origins", { token: elsewhere, headers: sameOrigin }],
    ["a site of the same domain", { token: own, headers: { "sec-fetch-site": "same-site" } }],
    ["no page at all", { token: own, headers: { "sec-fetch-site": "none" } }],
    ["a foreign Origin beside it", { token: own, headers: sameOrigin, origin: "https://evil.nl" }],
  ])("refused: %s", async (_, asked) => {
    expect(await accounts.ask("/cities", asked)).toMatchObject({ status: 403, code: "origin_not_allowed" });
  });
});
