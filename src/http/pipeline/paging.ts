import { lastPage, type Page, type PageRequest } from "../../registry/index/page.ts";
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

/** The request whose pages are linked: address of the endpoint, query, and the token in it that counts. */
interface LinkedRequest {
  readonly address: string;
  readonly query: string;
  readonly urlToken?: string | undefined;
}

/** Returns absolute links that keep every other parameter of the query. */
export function pageLinks(meta: PageMeta, { address, query, urlToken }: LinkedRequest): PageLinks {
  const { current_page: current, last_page: last } = meta;
  const link = (page: number) => `${address}?${withPage(query, page, urlToken)}`;
  return {
    first: link(1),
    last: link(last),
    prev: current > 1 ? link(Math.min(current - 1, last)) : null,
    next: current < last ? link(current + 1) : null,
  };
}
