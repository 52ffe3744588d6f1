import { randomBytes } from "node:crypto";
import type { Shown } from "./authentication.ts";
import { curlOfSent } from "./curl.ts";
import { type Judged, judge } from "./judge.ts";
import type { Probe } from "./probe.ts";
import type { TrialReport } from "./report.ts";
import { type Sent, createSending } from "./sending.ts";
import type { Story } from "./stories.ts";
import type { Trial } from "./trial.ts";
import type { Selected } from "./trials.ts";

export interface RunProgress {
  readonly done: number;
  readonly all: number;
  readonly failures: number;
  /** What is being tried. */
  readonly name: string;
}

export interface RunOptions extends Selected {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly shown: Shown | undefined;
  readonly probe?: Probe;
  /** How a command line calls for the same again, without secrets. */
  readonly replay: string;
  readonly mask: (text: string) => string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
}

export interface Run {
  /** Whether nothing listened there from the beginning. */
  readonly isUnreachable: boolean;
  readonly trials: readonly TrialReport[];
  readonly requests: number;
  readonly notes: readonly string[];
}

/**
 * Sends trials one after the other: those that are to be refused first, so that it can be counted that
 * none of them had an effect, and those of a certain second last.
 */
export async function runTrials(options: RunOptions): Promise<Run> {
  const { trials, genuine, told, url, timeoutMs, shown, probe, signal, onProgress, mask } = options;
  const run = randomBytes(6).toString("hex");
  let ids = 0;
  const newId = (): string => `msg_${run}${String(++ids).padStart(4, "0")}`;
  const sending = createSending({ url, timeoutMs, newId, ...(signal && { signal }) });
  const reports = new Map<string, TrialReport>();
  const exact = trials.filter(({ isExact }) => isExact);
  const refused = trials.filter(({ isExact, expected }) => !isExact && expected === "refused");
  const taken = trials.filter(({ isExact, expected }) => !isExact && expected === "taken");
  let isGone = false;

  const before = await probe?.count();
  await sendAll(refused);
  const after = refused.length === 0 ? undefined : await probe?.settledAt(0);
  await sendAll(taken);
  const answers = refused.map(({ name }) => reports.get(name)?.status ?? 0);
  const refusals = {
    deliveries: refused.length,
    taken: answers.filter((status) => status >= 200 && status < 300).length,
    before,
    after,
  };
  for (const story of told) {
    if (signal?.aborted || isGone) break;
    show(story.name);
    // What is never taken has no effects to be counted.
    const played = isRefusingAll()
      ? { judged: nothingTaken }
      : story.play({ genuine, sending, newId, probe, refusals });
    keepStory(story, await played);
  }
  if (exact.length > 0 && !isGone) {
    show("those of a certain second");
    await sending.sendExact(exact, keep);
  }
  const all: readonly Subject[] = [...trials, ...told.map((story) => ({ ...story, expected: "taken" as const }))];
  return {
    isUnreachable: isGone && [...reports.values()].every(({ status }) => status === null),
    trials: all.map((subject) => reports.get(subject.name) ?? unsent(subject)),
    requests: sending.requests(),
    notes: isRefusingAll() ? [refusesAll] : [],
  };

  async function sendAll(some: readonly Trial[]): Promise<void> {
    for (const trial of some) {
      if (signal?.aborted || isGone) return;
      show(trial.name);
      keep(await sending.send(trial));
    }
  }

  function keep(sent: Sent): void {
    const { trial, result, isLate } = sent;
    if (signal?.aborted) return;
    if ("failed" in result && result.isGone) isGone = true;
    reports.set(trial.name, reportOf(trial, isLate ? late : judge(trial, result), sent));
  }

  function keepStory(story: Story, { judged, sent }: { readonly judged: Judged; readonly sent?: Sent }): void {
    if (!signal?.aborted) reports.set(story.name, reportOf({ ...story, expected: "taken" }, judged, sent));
  }

  function reportOf(
    { name, family, about, section, expected, remedy }: Subject,
    judged: Judged,
    sent?: Sent,
  ): TrialReport {
    const answer = sent && "status" in sent.result ? sent.result : undefined;
    return {
      name,
      family,
      about,
      section,
      expected,
      outcome: judged.outcome,
      message: judged.outcome === "passed" ? null : mask(judged.message),
      status: answer?.status ?? null,
      answer: mask(answer?.text ?? ""),
      curl: sent ? curlOfSent(sent.request, shown) : null,
      replay: `${options.replay} --only ${name}`,
      remedy,
    };
  }

  function unsent(subject: Subject): TrialReport {
    const message = isGone ? "The receiver does not answer any more" : "The run was ended before";
    return reportOf(subject, { outcome: "skipped", message });
  }

  function show(name: string): void {
    const failures = [...reports.values()].filter(({ outcome }) => outcome === "failed").length;
    onProgress?.({ done: reports.size, all: trials.length + told.length, failures, name });
  }

  function isRefusingAll(): boolean {
    const answered = taken.flatMap(({ name }) => reports.get(name) ?? []).filter(({ status }) => status !== null);
    return answered.length > 1 && answered.every(({ outcome }) => outcome === "failed");
  }
}

/** What a report says of a trial or a story. */
type Subject = Pick<Trial, "name" | "family" | "about" | "section" | "expected" | "remedy">;

const late: Judged = {
  outcome: "skipped",
  message:
    "It was not answered within the second that it is about: the receiver is too slow for it, or its clock differs from this one",
};

const nothingTaken: Judged = { outcome: "skipped", message: "Not one genuine delivery was taken" };

const refusesAll =
  "Not one genuine delivery was taken: does the receiver have this secret and this public key, is the address right, and what does its endpoint want to be shown?";
