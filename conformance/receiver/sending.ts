import { setTimeout as wait } from "node:timers/promises";
import { isStill, nextSecond } from "./exact.ts";
import { saysLater } from "./judge.ts";
import { type RawRequest, type RawResult, sendRaw } from "../target/raw/raw-client.ts";
import { retryAfterMs } from "./retry-after.ts";
import type { Moment, Trial } from "./trial.ts";
import type { Trust } from "../target/raw/trust.ts";

/** A trial as it was sent, and what came of it. */
export interface Sent {
  readonly trial: Trial;
  readonly request: RawRequest;
  readonly result: RawResult;
  /** Set where it could not be met within its second. */
  readonly isLate?: true;
}

/** As what a trial is sent: a message of its own, signed now, if nothing is said. */
interface As {
  readonly id?: string;
  /** By so many seconds it was signed before now. */
  readonly age?: number;
}

/** Sends trials to a receiver, and again those that it asks to come later. */
export interface Sending {
  send(trial: Trial, as?: As): Promise<Sent>;
  /** Sends those that have to be met just after a second begins, as many at a time as there is time for. */
  sendExact(trials: readonly Trial[], onSent: (sent: Sent) => void): Promise<void>;
  readonly requests: () => number;
  /** Why nothing more should be sent, as a sentence: nobody is there, or nothing comes of it. */
  readonly givenUp: () => string | undefined;
}

export interface SendingOptions {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly trust: Trust;
  readonly signal?: AbortSignal;
  /** A new message's id. */
  readonly newId: () => string;
}

/** How often a trial is sent again that was not met in its second, or was asked to come later. */
const MOST_TRIES = 5;

/** After so many in a row of which nothing came, nothing will. */
const MOST_IN_A_ROW = 3;

/** Where nobody is there any more. */
export const gone = "The receiver does not answer any more";

export function createSending({ url, timeoutMs, trust, signal, newId }: SendingOptions): Sending {
  let requests = 0;
  let isGone = false;
  const inARow = { timeouts: 0, later: 0 };
  return { send, sendExact, requests: () => requests, givenUp };

  async function send(trial: Trial, { id = newId(), age = 0 }: As = {}): Promise<Sent> {
    for (let tries = 1; ; tries++) {
      const sent = await sendAt(trial, { now: Math.floor(Date.now() / 1000) - age, id });
      const isLater = saysLater(sent.result);
      if (isLater && tries < MOST_TRIES && !signal?.aborted) {
        await pause(retryAfterMs(sent.result, Date.now()));
        continue;
      }
      inARow.later = isLater ? inARow.later + 1 : 0;
      return sent;
    }
  }

  async function sendExact(trials: readonly Trial[], onSent: (sent: Sent) => void): Promise<void> {
    let left = trials;
    for (let tries = 1; left.length > 0; tries++) {
      let pauseMs = 0;
      const now = await nextSecond(signal);
      const late: Trial[] = [];
      for (const trial of left) {
        if (signal?.aborted || givenUp() !== undefined) return;
        const sent = await sendAt(trial, { now, id: newId() });
        const isLast = tries >= MOST_TRIES;
        const date = "status" in sent.result ? sent.result.headers["date"] : undefined;
        if (saysLater(sent.result) && !isLast) {
          late.push(trial);
          pauseMs = Math.max(pauseMs, retryAfterMs(sent.result, Date.now()));
        }
        // What came of no connection is the same in any second.
        else if ("failed" in sent.result || saysLater(sent.result) || isStill(now, date)) onSent(sent);
        else if (isLast) onSent({ ...sent, isLate: true });
        else late.push(trial);
      }
      left = late;
      await pause(pauseMs);
    }
  }

  async function sendAt(trial: Trial, moment: Moment): Promise<Sent> {
    requests++;
    const { framing, method } = trial;
    const request: RawRequest = { url, ...trial.make(moment), ...(framing && { framing }), ...(method && { method }) };
    const result = await sendRaw(request, { timeoutMs, trust, ...(signal && { signal }) });
    isGone = "failed" in result && result.isGone === true;
    inARow.timeouts = "failed" in result && result.isTimeout ? inARow.timeouts + 1 : 0;
    return { trial, request, result };
  }

  async function pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await wait(milliseconds, undefined, signal && { signal }).catch(() => {});
  }

  function givenUp(): string | undefined {
    if (isGone) return gone;
    if (inARow.timeouts >= MOST_IN_A_ROW)
      return `The receiver was given up: it did not answer ${MOST_IN_A_ROW} deliveries in a row within ${timeoutMs / 1000} s`;
    return inARow.later < MOST_IN_A_ROW
      ? undefined
      : "The receiver was given up: it asks again and again to come later. Let it take more deliveries while it is tested";
  }
}
