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
  /** Whether it stands still, by itself or because its source does. */
  readonly isFrozen: boolean;
  /** A clock of its own that shows the same time now. */
  fork(): Clock;
}

/** A moment (milliseconds since 1970) as documents write it (RFC 3339). */
export function timeOf(moment: number): string {
  return new Date(moment).toISOString();
}

/** A clock that runs with the given source, and can be turned forward and stopped. */
export function createClock(source: () => number, isSourceFrozen: () => boolean = () => false): Clock {
  return clockFrom({ source, isSourceFrozen }, 0, undefined);
}

interface Source {
  readonly source: () => number;
  readonly isSourceFrozen: () => boolean;
}

function clockFrom(origin: Source, lead: number, stop: number | undefined): Clock {
  const { source, isSourceFrozen } = origin;
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
    get isFrozen() {
      return frozen !== undefined || isSourceFrozen();
    },
    fork: () => clockFrom(origin, ahead, frozen),
  };
}
