import type { LookupFunction } from "node:net";
import { createRequire } from "node:module";
import type * as Undici from "undici";
import type { Clock } from "../clock.ts";
import { isLocalUrl } from "../loopback.ts";

/** A request that the platform makes: a POST. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
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

export interface SenderSettings {
  /** Whether it may leave this machine. */
  readonly deliverTo?: "loopback" | "anywhere";
  /** How many milliseconds an endpoint has to answer. */
  readonly deliveryTimeout?: number | undefined;
}

/** Assumed: timeouts are not shown (§6). */
const TIMEOUT_MILLISECONDS = 15_000;

/** An endpoint that is about to answer while the clock is turned forward may do so yet: it does not know. */
const GRACE_MILLISECONDS = 250;

/** Of an answer, only so many bytes are read. */
const MAX_ANSWER_BYTES = 4096;

const require = createRequire(import.meta.url);

/** Sends over HTTP: to this machine alone unless told otherwise, and no further than that where an answer redirects. */
export function createSender({ deliverTo, deliveryTimeout = TIMEOUT_MILLISECONDS }: SenderSettings = {}): Sender {
  let agent: Undici.Agent | undefined;
  return {
    async send(outgoing, clock) {
      if (!isHttpUrl(outgoing.url)) return { failed: `"${outgoing.url}" is no http or https URL`, isFinal: true };
      if (deliverTo !== "anywhere" && !isLocalUrl(outgoing.url))
        return { failed: elsewhere(outgoing.url), isFinal: true };
      const undici = require("undici") as typeof Undici;
      agent ??= new undici.Agent({
        // Nobody waits for a next delivery: a connection that is kept would be one more that can be gone.
        pipelining: 0,
        connect: { timeout: deliveryTimeout, ...(deliverTo !== "anywhere" && { lookup: thisMachine }) },
      });
      const { signal, end } = limited(deliveryTimeout, clock);
      try {
        const { url, headers, body } = outgoing;
        const response = await undici.request(url, { method: "POST", headers, body, dispatcher: agent, signal });
        return { status: response.statusCode, text: await beginning(response.body) };
      } catch (error) {
        return { failed: signal.aborted ? `no answer within ${deliveryTimeout / 1000} s` : reasonOf(error) };
      } finally {
        end();
      }
    },
    async close() {
      await agent?.destroy();
    },
  };
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

/** No name is looked up anywhere else: whoever answers might lead away from here. */
const thisMachine: LookupFunction = (_hostname, { all }, callback) => {
  // Where Node is told to take the first address alone, it asks for one.
  if (!all) return callback(null, "127.0.0.1", 4);
  callback(null, [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ]);
};

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

function isHttpUrl(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? "");
}

function elsewhere(url: string): string {
  const { host } = new URL(url);
  return `"${host}" is not this machine: to send there, start the mock with deliverTo: "anywhere" (--deliver-to anywhere)`;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  // Several addresses were tried: the first error tells.
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return message || code || "the connection failed";
}
