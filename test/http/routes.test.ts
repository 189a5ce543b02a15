/** Tests routes as people and programs write them, and the pages of error codes. */
import { afterAll, describe, expect, test } from "bun:test";
import { ERROR_CODES } from "../../src/base/errors.ts";
import { ENDPOINTS } from "../../src/http/endpoints/index.ts";
import { ORIGIN, openHarness } from "../support/servers/http-harness.ts";
import { exampleValues, readDocument, requestOf } from "../support/servers/openapi-document.ts";

const harness = openHarness();
afterAll(() => harness.close());
const { operations } = await readDocument(harness);
const PUBLIC_URL = "https://example.nl/bag";
const published = openHarness(undefined, PUBLIC_URL);
afterAll(() => published.close());

/** Returns status and body of an answer, without the request id and the timestamp. */
async function statusAndBody(response: Response) {
  const text = await response.text();
  return [response.status, text.replaceAll(/"(request_id|timestamp)":"[^"]*"/g, "")];
}

const gets = operations.filter(({ method }) => method === "get");

test.each(gets.map((operation) => [operation.path, operation] as const))(
  "%s with a slash at the end is the same route",
  async (_, operation) => {
    const request = requestOf(operation, exampleValues(operation, "all"));
    const [path = "", query] = request.split("?");
    const slashed = query === undefined ? `${path}/` : `${path}/?${query}`;
    const ask = (path: string, method: string) => harness.app.fetch(harness.requestFor(path, { method }));
    expect(await statusAndBody(await ask(slashed, "GET"))).toEqual(
      await statusAndBody(await ask(request, "GET")),
    );
    expect((await ask(slashed, "HEAD")).status).toBe((await ask(request, "HEAD")).status);
  },
);

test("a slash at the end counts for POST and for preflights too", async () => {
  const post = (path: string) => harness.app.fetch(harness.requestFor(path, { method: "POST" }));
  expect((await post("/export/addresses/")).status).toBe(202);
  expect((await post("/mcp/")).status).toBe((await post("/mcp")).status);
  const asked = { method: "OPTIONS", headers: { origin: ORIGIN } };
  expect(harness.ask("/cities/", asked).status).toBe(204);
  expect(harness.ask("/cities/", { method: "DELETE" }).status).toBe(405);
});

describe("the type of an error", () => {
  /** Requests with errors of several kinds. */
  const FAULTY = ["/nope", "/cities/9999", "/cities?page=x", "/cities?sort=x", "/cities?x=%zz"];

  test.each(FAULTY)("of %s can be opened without a key, and says what its code means", async (path) => {
    for (const { ask, fetchNow } of [harness, published]) {
      const problem = JSON.parse(await ask(path).text());
      const url = new URL(problem.type, `${ORIGIN}/api/v1${path}`).href.replace(PUBLIC_URL, ORIGIN);
      const page = fetchNow(new Request(url));
      expect(page.status).toBe(200);
      const { data } = JSON.parse(await page.text());
      expect(data).toMatchObject({ code: problem.code, status: problem.status, title: problem.title });
      expect(data.meaning.length).toBeGreaterThan(20);
    }
  });

  test("is the same whatever Host the request names, and absolute where the public address is set", async () => {
    const typesOf = async ({ fetchNow }: typeof harness) =>
      Promise.all(
        ["a.example", "b.example:81"].map(
          async (host) => JSON.parse(await fetchNow(new Request(`http://${host}/api/v1/nope`)).text()).type,
        ),
      );
    const own = "/api/v1/problems/route-not-found";
    expect(await typesOf(harness)).toEqual([own, own]);
    expect(await typesOf(published)).toEqual([PUBLIC_URL + own, PUBLIC_URL + own]);
  });

  test("every code has its page, and what is no code is 404 that lists them", async () => {
    for (const code of Object.keys(ERROR_CODES)) {
      const { status } = harness.ask(`/problems/${code.replaceAll("_", "-")}`);
      expect(status, code).toBe(200);
    }
    const { status, body } = await harness.askJson("/problems/nope");
    expect([status, body.code]).toEqual([404, "not_found"]);
    expect(body.message).toContain("rate-limited");
  });
});

test("the 404 of an unknown route names the documentation under the public address", async () => {
  const response = published.ask("/");
  const description = `${PUBLIC_URL}/api/v1/openapi.yaml`;
  expect(response.headers.get("link")).toBe(`<${description}>; rel="service-desc"`);
  expect(JSON.parse(await response.text()).message).toContain(`${PUBLIC_URL}/docs describes`);
});

test("numbers are read as languages and people write them", async () => {
  const at = (lat: string) => harness.askJson(`/addresses/nearby?lat=${lat}&lng=5.0252&radius_km=1e-1`);
  const plain = await at("52.3");
  expect(plain.status).toBe(200);
  for (const lat of ["+52.3", "%2B52.3", "52.30", "523e-1", "5.23E%2B1"]) {
    expect(await at(lat)).toEqual(plain);
  }
  expect((await at("52.")).status).toBe(200);
});

test("every route is tried with a slash", () => {
  expect(gets.length).toBe(ENDPOINTS.filter(({ method }) => method === "GET").length);
});
