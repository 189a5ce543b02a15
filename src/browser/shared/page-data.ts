/** Returns the values that the server has put into the page (web/document.ts). */
export function readPageData<T>(): T {
  return JSON.parse(document.body.dataset.page ?? "{}") as T;
}
