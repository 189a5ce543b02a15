/** Runs `work` with an open store, closes the store and returns the result. */
export async function withStore<S extends { close(): void }, T>(
  store: S,
  work: (store: S) => Promise<T>,
): Promise<T> {
  try {
    return await work(store);
  } finally {
    store.close();
  }
}
