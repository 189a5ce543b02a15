/**
 * Returns a function that runs `work`, never twice at the same time. A call while it runs gets the result of the next
 * run, which all such calls share: every call sees the state at its time or later.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  return function call(): Promise<T> {
    if (running === undefined) {
      running = work().finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return call();
      });
    return next;
  };
}
