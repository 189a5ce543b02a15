/** Returns the values that the server has put into the page (pages/kit/server/document.ts). */
export function readPageData<T>(): T {
  return JSON.parse(document.body.dataset.page ?? "{}") as T;
}
