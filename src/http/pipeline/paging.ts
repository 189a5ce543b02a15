import { lastPage, type Page, type PageRequest } from "../../registry/page.ts";
import { withPage } from "../parameters/query-string.ts";

export interface PageMeta {
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

export function pageMeta({ total }: Page<unknown>, { page, perPage }: PageRequest): PageMeta {
  return { current_page: page, last_page: lastPage(total, perPage), per_page: perPage, total };
}

export interface PageLinks {
  first: string;
  last: string;
  /** Previous page; the last page when the current one is beyond it. */
  prev: string | null;
  next: string | null;
}

/** Returns absolute links that keep every other parameter of the query. `address` is the endpoint's own URL. */
export function pageLinks(meta: PageMeta, address: string, query: string): PageLinks {
  const { current_page: current, last_page: last } = meta;
  const link = (page: number) => `${address}?${withPage(query, page)}`;
  return {
    first: link(1),
    last: link(last),
    prev: current > 1 ? link(Math.min(current - 1, last)) : null,
    next: current < last ? link(current + 1) : null,
  };
}
