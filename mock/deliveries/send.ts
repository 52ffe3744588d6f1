import { createRequire } from "node:module";
import type { LookupFunction } from "node:net";
import type * as Undici from "undici";
import type { Clock } from "../model/clock.ts";
import { HOPS_HEADER } from "../model/hops.ts";
import { DestinationError, type DestinationSettings, createDestinations } from "./destinations.ts";

/** A request that the platform makes: a POST. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Number of this request among those that mocks made in a row, each caused by the one before; 1 if not set. */
  readonly hops?: number | undefined;
}

/** What became of it: an answer, with the beginning of its body; or why there is none. */
export type Sent =
  | { readonly status: number; readonly text: string }
  | {
      readonly failed: string;
      /** Set where it cannot be otherwise the next time. */
      readonly isFinal?: true;
    };

/** Sends what the platform has to say to others; never throws. */
export interface Sender {
  /** An endpoint has so much time to answer, by the machine's clock, and by one that may be turned forward. */
  send(outgoing: Outgoing, clock?: Pick<Clock, "now" | "watch">): Promise<Sent>;
  /** Ends all connections. */
  close(): Promise<void>;
}

export interface SenderSettings extends DestinationSettings {
  /** How many milliseconds an endpoint has to answer. */
  readonly deliveryTimeout?: number | undefined;
}

/** Assumed, because the specification shows no timeouts. */
const TIMEOUT_MILLISECONDS = 15_000;

/** An endpoint that is about to answer while the clock is turned forward may do so yet: it does not know. */
const GRACE_MILLISECONDS = 250;

/** Of an answer, only so many bytes are read. */
const MAX_ANSWER_BYTES = 4096;

const require = createRequire(import.meta.url);

/**
 * Sends over HTTP: to this machine alone unless told otherwise, and no further than that where an answer redirects.
 * Every request carries the mark of a mock, whatever else is in its headers.
 */
export function createSender(settings: SenderSettings = {}): Sender {
  const { deliveryTimeout = TIMEOUT_MILLISECONDS } = settings;
  const destinationOf = createDestinations(settings);
  const agents = new Map<LookupFunction, Undici.Agent>();
  return {
    async send(outgoing, clock) {
      const url = URL.parse(outgoing.url);
      if (!url || !/^https?:$/.test(url.protocol))
        return { failed: `"${outgoing.url}" is no http or https URL`, isFinal: true };
      const destination = destinationOf(url);
      if ("refused" in destination) return { failed: destination.refused, isFinal: true };
      const undici = require("undici") as typeof Undici;
      const { signal, end } = limited(deliveryTimeout, clock);
      try {
        const headers = { ...outgoing.headers, [HOPS_HEADER]: String(outgoing.hops ?? 1) };
        const dispatcher = agentFor(destination.lookup, undici);
        const response = await undici.request(url, {
          method: "POST",
          headers,
          body: outgoing.body,
          dispatcher,
          signal,
        });
        return { status: response.statusCode, text: await beginning(response.body) };
      } catch (error) {
        if (error instanceof DestinationError) return { failed: error.message, isFinal: true };
        return { failed: signal.aborted ? `no answer within ${deliveryTimeout / 1000} s` : reasonOf(error) };
      } finally {
        end();
      }
    },
    async close() {
      await Promise.all(agents.values().map((agent) => agent.destroy()));
    },
  };

  function agentFor(lookup: LookupFunction, { Agent }: typeof Undici): Undici.Agent {
    let agent = agents.get(lookup);
    // Nobody waits for a next delivery: a connection that is kept would be one more that can be gone.
    if (!agent)
      agents.set(lookup, (agent = new Agent({ pipelining: 0, connect: { timeout: deliveryTimeout, lookup } })));
    return agent;
  }
}

/** A signal for what takes too long; `end` is to be called when it did not. */
function limited(milliseconds: number, clock: Pick<Clock, "now" | "watch"> | undefined) {
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

/** What there is of a body: an endpoint that answered has answered, also where the rest of it never comes. */
async function beginning(body: Undici.Dispatcher.ResponseData["body"]): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      // Leaving the loop ends the connection.
      if (length >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The connection broke, or it took too long.
  }
  return Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES).toString();
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  // Several addresses were tried: the first error tells.
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return message || code || "the connection failed";
}
