/** Request for one page; pages are numbered from 1. */
export interface PageRequest {
  page: number;
  perPage: number;
}

/**
 * Page of a list. `total` counts all rows of the list, not the rows of the page; a page beyond the last has no rows.
 */
export interface Page<T> {
  rows: T[];
  total: number;
}

/** Returns the number of the last page: at least 1, also for an empty list. */
export function lastPage(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage));
}

/** Returns the number of rows before the page. */
export function pageOffset({ page, perPage }: PageRequest): number {
  return (page - 1) * perPage;
}

/** Returns the page of a list in memory. */
export function pageOf<T>(list: readonly T[], request: PageRequest): Page<T> {
  const offset = pageOffset(request);
  return { rows: list.slice(offset, offset + request.perPage), total: list.length };
}
