import { setTimeout as wait } from "node:timers/promises";
import { Agent, request } from "undici";
import { ToolError } from "../../contracts/index.ts";
import { escapeControlCharacters } from "../deliveries/index.ts";
import type { Trust } from "../target/raw/trust.ts";

/** Counter of the messages that had an effect in a receiver. */
export interface Probe {
  /** Current count, or the reason why it is unknown. */
  count(): Promise<number | string>;
  /** Count after it has stopped changing: soon if it is at least `least`, else after the full wait for effects. */
  settled(expectedCount: number): Promise<number | string>;
  /** Time to wait for effects. */
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

/** Time after the expected effects in which an unexpected one may follow. It is longer if effects take longer. */
const CALM_MS = 150;

/** Characters shown of a response that is not a number. */
const MAX_SHOWN = 100;

/** Probe of a receiver. Its URL returns a number, or JSON with the member `count`. */
export function createProbe({ url, timeoutMs, waitMs, trust, signal }: ProbeOptions): Probe {
  const dispatcher = new Agent({ connect: { ...trust } });
  let slowestMs = 0;
  return { count: readEffectCount, settled, waitMs };

  async function readEffectCount(): Promise<number | string> {
    try {
      const timeout = AbortSignal.timeout(timeoutMs);
      const ended = signal ? AbortSignal.any([timeout, signal]) : timeout;
      // A new connection for each request, so that none stays open after the run.
      const answer = await request(url, { dispatcher, signal: ended, reset: true });
      const text = await answer.body.text();
      const shown = text === "" ? "nothing" : `"${escapeControlCharacters(text.slice(0, MAX_SHOWN))}"`;
      if (answer.statusCode !== 200) return `The probe answered ${answer.statusCode}: ${shown}`;
      return parseCount(text) ?? `The probe answered neither a number nor JSON with a "count", but ${shown}`;
    } catch (error) {
      return `The probe did not answer: ${explainProbeError(error)}`;
    }
  }

  async function settled(expectedCount: number): Promise<number | string> {
    const start = performance.now();
    let moved = start;
    let last = await readEffectCount();
    for (;;) {
      if (typeof last === "string" || signal?.aborted) return last;
      const calmMs = Math.min(CALM_MS + slowestMs, waitMs);
      if (performance.now() - moved >= (last >= expectedCount ? calmMs : waitMs)) return last;
      await wait(POLL_MS);
      const next = await readEffectCount();
      if (next === last) continue;
      moved = performance.now();
      slowestMs = Math.max(slowestMs, moved - start);
      last = next;
    }
  }
}

/**
 * Count before the first delivery.
 * @throws ToolError "unusable-probe".
 */
export async function requireCount(probe: Probe, url: string): Promise<number> {
  const readEffectCount = await probe.count();
  if (typeof readEffectCount === "number") return readEffectCount;
  throw new ToolError("unusable-probe", `Cannot use the probe "${url}": ${readEffectCount}`, {
    hint: 'It has to answer 200 with a number, or with JSON such as {"count":3}',
  });
}

function explainProbeError(error: unknown): string {
  const { code, message } = (error instanceof AggregateError ? error.errors[0] : error) as NodeJS.ErrnoException;
  if (code === "ECONNREFUSED") return "nothing listens there";
  return message || code || "the connection failed";
}

function parseCount(text: string): number | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    const readEffectCount = typeof value === "object" && value !== null && "count" in value ? value.count : value;
    if (Number.isSafeInteger(readEffectCount)) return readEffectCount as number;
    return undefined;
  } catch {
    return undefined;
  }
}
