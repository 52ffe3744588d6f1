/** A value, or the promise of one. */
export type Awaitable<T> = T | Promise<T>;

/** Continues with a value: at once if it is known, otherwise when its promise is fulfilled. */
export function whenKnown<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
