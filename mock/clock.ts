/** The platform's time. Everything that depends on time asks here. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Moves the time forward, as if it had passed. */
  advance(milliseconds: number): void;
}

/** A clock that runs with the given source and can be turned forward. */
export function createClock(source: () => number): Clock {
  let ahead = 0;
  return {
    now: () => source() + ahead,
    advance(milliseconds) {
      if (!(milliseconds >= 0))
        throw new RangeError(`Cannot advance the clock by "${milliseconds}": time only goes forward`);
      ahead += milliseconds;
    },
  };
}
