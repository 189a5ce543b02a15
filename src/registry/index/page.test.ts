import { expect, test } from "bun:test";
import { lastPage, pageOf } from "./page.ts";

test.each([
  [0, 25, 1],
  [1, 25, 1],
  [25, 25, 1],
  [26, 25, 2],
  [9_900_000, 100, 99_000],
])("%p rows at %p a page end on page %p", (total, perPage, last) => {
  expect(lastPage(total, perPage)).toBe(last);
});

test.each([
  [1, ["a", "b"]],
  [3, ["e"]],
  [4, []],
  [1_000_000_000, []],
])("page %p holds %p", (page, rows) => {
  expect(pageOf(["a", "b", "c", "d", "e"], { page, perPage: 2 })).toEqual({ rows, total: 5 });
});
