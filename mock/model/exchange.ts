/** Request as plain data; header names in lower case. */
export interface MockRequest {
  readonly method: string;
  /** Path and query: "/v1/entity/schemas?x=1". */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: Uint8Array | undefined;
  /** Network address of the client. Undefined for a request within the process. */
  readonly peer?: string;
  /** Ports of the connection: that of the client, and that of the mock. Undefined for a request within the process. */
  readonly connection?: { readonly peerPort: number; readonly port: number } | undefined;
  /** True for HTTPS. Default: false. */
  readonly isSecure?: boolean;
}

/** Response as plain data. The transport sets `content-length`, except for HEAD. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Effects of a fault that only a transport can carry out. */
  readonly transport?: TransportEffects | undefined;
}

/** Delays and interruptions that a transport applies to a response. Direct callers of the engine may ignore them. */
export interface TransportEffects {
  /** Milliseconds to wait before anything is sent. */
  readonly delay?: number;
  /** Resets the connection before anything is sent. */
  readonly reset?: boolean;
  /** Sends pieces of `bytes` bytes, with `pause` milliseconds after each. */
  readonly pace?: { readonly bytes: number; readonly pause: number };
  /** Ends the connection after this many bytes of the body. `content-length` names the full length. */
  readonly cut?: number;
}

export const noBody = new Uint8Array(0);

/** The same bytes as a buffer, without a copy. Most bodies are buffers, of which no view is made. */
export function toBuffer(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** True if a response with this status may have `content-length` (RFC 9110, section 8.6). */
export function hasLength({ status }: MockResponse): boolean {
  return status !== 204 && status !== 304;
}

/** Response to HEAD for a response to GET: the length in place of the body. */
export function toHeadResponse(response: MockResponse): MockResponse {
  const { headers, body } = response;
  const length = hasLength(response) ? { "content-length": String(body.length) } : {};
  return { ...response, headers: { ...headers, ...length }, body: noBody };
}
