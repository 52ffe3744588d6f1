import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { buffer } from "node:stream/consumers";
import type { WireDelivery } from "./delivery.ts";

/** Response of an endpoint, or the reason for its absence. */
export type EndpointResponse =
  | { readonly status: number; readonly headers: WireDelivery["headers"]; readonly body: Uint8Array }
  | { readonly failed: string };

export interface PostOptions {
  readonly signal?: AbortSignal;
  readonly method?: string;
}

/** Time for a response. Assumed, as in the mock. */
const TIMEOUT_MILLISECONDS = 15_000;

/** Headers of a connection, not of the message (RFC 9110, section 7.6.1), and headers that the client sets itself. */
const connectionHeaders =
  /^(host|content-length|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i;

/** Sends a delivery and keeps order, case and number of its headers. Never throws. */
export function post(
  url: string,
  { headers, body }: WireDelivery,
  options: PostOptions = {},
): Promise<EndpointResponse> {
  const { method = "POST", signal } = options;
  const timeout = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const target = new URL(url);
  const written = [
    ["Host", target.host] as const,
    ...headers.filter(([name]) => !connectionHeaders.test(name)),
    ["Content-Length", String(body.length)] as const,
    ["Connection", "close"] as const,
  ];
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      if (timeout.aborted) resolve({ failed: `no answer within ${TIMEOUT_MILLISECONDS / 1000} s` });
      else resolve({ failed: explainPostError(error) });
    };
    try {
      const request = (target.protocol === "https:" ? requestSecure : requestPlain)(
        target,
        {
          method,
          headers: written.flat(),
          agent: false,
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        },
        (response) => {
          const { statusCode = 0, rawHeaders } = response;
          buffer(response).then(
            (read) => resolve({ status: statusCode, headers: pairRawHeaders(rawHeaders), body: read }),
            fail,
          );
        },
      );
      request.on("error", fail);
      request.end(body);
    } catch (error) {
      fail(error as Error);
    }
  });
}

/** Raw headers of node:http as pairs. */
export function pairRawHeaders(raw: readonly string[]): WireDelivery["headers"] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] as string] as const] : []));
}

function explainPostError(error: NodeJS.ErrnoException): string {
  if (error instanceof AggregateError) return explainPostError(error.errors[0] as Error);
  if (error.code === "ECONNREFUSED") return "nothing listens there";
  return error.message || error.code || "the connection failed";
}
