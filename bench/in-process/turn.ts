/** What answers, and the client that asks. */
export const callerNames = [
  "Concord undici.request",
  "Concord fetch",
  "MockAgent undici.request",
  "MockAgent fetch",
  "MSW fetch",
] as const;

export type CallerName = (typeof callerNames)[number];
export type Exchange = "GET by id" | "POST";

/** Files that a caller may need: the document, and the peers' modules. */
export interface Files {
  readonly document: string;
  readonly mswHttp: string;
  readonly mswNode: string;
}

/** What the parent sends to a caller's process; the answer is a `Timed`. */
export interface Turn {
  readonly exchange: Exchange;
  readonly warmUpMs: number;
  readonly roundMs: number;
}

export interface Timed {
  readonly microseconds: number;
}
