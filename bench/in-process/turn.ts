/** Names of the callers: the mock, and the client that sends the requests. */
export const callerNames = [
  "Concord mock.fetch",
  "Concord undici.request",
  "Concord fetch",
  "MockAgent undici.request",
  "MockAgent fetch",
  "MSW fetch",
] as const;

export type CallerName = (typeof callerNames)[number];

/** Files that a caller may need: documents, the plan of the exchanges, and modules of the peers. */
export interface Files {
  /** Document, or a folder of documents. */
  readonly contracts: string;
  readonly plan: string;
  /** Number of records in the measured collection. By default, those of the plan. */
  readonly records?: number;
  readonly mswHttp?: string;
  readonly mswNode?: string;
}

/** Message of the parent to a caller's process. The reply is a `CallCost`. */
export interface MeasureMessage {
  /** Name of an exchange of the plan. */
  readonly exchange: string;
  readonly warmUpMs: number;
  readonly roundMs: number;
}

/** Cost of one call. */
export interface CallCost {
  readonly microseconds: number;
  /** CPU time of the process, with the threads of the garbage collector. */
  readonly cpuMicroseconds: number;
}
