/**
 * A result that is there at once or comes later. Implementations in memory answer at once, so that a request needs no
 * turn of the event loop; those over a network give a promise.
 */
export type Awaitable<T> = T | Promise<T>;

/** Goes on with the value: at once when it is there, else when it comes. */
export function whenReady<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
