/** The clock of the database, as a process knows it. All times of the process are by its clock that only moves forward. */
export interface DatabaseClock {
  /** False until it was first compared. */
  readonly isKnown: boolean;
  /**
   * Compares the clocks.
   * @param time time of the database (microseconds), which it had between two times of the process (milliseconds).
   */
  compare(time: number, sent: number, received: number): void;
  /** Time of the database, in microseconds since 1970, at a time of the process, in milliseconds. */
  at(milliseconds: number): number;
  /** Forgets all comparisons: it may be another database now. */
  forget(): void;
}

/** Most by which two clocks drift apart, in microseconds for each millisecond. */
const DRIFT = 0.1;

/**
 * Each comparison says between which bounds the difference of the clocks is. All of them together say it more exactly
 * than the shortest one.
 */
export function createDatabaseClock(): DatabaseClock {
  let bounds: { readonly least: number; readonly most: number; readonly at: number } | undefined;
  return {
    get isKnown() {
      return bounds !== undefined;
    },
    compare(time, sent, received) {
      const newest = { least: time - received * 1000, most: time - sent * 1000, at: received };
      const drift = bounds ? Math.max(0, received - bounds.at) * DRIFT : 0;
      const least = Math.max(newest.least, (bounds?.least ?? -Infinity) - drift);
      const most = Math.min(newest.most, (bounds?.most ?? Infinity) + drift);
      // If they contradict each other, one of the clocks was set.
      bounds = least <= most ? { least, most, at: received } : newest;
    },
    at: (milliseconds) => Math.round(milliseconds * 1000 + ((bounds?.least ?? 0) + (bounds?.most ?? 0)) / 2),
    forget() {
      bounds = undefined;
    },
  };
}
