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

/** Files that a caller may need: the document, the plan of its exchanges, and modules of the peers. */
export interface Files {
  readonly document: string;
  readonly plan: string;
  readonly mswHttp: string;
  readonly mswNode: string;
}

/** Message of the parent to a caller's process. The reply is a `TimeMessage`. */
export interface MeasureMessage {
  /** Name of an exchange of the plan. */
  readonly exchange: string;
  readonly warmUpMs: number;
  readonly roundMs: number;
}

export interface TimeMessage {
  readonly microseconds: number;
}
