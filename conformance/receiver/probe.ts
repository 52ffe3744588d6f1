import { setTimeout as wait } from "node:timers/promises";
import { Agent, request } from "undici";
import { ToolError } from "../../contracts/index.ts";
import { visible } from "../deliveries/index.ts";
import type { Trust } from "../target/raw/trust.ts";

/** Tells how many messages have had an effect in a receiver. */
export interface Probe {
  /** Their number, or why it cannot be told, as a sentence. */
  count(): Promise<number | string>;
  /**
   * The number once it has stopped moving: soon where it is at least that, else when it has stood still for as long
   * as effects are waited for.
   */
  settled(least: number): Promise<number | string>;
  /** How long effects are waited for. */
  readonly waitMs: number;
}

export interface ProbeOptions {
  readonly url: string;
  readonly timeoutMs: number;
  readonly waitMs: number;
  readonly trust: Trust;
  readonly signal?: AbortSignal;
}

const POLL_MS = 25;

/** So long after what was waited for, something that should not be there may still come: more where effects take longer. */
const CALM_MS = 150;

/** So much is shown of an answer that is no number. */
const MOST_SHOWN = 100;

/** A probe of a receiver: its URL answers a number, or JSON with the member `count`. */
export function createProbe({ url, timeoutMs, waitMs, trust, signal }: ProbeOptions): Probe {
  const dispatcher = new Agent({ connect: { ...trust } });
  let slowestMs = 0;
  return { count, settled, waitMs };

  async function count(): Promise<number | string> {
    try {
      const timeout = AbortSignal.timeout(timeoutMs);
      const ended = signal ? AbortSignal.any([timeout, signal]) : timeout;
      // A connection of its own each time: none is left over when the run ends.
      const answer = await request(url, { dispatcher, signal: ended, reset: true });
      const text = await answer.body.text();
      const shown = text === "" ? "nothing" : `"${visible(text.slice(0, MOST_SHOWN))}"`;
      if (answer.statusCode !== 200) return `The probe answered ${answer.statusCode}: ${shown}`;
      return numberIn(text) ?? `The probe answered neither a number nor JSON with a "count", but ${shown}`;
    } catch (error) {
      return `The probe did not answer: ${reasonOf(error)}`;
    }
  }

  async function settled(least: number): Promise<number | string> {
    const start = performance.now();
    let moved = start;
    let last = await count();
    for (;;) {
      if (typeof last === "string" || signal?.aborted) return last;
      const calmMs = Math.min(CALM_MS + slowestMs, waitMs);
      if (performance.now() - moved >= (last >= least ? calmMs : waitMs)) return last;
      await wait(POLL_MS);
      const next = await count();
      if (next === last) continue;
      moved = performance.now();
      slowestMs = Math.max(slowestMs, moved - start);
      last = next;
    }
  }
}

/**
 * What a probe counts before anything is sent.
 * @throws ToolError "unusable-probe".
 */
export async function requireCount(probe: Probe, url: string): Promise<number> {
  const count = await probe.count();
  if (typeof count === "number") return count;
  throw new ToolError("unusable-probe", `Cannot use the probe "${url}": ${count}`, {
    hint: 'It has to answer 200 with a number, or with JSON such as {"count":3}',
  });
}

function reasonOf(error: unknown): string {
  const { code, message } = (error instanceof AggregateError ? error.errors[0] : error) as NodeJS.ErrnoException;
  return code === "ECONNREFUSED" ? "nothing listens there" : message || code || "the connection failed";
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
