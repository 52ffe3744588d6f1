/** What a process is told to do: a run of conformance on the platform's contracts. */
export interface Turn {
  /** A mock in the same process, if not said. */
  readonly target?: string;
  readonly mode: "read-only" | "sandbox";
  /** How many requests each property may send to an operation. */
  readonly runs: number;
  readonly maxRequests?: number;
  /** Whether it is looked at what the time goes to: that costs time itself. */
  readonly isProfiled?: boolean;
}

/** What came of it. */
export interface Ran {
  readonly requests: number;
  readonly operations: number;
  readonly failures: number;
  readonly milliseconds: number;
  /** User and system time of the process, with its garbage collector's threads. */
  readonly cpuMilliseconds: number;
  /** What is held when the run is over and garbage is collected. */
  readonly heapBytes: number;
  /** The share of the time that a part takes, where it was looked at. */
  readonly shares?: Readonly<Record<string, number>>;
}
