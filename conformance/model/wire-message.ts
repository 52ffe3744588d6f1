/** A request as it goes on the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A response as it came. */
export interface WireResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** From the last byte sent to the last one received, where that is measured. */
  readonly milliseconds?: number;
}
