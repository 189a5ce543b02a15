/** Pages are numbered from 1. */
export interface PageRequest {
  page: number;
  perPage: number;
}

/** `total` counts all rows of the list, not those of the page; a page beyond the last has no rows. */
export interface Page<T> {
  rows: T[];
  total: number;
}

/** At least 1, also for an empty list. */
export function lastPage(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage));
}

/** How many rows come before the page. */
export function pageOffset({ page, perPage }: PageRequest): number {
  return (page - 1) * perPage;
}

/** The page of a list that is in memory. */
export function pageOf<T>(list: readonly T[], request: PageRequest): Page<T> {
  const offset = pageOffset(request);
  return { rows: list.slice(offset, offset + request.perPage), total: list.length };
}
