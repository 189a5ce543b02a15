/** Paginates lists: ten entries a page, each further page by another call. */
import { z } from "zod";
import { PAGE_PARAMETERS } from "../../http/input.ts";
import { lastPage, type PageRequest } from "../../registry/index/page.ts";

/** Number of entries on a page of a list; `search_addresses` takes another number as `limit`. */
export const MAX_LISTED = 10;

export const pageParameter = PAGE_PARAMETERS.page;

/** Field of a result with a page of a list. */
export const NEXT_PAGE = { next_page: z.int().optional() };

/** Returns the number of the next page as a field; no field on the last page. */
export function nextPage(total: number, { page, perPage }: PageRequest): { next_page?: number } {
  return page < lastPage(total, perPage) ? { next_page: page + 1 } : {};
}
