/** A value, or the promise of one. */
export type Awaitable<T> = T | Promise<T>;

/** Uses a value: at once if it is known, otherwise when its promise is fulfilled. */
export function whenKnown<T, R>(value: Awaitable<T>, use: (value: T) => Awaitable<R>): Awaitable<R> {
  if (value instanceof Promise) return value.then(use);
  return use(value);
}
