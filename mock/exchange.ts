/** A request as plain data; header names in lower case. */
export interface MockRequest {
  readonly method: string;
  /** Path and query: "/v1/entity/schemas?x=1". */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array | undefined;
}

/** A response as plain data; `content-length` is left to the transport. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export const noBody = new Uint8Array(0);
