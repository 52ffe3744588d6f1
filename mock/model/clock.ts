/** Clock of the mock. Everything that depends on time reads it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Moves the clock forward. */
  advance(milliseconds: number): void;
  /** Stops the clock, now or at a time (a date, or milliseconds since 1970). Then only `advance` moves it. */
  freeze(at?: number | Date): void;
  /** Starts a stopped clock again, from the time that it shows. */
  resume(): void;
  /** True if this clock or its source is stopped. */
  readonly isFrozen: boolean;
  /** Independent clock that shows the same time now. */
  fork(): Clock;
  /** Calls `onMove` after each `advance`, `freeze` or `resume` of this clock or its source. Returns a function that ends this. */
  watch(onMove: () => void): () => void;
}

/** State of a clock that follows another one, as JSON. */
export interface ClockState {
  /** Milliseconds ahead of the clock that it follows. */
  readonly offset: number;
  /** Time at which it is stopped, in milliseconds since 1970. */
  readonly frozen?: number;
}

/** Clock whose state can be stored, and replaced by that of another process. */
export interface StoredClock extends Clock {
  state(): ClockState;
  /** Replaces the state. Calls the watchers if that moves the clock. */
  restore(state: ClockState): void;
}

/** State of a clock that shows the time of the one that it follows. */
export const UNMOVED_CLOCK: ClockState = { offset: 0 };

/** Formats milliseconds since 1970 as RFC 3339. */
export function formatMoment(moment: number): string {
  return new Date(moment).toISOString();
}

/** First and last time that RFC 3339 can express: the years 0000 to 9999. */
const FIRST = Date.parse("0000-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** Clock that follows the given source of milliseconds. */
export function createClock(source: () => number): Clock {
  return clockFrom({ now: source, isFrozen: false, watch: () => () => {} }, 0, undefined);
}

/** Clock that shows the time of another clock, until it is advanced or stopped itself. */
export function followClock(leader: Clock): StoredClock {
  return clockFrom(leader, 0, undefined);
}

type Source = Pick<Clock, "now" | "isFrozen" | "watch">;

function clockFrom(source: Source, initialOffset: number, initialFrozen: number | undefined): StoredClock {
  let offset = initialOffset;
  let frozen = initialFrozen;
  let watchers: Set<() => void> | undefined;
  const now = (): number => frozen ?? Math.max(FIRST, Math.min(LAST, source.now() + offset));
  const notifyWatchers = (): void => watchers?.forEach((onMove) => onMove());
  return {
    now,
    advance(milliseconds) {
      // A string would be concatenated to the time.
      if (!Number.isFinite(milliseconds))
        throw new RangeError(`Cannot advance the clock by "${milliseconds}": that is not a number of milliseconds`);
      if (milliseconds < 0)
        throw new RangeError(`Cannot advance the clock by "${milliseconds}": time only goes forward`);
      checkTime(now() + milliseconds, `advance the clock by ${milliseconds} ms`);
      if (frozen === undefined) offset += milliseconds;
      else frozen += milliseconds;
      notifyWatchers();
    },
    freeze(at = now()) {
      const moment = at instanceof Date ? at.getTime() : at;
      checkTime(moment, `stop the clock at "${at}"`);
      frozen = moment;
      notifyWatchers();
    },
    resume() {
      if (frozen === undefined) return;
      offset = frozen - source.now();
      frozen = undefined;
      notifyWatchers();
    },
    get isFrozen() {
      return frozen !== undefined || source.isFrozen;
    },
    fork: () => clockFrom(source, offset, frozen),
    state: () => (frozen === undefined ? { offset } : { offset, frozen }),
    restore(state) {
      if (state.offset === offset && state.frozen === frozen) return;
      offset = state.offset;
      frozen = state.frozen;
      notifyWatchers();
    },
    watch(onMove) {
      // A new function each time, because one function may watch twice.
      const watcher = (): void => onMove();
      (watchers ??= new Set()).add(watcher);
      const unwatchSource = source.watch(watcher);
      return () => {
        watchers?.delete(watcher);
        unwatchSource();
      };
    },
  };
}

/** @throws RangeError for a time that RFC 3339 cannot express. */
function checkTime(at: unknown, action: string): void {
  if (typeof at !== "number" || Number.isNaN(at)) throw new RangeError(`Cannot ${action}: that is not a time`);
  if (!(at >= FIRST && at <= LAST)) throw new RangeError(`Cannot ${action}: the year must be from 0000 to 9999`);
}
