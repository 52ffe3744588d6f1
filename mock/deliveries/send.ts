import { createRequire } from "node:module";
import type { LookupFunction } from "node:net";
import type * as Undici from "undici";
import type { Clock } from "../model/clock.ts";
import { HOPS_HEADER } from "../model/hops.ts";
import { DestinationError, type DestinationSettings, createDestinations } from "./destinations.ts";

/** A POST request of the platform. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Ordinal of the request in a chain of requests of mocks, each caused by the one before. Default: 1. */
  readonly hops?: number | undefined;
}

/** The response, with the beginning of its body, or the reason why there is none. */
export type Sent =
  | { readonly status: number; readonly text: string }
  | {
      readonly failed: string;
      /** True if another attempt would fail as well. */
      readonly isFinal?: true;
    };

/** Sends requests of the platform. Never throws. */
export interface Sender {
  /** Sends a request. The timeout counts by the machine's clock, and by the given one, which can be advanced. */
  send(outgoing: Outgoing, clock?: Pick<Clock, "now" | "watch">): Promise<Sent>;
  /** Closes all connections. */
  close(): Promise<void>;
}

export interface SenderSettings extends DestinationSettings {
  /** Time for an endpoint to respond, in milliseconds. */
  readonly deliveryTimeout?: number | undefined;
}

/** Assumed: the specification states no timeout. */
const TIMEOUT_MILLISECONDS = 15_000;

/** Time for a response of an endpoint after the clock was advanced beyond the timeout, in milliseconds. */
const GRACE_MILLISECONDS = 250;

/** Maximum number of bytes that are read of a response. */
const MAX_RESPONSE_BYTES = 4096;

const require = createRequire(import.meta.url);

/**
 * Creates a sender over HTTP. By default, it sends to this machine only, and it follows no redirect. Every request has
 * the header that marks deliveries of a mock.
 */
export function createSender(settings: SenderSettings = {}): Sender {
  const { deliveryTimeout = TIMEOUT_MILLISECONDS } = settings;
  const destinationOf = createDestinations(settings);
  const agents = new Map<LookupFunction, Undici.Agent>();
  return {
    async send(outgoing, clock) {
      const url = URL.parse(outgoing.url);
      if (!url || !/^https?:$/.test(url.protocol))
        return { failed: `"${outgoing.url}" is not an http or https URL`, isFinal: true };
      const destination = destinationOf(url);
      if ("refused" in destination) return { failed: destination.refused, isFinal: true };
      const undici = require("undici") as typeof Undici;
      const { signal, end } = timeoutSignal(deliveryTimeout, clock);
      try {
        const headers = { ...outgoing.headers, [HOPS_HEADER]: String(outgoing.hops ?? 1) };
        const dispatcher = createAgent(destination.lookup, undici);
        const response = await undici.request(url, {
          method: "POST",
          headers,
          body: outgoing.body,
          dispatcher,
          signal,
        });
        return { status: response.statusCode, text: await readResponseStart(response.body) };
      } catch (error) {
        if (error instanceof DestinationError) return { failed: error.message, isFinal: true };
        return { failed: signal.aborted ? `no answer within ${deliveryTimeout / 1000} s` : describeSendError(error) };
      } finally {
        end();
      }
    },
    async close() {
      await Promise.all(agents.values().map((agent) => agent.destroy()));
    },
  };

  function createAgent(lookup: LookupFunction, { Agent }: typeof Undici): Undici.Agent {
    let agent = agents.get(lookup);
    // No connection stays open, because an idle one may break before the next delivery.
    if (!agent)
      agents.set(lookup, (agent = new Agent({ pipelining: 0, connect: { timeout: deliveryTimeout, lookup } })));
    return agent;
  }
}

/** A signal that aborts after a timeout. Call `end` to cancel it. */
function timeoutSignal(milliseconds: number, clock: Pick<Clock, "now" | "watch"> | undefined) {
  const late = new AbortController();
  const abort = (): void => late.abort();
  const started = clock?.now() ?? 0;
  const timer = setTimeout(abort, milliseconds).unref();
  let grace: NodeJS.Timeout | undefined;
  const leave = clock?.watch(() => {
    if (clock.now() - started >= milliseconds)
      grace ??= setTimeout(abort, Math.min(GRACE_MILLISECONDS, milliseconds)).unref();
  });
  return {
    signal: late.signal,
    end() {
      clearTimeout(timer);
      clearTimeout(grace);
      leave?.();
    },
  };
}

/** Reads the beginning of a body. A body that breaks off counts as a response as well. */
async function readResponseStart(body: Undici.Dispatcher.ResponseData["body"]): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      // Leaving the loop closes the connection.
      if (length >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // The connection broke, or the timeout has passed.
  }
  return Buffer.concat(parts).subarray(0, MAX_RESPONSE_BYTES).toString();
}

function describeSendError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  // Several addresses were tried: the first error has the reason.
  if (error instanceof AggregateError) return describeSendError(error.errors[0]);
  return message || code || "the connection failed";
}
