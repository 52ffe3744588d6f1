import { setTimeout as wait } from "node:timers/promises";
import { request } from "undici";

/** Tells how many messages have had an effect in a receiver. */
export interface Probe {
  /** Their number, or why it cannot be told, as a sentence. */
  count(): Promise<number | string>;
  /** The number once it is at least that and stays, or what it has come to when the wait is over. */
  settledAt(least: number): Promise<number | string>;
}

export interface ProbeOptions {
  readonly url: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** So long a receiver may take to do what it has acknowledged. */
const PATIENCE_MS = 3000;

const POLL_MS = 25;

/** So long after what was waited for, something that should not be there may still come. */
const AFTERMATH_MS = 150;

/** A probe of a receiver: its URL answers a number, or JSON with the member `count`. */
export function createProbe({ url, timeoutMs, signal }: ProbeOptions): Probe {
  return { count, settledAt };

  async function count(): Promise<number | string> {
    try {
      const timeout = AbortSignal.timeout(timeoutMs);
      const answer = await request(url, { signal: signal ? AbortSignal.any([timeout, signal]) : timeout });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) return `The probe answered ${answer.statusCode}`;
      return numberIn(text) ?? `The probe answered neither a number nor JSON with a "count"`;
    } catch (error) {
      return `The probe did not answer: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  async function settledAt(least: number): Promise<number | string> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const counted = await count();
      if (typeof counted === "string" || performance.now() > until || signal?.aborted) return counted;
      if (counted >= least) break;
      await wait(POLL_MS);
    }
    await wait(AFTERMATH_MS);
    return count();
  }
}

function numberIn(text: string): number | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    const count = typeof value === "object" && value !== null && "count" in value ? value.count : value;
    return Number.isSafeInteger(count) ? (count as number) : undefined;
  } catch {
    return undefined;
  }
}
