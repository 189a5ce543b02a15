import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { ENDPOINTS } from "../src/http/endpoints/index.ts";
import { queryParameters } from "../src/http/input.ts";
import { Problem } from "../src/http/schemas.ts";
import { openHarness } from "./http-harness.ts";
import { adresId, KEURSTRAAT, OBJECT, PAND } from "./registry-fixture.ts";

const harness = openHarness();
afterAll(() => harness.close());

const KNOWN = [
  "1382KT",
  "5",
  "3631",
  "0457",
  "NH",
  adresId(1),
  KEURSTRAAT,
  OBJECT,
  PAND,
  "geometry",
  "counts",
  "-naam",
];
const HOSTILE = [
  "",
  "-1",
  "1e309",
  "%",
  "%00",
  "%ff",
  "%ed%a0%80",
  "'\"--",
  "*",
  "%25",
  "__proto__",
  "constructor",
  "..",
  "٣",
];

const value = fc.oneof(
  fc.constantFrom(...KNOWN),
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: "binary" }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.integer().map(String),
  fc.double().map(String),
);
const name = (declared: string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...declared, "include", "sort", "page") },
    {
      weight: 1,
      arbitrary: fc.constantFrom("filter[x]", "q[]", "number[]", "filter[naam][]", "__proto__", "%", "a.b"),
    },
  );

const request = fc.constantFrom(...ENDPOINTS).chain((endpoint) =>
  fc.record({
    path: fc
      .array(value, { minLength: 2, maxLength: 2 })
      .map((values) => endpoint.path.replaceAll(/\{\w+\}/g, () => values.pop()!.replaceAll("/", "%2f"))),
    query: fc
      .array(fc.tuple(name(Object.keys(queryParameters(endpoint))), value), { maxLength: 6 })
      .map((pairs) => pairs.map((pair) => pair.join("=")).join("&")),
    method: fc.constantFrom("GET", "GET", "GET", "HEAD", "POST"),
  }),
);

test("whatever is asked, the answer is never a 5xx and errors have the one body", async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ path, query, method }) => {
      const response = harness.ask(`${path}?${query}`, { method });
      expect(response.status).toBeLessThan(500);
      if (response.status === 200 || method === "HEAD") return;
      Problem.parse(await response.json());
      expect(response.headers.get("content-type")).toBe("application/problem+json");
    }),
    { numRuns: 3_000 },
  );
}, 30_000);
