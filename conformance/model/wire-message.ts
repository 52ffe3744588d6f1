/** HTTP request as sent to the target. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** HTTP response as received. */
export interface WireResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded body. */
  readonly body: string;
  /** Content coding of a body that was not decoded: unknown to Concord, or not what the header says. */
  readonly unread?: { readonly coding: string; readonly reason: "unknown" | "broken" };
  /** Time from the last byte sent to the last byte received, if measured. */
  readonly milliseconds?: number;
}
