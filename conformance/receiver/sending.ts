import { omitUndefined } from "../../contracts/index.ts";
import { setTimeout as wait } from "node:timers/promises";
import { asksToRetryLater } from "./judge.ts";
import { type RawRequest, type RawResult, sendRaw } from "../target/raw/raw-client.ts";
import type { Moment, Trial } from "./trial.ts";
import type { Trust } from "../target/raw/trust.ts";
import { retryAfterMs as waitOf } from "../target/rate/retry-after.ts";

/** Longest wait. A longer Retry-After is shortened to it. */
const LONGEST_WAIT_MS = 10_000;

/** Milliseconds until a receiver accepts a retry. Default: one second. */
export function retryAfterMs(result: RawResult, now: number): number {
  return waitOf("status" in result ? result.headers : {}, { now, longestMs: LONGEST_WAIT_MS });
}

/** Beginning of a second that is safe to use: a server may write the time of its response some milliseconds late. */
const YOUNG_MS = { from: 20, to: 150 };

/**
 * Resolves with the current Unix second just after it begins. A receiver that gets a request then, and responds at
 * once, reads the same second from its clock.
 */
async function nextSecond(signal: AbortSignal | undefined): Promise<number> {
  for (;;) {
    const now = Date.now();
    const into = now % 1000;
    if (signal?.aborted || (into >= YOUNG_MS.from && into < YOUNG_MS.to)) return Math.floor(now / 1000);
    const left = into < YOUNG_MS.from ? YOUNG_MS.from - into : 1000 - into + YOUNG_MS.from;
    await wait(left, undefined, signal && { signal }).catch(() => {});
  }
}

/** True while that second lasts, here and by the receiver's Date. Otherwise a response is ambiguous. */
function isStill(second: number, date: string | undefined): boolean {
  if (Math.floor(Date.now() / 1000) !== second) return false;
  const there = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(there) || Math.floor(there / 1000) === second;
}

/** Sent trial with its result. */
export interface Sent {
  readonly trial: Trial;
  readonly request: RawRequest;
  readonly result: RawResult;
  /** Set if the trial could not be sent within its second. */
  readonly isLate?: true;
}

/** Message of a trial. Default: a new id, signed now. */
interface MessageOverrides {
  readonly id?: string;
  /** Age of the signature in seconds. */
  readonly age?: number;
}

/** Sends trials to a receiver, with retries if it asks for them. */
export interface Sending {
  send(trial: Trial, as?: MessageOverrides): Promise<Sent>;
  /** Sends trials that need the beginning of a second, as many at a time as fit. */
  sendExact(trials: readonly Trial[], onSent: (sent: Sent) => void): Promise<void>;
  readonly requests: () => number;
  /** Reason to send nothing more. Undefined while the receiver responds. */
  readonly givenUp: () => string | undefined;
}

export interface SendingOptions {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly trust: Trust;
  readonly signal?: AbortSignal;
  /** Id of a new message. */
  readonly newId: () => string;
}

/** Most tries of a trial that missed its second or has to wait. */
const MAX_TRIES = 5;

/** Number of failures in a row after which the run gives up. */
const MAX_IN_A_ROW = 3;

/** Reason for a receiver that has stopped. */
export const gone = "The receiver no longer responds";

export function createSending({ url, timeoutMs, trust, signal, newId }: SendingOptions): Sending {
  let requests = 0;
  let isGone = false;
  const inARow = { timeouts: 0, later: 0 };
  return { send: sendTrialWithRetries, sendExact, requests: () => requests, givenUp };

  async function sendTrialWithRetries(trial: Trial, { id = newId(), age = 0 }: MessageOverrides = {}): Promise<Sent> {
    for (let tries = 1; ; tries++) {
      const sent = await sendTrialOnce(trial, { now: Math.floor(Date.now() / 1000) - age, id });
      const isLater = asksToRetryLater(sent.result);
      if (isLater && tries < MAX_TRIES && !signal?.aborted) {
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
        const sent = await sendTrialOnce(trial, { now, id: newId() });
        const isLast = tries >= MAX_TRIES;
        const date = "status" in sent.result ? sent.result.headers["date"] : undefined;
        if (asksToRetryLater(sent.result) && !isLast) {
          late.push(trial);
          pauseMs = Math.max(pauseMs, retryAfterMs(sent.result, Date.now()));
        }
        // A failed connection has the same result in any second.
        else if ("failed" in sent.result || asksToRetryLater(sent.result) || isStill(now, date)) onSent(sent);
        else if (isLast) onSent({ ...sent, isLate: true });
        else late.push(trial);
      }
      left = late;
      await pause(pauseMs);
    }
  }

  async function sendTrialOnce(trial: Trial, moment: Moment): Promise<Sent> {
    requests++;
    const { framing, method } = trial;
    const request: RawRequest = { url, ...trial.make(moment), ...(framing && { framing }), ...(method && { method }) };
    const result = await sendRaw(request, omitUndefined({ timeoutMs, trust, signal }));
    isGone = "failed" in result && result.isGone === true;
    inARow.timeouts = "failed" in result && result.isTimeout ? inARow.timeouts + 1 : 0;
    return { trial, request, result };
  }

  async function pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await wait(milliseconds, undefined, signal && { signal }).catch(() => {});
  }

  function givenUp(): string | undefined {
    if (isGone) return gone;
    if (inARow.timeouts >= MAX_IN_A_ROW)
      return `The test stopped: the receiver did not respond to ${MAX_IN_A_ROW} deliveries in a row within ${timeoutMs / 1000} s`;
    if (inARow.later < MAX_IN_A_ROW) return undefined;
    return "The test stopped: the receiver repeatedly asks to retry later. Raise its rate limit during the test";
  }
}
