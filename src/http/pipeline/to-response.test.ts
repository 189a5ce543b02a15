import { expect, test } from "bun:test";
import fc from "fast-check";
import { buildResponse, parseRange } from "./to-response.ts";

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

test.each([
  ["bytes=0-0", { first: 0, last: 0 }],
  ["bytes=0-9", { first: 0, last: 9 }],
  ["bytes=5-", { first: 5, last: 9 }],
  ["bytes=9-", { first: 9, last: 9 }],
  ["bytes=9-100", { first: 9, last: 9 }],
  ["bytes=0-999999999999999", { first: 0, last: 9 }],
  ["bytes=-1", { first: 9, last: 9 }],
  ["bytes=-10", { first: 0, last: 9 }],
  ["bytes=-100", { first: 0, last: 9 }],
  ["Bytes = 1-2", undefined],
  ["BYTES=1-2", { first: 1, last: 2 }],
  ["bytes= 1 - 2 ", { first: 1, last: 2 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=10-20", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-4", undefined],
  ["bytes=-", undefined],
  ["bytes=", undefined],
  ["bytes=a-b", undefined],
  ["bytes=0-1,3-4", undefined],
  ["rows=0-1", undefined],
  ["bytes=1.5-2", undefined],
  ["bytes=99999999999999999-", "unsatisfiable"],
  ["bytes=99999999999999999999999999-99999999999999999999999999", "unsatisfiable"],
  ["bytes=0-99999999999999999", { first: 0, last: 9 }],
  ["bytes=-99999999999999999", { first: 0, last: 9 }],
  ["", undefined],
] as const)("%j of ten bytes is %j", (text, range) => {
  expect(parseRange(text, 10)).toEqual(range);
});
