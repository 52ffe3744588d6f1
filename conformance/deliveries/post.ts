import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { buffer } from "node:stream/consumers";
import type { WireDelivery } from "./delivery.ts";

/** What an endpoint answered, or why there is no answer. */
export type Answer =
  | { readonly status: number; readonly headers: WireDelivery["headers"]; readonly body: Uint8Array }
  | { readonly failed: string };

export interface PostOptions {
  readonly signal?: AbortSignal;
  readonly method?: string;
}

/** So long an endpoint has to answer; assumed, as the mock assumes it. */
const TIMEOUT_MILLISECONDS = 15_000;

/** What belongs to one connection, not to the message (RFC 9110, section 7.6.1), and what is told anew. */
const ofConnection =
  /^(host|content-length|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i;

/** Sends a delivery with its headers in the order, case and number in which they are written; never throws. */
export function post(url: string, { headers, body }: WireDelivery, options: PostOptions = {}): Promise<Answer> {
  const { method = "POST", signal } = options;
  const timeout = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const target = new URL(url);
  const written = [
    ["Host", target.host] as const,
    ...headers.filter(([name]) => !ofConnection.test(name)),
    ["Content-Length", String(body.length)] as const,
    ["Connection", "close"] as const,
  ];
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      if (timeout.aborted) resolve({ failed: `no answer within ${TIMEOUT_MILLISECONDS / 1000} s` });
      else resolve({ failed: reasonOf(error) });
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
            (read) => resolve({ status: statusCode, headers: pairsOf(rawHeaders), body: read }),
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

/** Headers as node:http has them, name after value, as pairs. */
export function pairsOf(raw: readonly string[]): WireDelivery["headers"] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] as string] as const] : []));
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0] as Error);
  if (error.code === "ECONNREFUSED") return "nothing listens there";
  return error.message || error.code || "the connection failed";
}
