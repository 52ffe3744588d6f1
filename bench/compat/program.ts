import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, createReadStream, openSync, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { killedOnExit } from "../children.ts";
import { peakBytes } from "../process-cost.ts";

/** A program to run once. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** File for stdout. */
  readonly out: string;
  readonly limitMs: number;
}

/** Cost and outcome of a run. */
export interface Run {
  readonly milliseconds: number;
  /** Peak memory. Linux only. */
  readonly peakBytes?: number;
  /** "answered" for exit code 0 or 1 (findings) with a report. Otherwise the reason why there is no report. */
  readonly outcome: "answered" | "out of time" | "out of memory" | "refused";
  /** First line of stderr. */
  readonly complaint: string;
  /** Hash of stdout. Equal for runs with the same report. */
  readonly digest: string;
}

/** Memory limit. Above it, the system might kill other processes. */
const MAX_BYTES = 6e9;
/**
 * Interval between readings of the peak memory. The peak never decreases, so only growth after the last reading is
 * missed.
 */
const SAMPLE_INTERVAL_MS = 10;

/** Runs a program until it ends or exceeds its time or memory limit. */
export async function runProgram({ command, args, out, limitMs }: Program): Promise<Run> {
  const output = openSync(out, "w");
  const startTime = performance.now();
  const child = killedOnExit(spawn(command, [...args], { stdio: ["ignore", output, "pipe"] }));
  closeSync(output);
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => (complaint = (complaint + String(chunk)).slice(0, 2000)));
  let peak: number | undefined;
  let stopped: Run["outcome"] | undefined;
  const sampler = setInterval(() => {
    peak = (child.pid === undefined ? undefined : peakBytes(child.pid)) ?? peak;
    if (performance.now() - startTime > limitMs) stopped = "out of time";
    else if (peak !== undefined && peak > MAX_BYTES) stopped = "out of memory";
    if (stopped) child.kill("SIGKILL");
  }, SAMPLE_INTERVAL_MS);
  let ended = 0;
  child.once("exit", () => (ended = performance.now()));
  try {
    const [code] = (await once(child, "close")) as [number | null];
    return {
      milliseconds: ended - startTime,
      ...(peak !== undefined && { peakBytes: peak }),
      outcome: stopped ?? ((code === 0 || code === 1) && statSync(out).size > 0 ? "answered" : "refused"),
      complaint: complaint.trim().split("\n", 1)[0] ?? "",
      digest: await digestOf(out),
    };
  } finally {
    clearInterval(sampler);
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex").slice(0, 16);
}
