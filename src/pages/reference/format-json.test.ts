import { expect, test } from "bun:test";
import fc from "fast-check";
import { formatJson, shortenLists } from "./format-json.ts";

test("formatted JSON means the same", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(formatJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("short lists of values stay on a line, records do not", () => {
  expect(formatJson({ a: [1, 2], b: [{ c: [] }] })).toBe(
    '{\n  "a": [1, 2],\n  "b": [\n    {\n      "c": []\n    }\n  ]\n}',
  );
});

test("long lists say how many values are left out", () => {
  const more = (count: number) => `${count} more`;
  expect(shortenLists({ rows: [{ a: 1 }, { a: 2 }, { a: 3 }] }, more)).toEqual({
    rows: [{ a: 1 }, { a: 2 }, "… 1 more"],
  });
  expect(shortenLists([1, 2, 3, 4, 5, 6, 7, 8], more)).toEqual([1, 2, 3, 4, 5, 6, "… 2 more"]);
  expect(shortenLists([1, 2], more)).toEqual([1, 2]);
});
