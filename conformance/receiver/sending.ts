import { setTimeout as wait } from "node:timers/promises";
import { isStill, nextSecond } from "./exact.ts";
import { saysLater } from "./judge.ts";
import { type RawRequest, type RawResult, sendRaw } from "./raw-client.ts";
import type { Moment, Trial } from "./trial.ts";

/** A trial as it was sent, and what came of it. */
export interface Sent {
  readonly trial: Trial;
  readonly request: RawRequest;
  readonly result: RawResult;
  /** Set where it could not be met within its second. */
  readonly isLate?: true;
}

/** Sends trials to a receiver. */
export interface Sending {
  send(trial: Trial): Promise<Sent>;
  /** Sends those that have to be met just after a second begins, as many at a time as there is time for. */
  sendExact(trials: readonly Trial[], onSent: (sent: Sent) => void): Promise<void>;
  /** Sends what was made for a moment; for what is no trial of its own. */
  sendAt(trial: Trial, moment: Moment): Promise<Sent>;
  readonly requests: () => number;
}

export interface SendingOptions {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** A new message's id. */
  readonly newId: () => string;
}

/** How often a trial is sent again that was not met in its second, or was asked to come later. */
const MOST_TRIES = 5;

/** No receiver is waited for longer than that, whatever its Retry-After says. */
const LONGEST_WAIT_MS = 10_000;

export function createSending({ url, timeoutMs, signal, newId }: SendingOptions): Sending {
  let requests = 0;
  return { send, sendExact, sendAt, requests: () => requests };

  async function send(trial: Trial): Promise<Sent> {
    for (let tries = 1; ; tries++) {
      const sent = await sendAt(trial, { now: Math.floor(Date.now() / 1000), id: newId() });
      if (!saysLater(sent.result) || tries >= MOST_TRIES || signal?.aborted) return sent;
      await wait(retryAfter(sent.result), undefined, signal && { signal }).catch(() => {});
    }
  }

  async function sendExact(trials: readonly Trial[], onSent: (sent: Sent) => void): Promise<void> {
    let left = trials;
    for (let tries = 1; left.length > 0; tries++) {
      if (signal?.aborted) return;
      const now = await nextSecond(signal);
      const late: Trial[] = [];
      for (const trial of left) {
        const sent = await sendAt(trial, { now, id: newId() });
        const date = "status" in sent.result ? sent.result.headers["date"] : undefined;
        // What came of no connection is the same in any second.
        if ("failed" in sent.result || isStill(now, date)) onSent(sent);
        else if (tries < MOST_TRIES) late.push(trial);
        else onSent({ ...sent, isLate: true });
      }
      left = late;
    }
  }

  async function sendAt(trial: Trial, moment: Moment): Promise<Sent> {
    requests++;
    const { framing } = trial;
    const request: RawRequest = { url, ...trial.make(moment), ...(framing && { framing }) };
    const result = await sendRaw(request, { timeoutMs, ...(signal && { signal }) });
    return { trial, request, result };
  }
}

/** Milliseconds: what Retry-After says in seconds (RFC 9110, section 10.2.3), a second where it says nothing. */
function retryAfter(result: RawResult): number {
  const seconds = "status" in result ? Number(result.headers["retry-after"] ?? 1) : 1;
  return Math.min(Number.isFinite(seconds) ? seconds * 1000 : 1000, LONGEST_WAIT_MS);
}
