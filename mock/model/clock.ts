/** A time that everything which depends on time asks for. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Moves the time forward, as if it had passed. */
  advance(milliseconds: number): void;
  /** Stops the time, now or at a moment (a date, or milliseconds since 1970); from then on only `advance` moves it. */
  freeze(at?: number | Date): void;
  /** Lets the time run on from where it stands. */
  resume(): void;
  /** Whether it stands still, by itself or because its source does. */
  readonly isFrozen: boolean;
  /** A clock of its own that shows the same time now. */
  fork(): Clock;
  /** Tells whenever the time was moved by hand: advanced, stopped or let run, here or at its source. Answers how to stop that. */
  watch(onMove: () => void): () => void;
}

/** A moment (milliseconds since 1970) as documents write it (RFC 3339). */
export function timeOf(moment: number): string {
  return new Date(moment).toISOString();
}

/** What a date of RFC 3339 can tell: the years 0000 to 9999. */
const FIRST = Date.parse("0000-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** A clock that runs with the given source, and can be turned forward and stopped. */
export function createClock(source: () => number): Clock {
  return clockFrom({ now: source, isFrozen: false, watch: () => () => {} }, 0, undefined);
}

/** A clock that goes with another one, until it is turned forward or stopped itself. */
export function followClock(leader: Clock): Clock {
  return clockFrom(leader, 0, undefined);
}

type Source = Pick<Clock, "now" | "isFrozen" | "watch">;

function clockFrom(source: Source, lead: number, stop: number | undefined): Clock {
  let ahead = lead;
  let frozen = stop;
  let watchers: Set<() => void> | undefined;
  const now = (): number => frozen ?? Math.max(FIRST, Math.min(LAST, source.now() + ahead));
  const moved = (): void => watchers?.forEach((onMove) => onMove());
  return {
    now,
    advance(milliseconds) {
      // A text would be joined to the time.
      if (!Number.isFinite(milliseconds))
        throw new RangeError(`Cannot advance the clock by "${milliseconds}": that is no number of milliseconds`);
      if (milliseconds < 0)
        throw new RangeError(`Cannot advance the clock by "${milliseconds}": time only goes forward`);
      checkTime(now() + milliseconds, `advance the clock by ${milliseconds} ms`);
      if (frozen === undefined) ahead += milliseconds;
      else frozen += milliseconds;
      moved();
    },
    freeze(at = now()) {
      const moment = at instanceof Date ? at.getTime() : at;
      checkTime(moment, `stop the clock at "${at}"`);
      frozen = moment;
      moved();
    },
    resume() {
      if (frozen === undefined) return;
      ahead = frozen - source.now();
      frozen = undefined;
      moved();
    },
    get isFrozen() {
      return frozen !== undefined || source.isFrozen;
    },
    fork: () => clockFrom(source, ahead, frozen),
    watch(onMove) {
      // Each watcher is one of its own, though the same function may watch twice.
      const own = (): void => onMove();
      (watchers ??= new Set()).add(own);
      const leave = source.watch(own);
      return () => {
        watchers?.delete(own);
        leave();
      };
    },
  };
}

/** @throws RangeError for what no date can tell. */
function checkTime(at: unknown, what: string): void {
  if (typeof at !== "number" || Number.isNaN(at)) throw new RangeError(`Cannot ${what}: that is no time`);
  if (!(at >= FIRST && at <= LAST)) throw new RangeError(`Cannot ${what}: time goes from the year 0000 to 9999`);
}
