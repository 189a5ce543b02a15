/** Lists are cut at ten entries: a page more is a call more. */
import { z } from "zod";
import { PAGE_PARAMETERS } from "../http/input.ts";
import { lastPage, type PageRequest } from "../registry/page.ts";

/** Entries of a list on one page. */
export const MAX_LISTED = 10;

export const pageParameter = PAGE_PARAMETERS.page;

/** Of an answer that holds a page of a list. */
export const NEXT_PAGE = { next_page: z.int().optional() };

/** The page that follows; nothing on the last one. */
export function nextPage(total: number, { page, perPage }: PageRequest): { next_page?: number } {
  return page < lastPage(total, perPage) ? { next_page: page + 1 } : {};
}
