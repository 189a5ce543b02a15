import { expect, test } from "bun:test";
import fc from "fast-check";
import { buildResponse } from "./build-response.ts";

const NAMES = ["Content-Type", "ETag", "Vary", "Content-Length", "X-Request-Id", "X-Quota-Remaining", "Link"];
const record = fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom("", "0", "12", "a, b", 'W/"x"'));

test("each response has exactly its own headers, whatever was sent before it", () => {
  const sequences = fc.array(record, { maxLength: 12 });
  fc.assert(
    fc.property(sequences, (records) => {
      const built = records.map((headers) => buildResponse("body", { status: 200, headers }));
      const expected = records.map((headers) => new Response("body", { status: 200, headers }));
      expect(built.map(toEntries)).toEqual(expected.map(toEntries));
    }),
    { numRuns: 500 },
  );
});

test("a refused value changes no later response", () => {
  expect(() => buildResponse(null, { status: 200, headers: { Link: "ok", Vary: "a\nb" } })).toThrow();
  const response = buildResponse(null, { status: 204, headers: { ETag: '"1"' } });
  expect(toEntries(response)).toEqual([["etag", '"1"']]);
  expect(response.status).toBe(204);
});

function toEntries(response: Response): [string, string][] {
  return [...response.headers];
}
