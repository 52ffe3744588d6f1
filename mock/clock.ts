/** A time that everything which depends on time asks for. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Moves the time forward, as if it had passed. */
  advance(milliseconds: number): void;
  /** Stops the time, now or at a moment (milliseconds since 1970); from then on only `advance` moves it. */
  freeze(at?: number): void;
  /** Lets the time run on from where it stands. */
  resume(): void;
  /** A clock of its own that shows the same time now. */
  fork(): Clock;
}

/** A clock that runs with the given source, and can be turned forward and stopped. */
export function createClock(source: () => number): Clock {
  return clockFrom(source, 0, undefined);
}

function clockFrom(source: () => number, lead: number, stop: number | undefined): Clock {
  let ahead = lead;
  let frozen = stop;
  const now = (): number => frozen ?? source() + ahead;
  return {
    now,
    advance(milliseconds) {
      if (!(milliseconds >= 0))
        throw new RangeError(`Cannot advance the clock by "${milliseconds}": time only goes forward`);
      if (frozen === undefined) ahead += milliseconds;
      else frozen += milliseconds;
    },
    freeze(at = now()) {
      if (!Number.isFinite(at)) throw new RangeError(`Cannot stop the clock at "${at}": that is no time`);
      frozen = at;
    },
    resume() {
      if (frozen === undefined) return;
      ahead = frozen - source();
      frozen = undefined;
    },
    fork: () => clockFrom(source, ahead, frozen),
  };
}
