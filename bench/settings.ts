/** Durations and repetitions of measurements. */
export interface Settings {
  /** Number of rounds. Medians are over the rounds. */
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly roundMs: number;
  /** Duration of each load between measurements of memory. */
  readonly loadMs: number;
  /** Numbers of records for the measurement of their effect. */
  readonly records: readonly number[];
  /**
   * Number of conformance runs of each kind, their modes, their maximum number of requests, and the numbers of requests
   * after which the heap is measured.
   */
  readonly conformance: {
    readonly rounds: number;
    readonly modes: readonly ("sandbox" | "read-only")[];
    readonly maxRequests?: number;
    readonly requests: readonly number[];
  };
  readonly compat: CompatPace;
  /** Rounds for each exchange with a document, and the maximum number of measured collections of a document. */
  readonly documents: { readonly rounds: number; readonly collections: number };
  /** Folder of the compiled bench/, with a final slash. */
  readonly built: string;
  /** Folder of the built package, with a final slash. */
  readonly packageFolder: string;
  /** Folder for documents and results, with a final slash. */
  readonly resultsFolder: string;
  readonly report: (line: string) => void;
}

/** Number of comparisons of each pair, and time limits for the peer. */
export interface CompatPace {
  readonly rounds: number;
  /** Time limits for a pair of published documents, and for a generated pair. */
  readonly peerMs: { readonly real: number; readonly growing: number };
  /** Numbers of changed parts. */
  readonly amounts: readonly number[];
}

type Pace = Pick<
  Settings,
  "rounds" | "warmUpMs" | "roundMs" | "loadMs" | "records" | "conformance" | "compat" | "documents"
>;

export const fullPace: Pace = {
  rounds: 5,
  warmUpMs: 200,
  roundMs: 1500,
  loadMs: 60_000,
  records: [1000, 100_000, 1_000_000],
  conformance: { rounds: 3, modes: ["sandbox", "read-only"], requests: [5000, 20_000, 80_000] },
  documents: { rounds: 3, collections: 2 },
  compat: {
    rounds: 3,
    peerMs: { real: 60_000, growing: 5000 },
    amounts: [250, 500, 1000, 2000, 4000, 8000],
  },
};
export const quickPace: Pace = {
  rounds: 5,
  warmUpMs: 100,
  roundMs: 300,
  loadMs: 10_000,
  records: [1000, 10_000, 100_000],
  conformance: { rounds: 1, modes: ["sandbox"], maxRequests: 1000, requests: [250, 1000] },
  documents: { rounds: 1, collections: 1 },
  compat: { rounds: 1, peerMs: { real: 15_000, growing: 2000 }, amounts: [500, 2000, 8000] },
};
