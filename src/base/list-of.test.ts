import { expect, test } from "bun:test";
import { listOf } from "./list-of.ts";

test("each value once, in the order of first places, trimmed and not empty", () => {
  expect(listOf("b, a,,b , a,c,")).toEqual(["b", "a", "c"]);
  expect(listOf(["a,b", "b", " ", "d,a"])).toEqual(["a", "b", "d"]);
  expect(listOf("a=1&b=2&a=1", "&")).toEqual(["a=1", "b=2"]);
  expect(listOf("")).toEqual([]);
});
