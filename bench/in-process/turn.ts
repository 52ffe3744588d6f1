/** Names of the callers: the mock, and the client that sends the requests. */
export const callerNames = [
  "Concord undici.request",
  "Concord fetch",
  "MockAgent undici.request",
  "MockAgent fetch",
  "MSW fetch",
] as const;

export type CallerName = (typeof callerNames)[number];
export type Exchange = "GET by id" | "POST";

/** Files that a caller may need: the document, and modules of the peers. */
export interface Files {
  readonly document: string;
  readonly mswHttp: string;
  readonly mswNode: string;
}

/** Message of the parent to a caller's process. The reply is a `Timed`. */
export interface MeasureMessage {
  readonly exchange: Exchange;
  readonly warmUpMs: number;
  readonly roundMs: number;
}

export interface TimeMessage {
  readonly microseconds: number;
}
