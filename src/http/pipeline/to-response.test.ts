import { expect, test } from "bun:test";
import { parseRange } from "./to-response.ts";

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
