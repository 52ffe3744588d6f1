import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { clockText, secondsAhead } from "./clock.ts";
import { type Effects, createEffects } from "./effects.ts";
import { isTakenResult, describeResult } from "./judge.ts";
import type { Probe } from "./probe.ts";
import { type RecordOptions, type Subject, createRecord } from "./record.ts";
import { judgeRefusals, refusedWithoutEffect } from "./refusals.ts";
import type { TrialReport } from "./report.ts";
import { type Sent, createSending, gone, type Sending } from "./sending.ts";
import type { Trial } from "./trial.ts";
import type { SelectedTrials } from "./trials.ts";
import type { Trust } from "../target/raw/trust.ts";
import type { RawResult } from "../target/raw/raw-client.ts";
import { createReachError } from "./reachable.ts";

/** Result of the first delivery. */
interface FirstDelivery {
  readonly sent: Sent;
  readonly id: string;
  /** Seconds by which the receiver's clock is ahead. */
  readonly clockOffset: number;
  /** Set if the delivery was refused. Later deliveries would then prove nothing. */
  readonly refusal?: { readonly message: string; readonly remedy: string };
}

/** Tolerance of the signature scheme for timestamps. */
const TOLERANCE_SECONDS = 300;

/**
 * Sends a genuine delivery first, so that a wrong secret or URL is reported once, not two hundred times.
 * @throws ToolError "unreachable-target".
 */
async function sendFirst(genuine: Trial, sending: Sending, id: string): Promise<FirstDelivery> {
  for (;;) {
    const sent = await sending.send(genuine, { id });
    const { request, result } = sent;
    if ("failed" in result && result.isGone) throw createReachError(request.url, result.failed, result.isUntrusted);
    // A receiver that has to start up may be too slow for the first delivery.
    const isSlow = "failed" in result && result.isTimeout === true;
    if (!isSlow || sending.givenUp() !== undefined) return { sent, id, ...receiverState(result, genuine) };
  }
}

function receiverState(result: RawResult, { about }: Trial): Pick<FirstDelivery, "clockOffset" | "refusal"> {
  const clockOffset = secondsAhead(result, Date.now());
  if (isTakenResult(result)) return { clockOffset };
  const message = `${about}: the receiver must accept the first genuine delivery (2xx), but ${describeResult(result)}. Nothing else was sent`;
  return { clockOffset, refusal: { message, remedy: suggestTrialRemedy(result, clockOffset) } };
}

/** Possible reasons for a refusal, by its response. */
function suggestTrialRemedy(result: RawResult, clockOffset: number): string {
  if ("failed" in result) return "Respond to each delivery. The receiver's log may show why it did not.";
  const { status, headers } = result;
  if (Math.abs(clockOffset) > TOLERANCE_SECONDS) return `Correct the clock of the receiver: ${clockText(clockOffset)}.`;
  if (status >= 300 && status < 400)
    return `Use the URL that it redirects to, ${headers["location"] ?? "which it does not name"}: deliveries do not follow redirects.`;
  if (status === 404 || status === 405 || status === 410) return "Use the complete URL of the endpoint, with its path.";
  if (status === 408 || status === 425 || status === 429)
    return "Raise the rate limit of the receiver during the test: it repeatedly asks to retry later.";
  if (status >= 500)
    return "Read in the receiver's log why it failed. If it fetches the public key, check that it can reach the URL shown above.";
  return "Check that the receiver has this secret (--secret) and this public key (--private-key, --organization), verifies these entries (--policy), accepts this event (--event, --body), and which credentials its endpoint requires (--api-key, --basic, --oauth).";
}

export interface RunProgress {
  readonly done: number;
  readonly all: number;
  readonly failures: number;
  /** Current trial. */
  readonly name: string;
}

export interface RunOptions extends SelectedTrials, Omit<RecordOptions, "clockOffset"> {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly trust: Trust;
  readonly probe?: Probe;
  /** Count of the probe before the first delivery. */
  readonly counted: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
}

export interface Run {
  readonly trials: readonly TrialReport[];
  readonly requests: number;
  readonly notes: readonly string[];
  /** True if the run ended early. */
  readonly isCutShort: boolean;
}

/** Number of refused deliveries after which a genuine one checks that the sender is not locked out. */
const REFUSED_IN_A_ROW = 10;

/** Time after a forged delivery in which a late effect may come. */
const LATE_MS = 2500;

const noProbe = "This trial needs --probe, which counts the messages that had an effect";

const lockedOut =
  "Genuine deliveries are refused since forged ones were sent: the receiver blocks the sender. Turn this off during the test, or run families separately with --only";

/**
 * Runs all trials: a genuine delivery, other deliveries to accept, deliveries to refuse, those that need an exact
 * second, then stories of several deliveries.
 * @throws ToolError "unreachable-target".
 */
export async function runTrials(options: RunOptions): Promise<Run> {
  const { trials, genuine, selectedStories, countsEffects, probe, counted, signal, onProgress } = options;
  const run = randomBytes(6).toString("hex");
  let ids = 0;
  const createMessageId = (): string => `msg_${run}${String(++ids).padStart(4, "0")}`;
  let clockOffset = 0;
  let stopped: string | undefined;
  const sending = createSending({ ...options, newId: createMessageId });
  const record = createRecord({ ...options, clockOffset: () => clockOffset });
  const subjects: Subject[] = [
    ...trials,
    ...selectedStories.map((story) => ({ ...story, expected: "taken" as const })),
    ...(countsEffects ? [refusedWithoutEffect] : []),
  ];

  reportProgress(genuine.name);
  const first = await sendFirst(genuine, sending, createMessageId());
  clockOffset = first.clockOffset;
  const isSelected = trials.some(({ name }) => name === genuine.name);
  if (signal?.aborted) return result();
  if (first.refusal) {
    const { message, remedy } = first.refusal;
    if (!isSelected) subjects.unshift(genuine);
    record.write({ ...genuine, remedy }, { outcome: "failed", message }, first.sent);
    stopped = "The first genuine delivery was not accepted";
    return result();
  }
  if (isSelected) record.keep(first.sent);
  const effects = await watchEffects(probe, counted);

  const otherTrials = trials.filter(({ name, isExact }) => !isExact && name !== genuine.name);
  const exact = trials.filter(({ isExact }) => isExact);
  await sendAll(otherTrials.filter(({ expected }) => expected === "taken"));
  if (typeof effects !== "string") await effects.close(takenAmong(otherTrials));
  const genuineBetween = await sendRefused(otherTrials.filter(({ expected }) => expected === "refused"));
  if (exact.length > 0 && !isOver()) {
    reportProgress("those of a certain second");
    await sending.sendExact(exact, (sent) => void (signal?.aborted || wasGone(sent) || record.keep(sent)));
  }
  const refused = trials.filter(({ expected }) => expected === "refused");
  const genuineOnes = genuineBetween + takenAmong(exact);
  const counts = typeof effects === "string" ? effects : await effects.close(genuineOnes + takenAmong(refused));
  const forgedBefore = performance.now();
  for (const story of selectedStories) {
    if (isOver()) break;
    reportProgress(story.name);
    const { judgement, sent } = await story.play({
      genuine,
      sending,
      newId: createMessageId,
      effects,
      firstId: first.id,
    });
    const died = sending.givenUp() === gone;
    const subject = { ...story, expected: "taken" as const };
    if (signal?.aborted) break;
    record.write(
      subject,
      died ? { outcome: "failed", message: `${story.about}: the receiver stopped during this trial` } : judgement,
      sent,
    );
  }
  if (countsEffects && !isOver()) {
    reportProgress(refusedWithoutEffect.name);
    if (typeof effects !== "string") await pause(LATE_MS - (performance.now() - forgedBefore));
    const end = typeof effects === "string" ? effects : await effects.open();
    const judgement = judgeRefusals({
      deliveries: refused.length,
      acceptedCount: takenAmong(refused),
      effects: typeof counts === "string" ? counts : typeof end === "string" ? end : counts - genuineOnes,
      later: typeof effects === "string" ? 0 : effects.strays(),
    });
    if (!signal?.aborted) record.write(refusedWithoutEffect, judgement);
  }
  return result();

  async function sendAll(some: readonly Trial[]): Promise<void> {
    for (const trial of some) {
      if (isOver()) return;
      await sendTrial(trial);
    }
  }

  /**
   * Sends deliveries that must be refused, with genuine ones between them. Returns how many genuine ones were accepted.
   */
  async function sendRefused(some: readonly Trial[]): Promise<number> {
    let acceptedCount = 0;
    let unsure: string[] = [];
    for (const [index, trial] of some.entries()) {
      if (isOver()) return acceptedCount;
      await sendTrial(trial);
      unsure.push(trial.name);
      if (isOver() || (unsure.length < REFUSED_IN_A_ROW && index < some.length - 1)) continue;
      const sent = await sending.send(genuine);
      if (isTakenResult(sent.result)) acceptedCount++;
      if (wasGone(sent) || !("status" in sent.result) || sent.result.status >= 500) continue;
      if (!isTakenResult(sent.result)) {
        stopped = lockedOut;
        record.doubt(unsure, lockedOut);
      }
      unsure = [];
    }
    return acceptedCount;
  }

  async function sendTrial(trial: Trial): Promise<void> {
    reportProgress(trial.name);
    const sent = await sending.send(trial);
    if (!signal?.aborted && !wasGone(sent)) record.keep(sent);
  }

  /** True if the receiver had stopped. The previous delivery is then reported as the cause. */
  function wasGone({ result: came }: Sent): boolean {
    const isGone = "failed" in came && came.isGone === true;
    if (isGone) record.blame();
    return isGone;
  }

  function isOver(): boolean {
    return signal?.aborted === true || stopped !== undefined || sending.givenUp() !== undefined;
  }

  async function pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await wait(milliseconds, undefined, signal && { signal }).catch(() => {});
  }

  function takenAmong(some: readonly Trial[]): number {
    const statuses = some.map(({ name }) => record.of(name)?.status ?? 0);
    return statuses.filter((status) => status >= 200 && status < 300).length;
  }

  function reportProgress(name: string): void {
    onProgress?.({ done: record.done(), all: subjects.length, failures: record.failures(), name });
  }

  function result(): Run {
    const reason = stopped ?? sending.givenUp() ?? "The run ended before this trial";
    const clock = clockText(clockOffset);
    return {
      trials: subjects.map((subject) => record.of(subject.name) ?? record.unsent(subject, reason)),
      requests: sending.requests(),
      isCutShort: isOver(),
      notes: clockOffset === 0 ? [] : [clock.charAt(0).toUpperCase() + clock.slice(1)],
    };
  }
}

/** Counter of effects after the first one was seen, or the reason why there is none. */
async function watchEffects(probe: Probe | undefined, counted: number): Promise<Effects | string> {
  if (!probe) return noProbe;
  const count = await probe.settled(counted + 1);
  if (typeof count === "string") return count;
  if (count > counted) return createEffects(probe, count);
  return `The probe counted no effect of the first genuine delivery within ${probe.waitMs / 1000} s: allow more time with --probe-wait SECONDS`;
}
