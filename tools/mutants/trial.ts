import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Report, conform } from "../../conformance/index.ts";
import { ToolError } from "../../contracts/index.ts";
import type { Finding } from "../servers/judge.ts";
import { startProgram } from "../servers/server.ts";
import { type Mutation, mutated } from "./mutations.ts";
import type { ReadSubject } from "./subjects.ts";

/** A subject with one mutation. */
export interface Mutant {
  readonly subject: ReadSubject;
  readonly file: string;
  readonly mutation: Mutation;
}

/** Result of conformance on a mutant. */
export interface Outcome {
  /** "not reached" if no request executes the changed code, "broken" if the server does not start. */
  readonly result: "found" | "survived" | "not reached" | "broken";
  readonly requests: number;
  readonly seconds: number;
  /** Findings that the server without a mutation does not have. */
  readonly findings: readonly Finding[];
  /** Error of a run that ended early. */
  readonly error?: string;
}

/** Time for one run on a loaded machine. A mutant may let each request wait. */
const MAX_SECONDS = 240;

const hook = pathToFileURL(join(import.meta.dirname, "replace.mjs")).href;

/** Runs conformance on a subject without a mutation. What it finds beyond the known findings would count for a mutant. */
export async function tryOriginal(subject: ReadSubject, seed: number): Promise<Report["failures"]> {
  await using server = await startProgram(subject.program);
  const { failures } = await conformSubject(subject, server.started.url, seed);
  return failures.filter(({ id }) => !subject.known.has(id));
}

/** Starts a mutant, and runs conformance on it. */
export async function tryMutant({ subject, file, mutation }: Mutant, seed: number): Promise<Outcome> {
  const none = { requests: 0, seconds: 0, findings: [] };
  if (!subject.isExecuted(file, mutation.start)) return { result: "not reached", ...none };
  const scratch = mkdtempSync(join(tmpdir(), "concord-mutant-"));
  try {
    const text = join(scratch, "mutant.txt");
    writeFileSync(text, mutated(readFileSync(file, "utf8"), mutation));
    const { program } = subject;
    const argv = ["--import", hook, ...program.argv];
    const env = { ...program.env, MUTANT_FILE: file, MUTANT_TEXT: text };
    const running = await startProgram({ ...program, argv, env }).catch(() => undefined);
    if (!running) return { result: "broken", ...none };
    await using server = running;
    return await judge(subject, server.started.url, seed);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function judge(subject: ReadSubject, url: string, seed: number): Promise<Outcome> {
  const startedAt = performance.now();
  const seconds = (): number => Number(((performance.now() - startedAt) / 1000).toFixed(1));
  try {
    const { failures, requests, outcomes } = await conformSubject(subject, url, seed);
    const findings = failures.filter(({ id }) => !subject.known.has(id));
    // The command ends with 2 and says that nothing could be judged.
    if (outcomes?.every(({ succeeded }) => !succeeded))
      return { result: "found", requests, seconds: seconds(), findings, error: "No valid request succeeded" };
    return { result: findings.length > 0 ? "found" : "survived", requests, seconds: seconds(), findings };
  } catch (error) {
    // The server does not answer, or refuses what the run begins with: its user is told so.
    if (!(error instanceof ToolError)) throw error;
    return { result: "found", requests: 0, seconds: seconds(), findings: [], error: error.message };
  }
}

/** Runs conformance as a user would, in sandbox mode. */
export function conformSubject({ contract, options }: ReadSubject, url: string, seed: number): Promise<Report> {
  return conform({
    ...options,
    contracts: [contract],
    target: url,
    mode: "sandbox",
    seed,
    maxSeconds: MAX_SECONDS,
  });
}
