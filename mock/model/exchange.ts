/** A request as plain data; header names in lower case. */
export interface MockRequest {
  readonly method: string;
  /** Path and query: "/v1/entity/schemas?x=1". */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array | undefined;
  /** The network address of who asks, where there is a network; absent within the process. */
  readonly peer?: string;
  /** Whether it came over HTTPS, or would have; false if not said. */
  readonly isSecure?: boolean;
}

/** A response as plain data; `content-length` is left to the transport, but for HEAD. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Effects of a fault that only a transport can carry out. */
  readonly transport?: Carriage | undefined;
}

/** How a transport carries a response if not whole and at once; who calls the core itself, does it himself or not. */
export interface Carriage {
  /** Milliseconds to wait before anything is sent. */
  readonly delay?: number;
  /** The connection is reset, and nothing is sent. */
  readonly reset?: boolean;
  /** So many bytes at a time, each piece followed by so many milliseconds. */
  readonly pace?: { readonly bytes: number; readonly pause: number };
  /** The connection ends after so many bytes of the body, whose whole length was told. */
  readonly cut?: number;
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
