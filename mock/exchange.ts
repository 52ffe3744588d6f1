/** A request as plain data; header names in lower case. */
export interface MockRequest {
  readonly method: string;
  /** Path and query: "/v1/entity/schemas?x=1". */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array | undefined;
}

/** A response as plain data; `content-length` is left to the transport, but for HEAD. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export const noBody = new Uint8Array(0);

/** Whether a response has a body at all, if only an empty one, and so a length (RFC 9110, section 8.6). */
export function hasLength({ status }: MockResponse): boolean {
  return status !== 204 && status !== 304;
}

/** What HEAD is answered where GET is answered with the response: its length in place of its body. */
export function headOf(response: MockResponse): MockResponse {
  const { headers, body } = response;
  const length = hasLength(response) ? { "content-length": String(body.length) } : {};
  return { ...response, headers: { ...headers, ...length }, body: noBody };
}
