import { expect, test } from "bun:test";
import { pageLinks, pageMeta } from "./request-handler.ts";

const link = (page: number | null) => (page === null ? null : `https://x.nl/a?q=b&page=${page}`);

test.each([
  { total: 0, page: 1, last: 1, prev: null, next: null },
  { total: 10, page: 1, last: 1, prev: null, next: null },
  { total: 11, page: 1, last: 2, prev: null, next: 2 },
  { total: 30, page: 2, last: 3, prev: 1, next: 3 },
  { total: 30, page: 3, last: 3, prev: 2, next: null },
  { total: 30, page: 99, last: 3, prev: 3, next: null },
])("page $page of $total rows by ten", ({ total, page, last, prev, next }) => {
  const meta = pageMeta({ rows: [], total }, { page, perPage: 10 });
  expect(meta).toEqual({ current_page: page, last_page: last, per_page: 10, total });
  expect(pageLinks(meta, { address: "https://x.nl/a", query: "q=b&page=7" })).toEqual({
    first: "https://x.nl/a?q=b&page=1",
    last: link(last)!,
    prev: link(prev),
    next: link(next),
  });
});
