/** How long and how often to measure. */
export interface Settings {
  /** Contenders take turns so many times; medians are over these. */
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly roundMs: number;
  /** The requests between the two measurements of memory. */
  readonly memoryLoad: { readonly creates: number; readonly reads: number };
  /** How many records are held while it is measured whether that matters. */
  readonly records: readonly number[];
  /** Runs of conformance of each kind, and after how many requests it is looked at what is held. */
  readonly conformance: { readonly rounds: number; readonly requests: readonly number[] };
  readonly compat: CompatPace;
  /** The folder of bench/, compiled; ends with a slash. */
  readonly built: string;
  /** Where documents and results are written; ends with a slash. */
  readonly resultsFolder: string;
  readonly report: (line: string) => void;
}

/** How often contracts are compared, and how long the peer may take. */
export interface CompatPace {
  readonly rounds: number;
  /** On a pair of real documents, and on one whose change grows. */
  readonly peerMs: { readonly real: number; readonly growing: number };
  /** How much is changed. */
  readonly amounts: readonly number[];
}

type Pace = Pick<Settings, "rounds" | "warmUpMs" | "roundMs" | "memoryLoad" | "records" | "conformance" | "compat">;

export const fullPace: Pace = {
  rounds: 7,
  warmUpMs: 200,
  roundMs: 1500,
  memoryLoad: { creates: 2000, reads: 8000 },
  records: [1000, 100_000, 1_000_000],
  conformance: { rounds: 3, requests: [5000, 20_000, 80_000] },
  compat: {
    rounds: 3,
    peerMs: { real: 60_000, growing: 5000 },
    amounts: [250, 500, 1000, 2000, 4000, 8000],
  },
};
export const quickPace: Pace = {
  rounds: 3,
  warmUpMs: 100,
  roundMs: 300,
  memoryLoad: { creates: 200, reads: 800 },
  records: [1000, 10_000, 100_000],
  conformance: { rounds: 1, requests: [5000, 20_000] },
  compat: { rounds: 1, peerMs: { real: 15_000, growing: 2000 }, amounts: [500, 2000, 8000] },
};
