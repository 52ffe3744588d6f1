/** Message to a process: run conformance on the platform's contracts. */
export interface RunMessage {
  /** URL of the provider. Default: a mock in the same process. */
  readonly target?: string;
  readonly mode: "read-only" | "sandbox";
  /** Maximum number of requests of each property to an operation. */
  readonly runs: number;
  readonly maxRequests?: number;
  /** Records a CPU profile, which slows the run down. */
  readonly isProfiled?: boolean;
}

/** Message of a running process, every few seconds. */
export interface RunProgress {
  readonly progress: { readonly requests: number; readonly done: number; readonly operations: number };
}

/** Result of the run. */
export interface RunResult {
  readonly requests: number;
  readonly operations: number;
  readonly failures: number;
  readonly milliseconds: number;
  /** User and system CPU time of the process, including garbage collection. */
  readonly cpuMilliseconds: number;
  /** Heap in use after the run and a garbage collection. */
  readonly heapBytes: number;
  /** Share of CPU time of each part, if a profile was recorded. */
  readonly shares?: Readonly<Record<string, number>>;
}
