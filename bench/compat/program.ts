import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, createReadStream, openSync, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { kept } from "../children.ts";
import { peakBytes } from "../process-cost.ts";

/** A program that is run once, from its start to its end. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** The file for what it prints. */
  readonly out: string;
  readonly limitMs: number;
}

/** What a run took, and what came of it. */
export interface Run {
  readonly milliseconds: number;
  /** The most that it held; Linux only. */
  readonly peakBytes?: number;
  /** Exit code 0 or 1 (there are findings) and a report, or why nothing came of it. */
  readonly outcome: "answered" | "out of time" | "out of memory" | "refused";
  /** The first line of what it complained of. */
  readonly complaint: string;
  /** Of what it printed: two runs with the same one said the same. */
  readonly digest: string;
}

/** Above this the machine might kill what it likes. */
const MOST_BYTES = 6e9;
/** The highest mark only grows, so what is read last misses the end of a run at most. */
const LOOK_MS = 10;

/** Runs a program to its end, or to the limit of time or memory. */
export async function runProgram({ command, args, out, limitMs }: Program): Promise<Run> {
  const output = openSync(out, "w");
  const began = performance.now();
  const child = kept(spawn(command, [...args], { stdio: ["ignore", output, "pipe"] }));
  closeSync(output);
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => (complaint = (complaint + String(chunk)).slice(0, 2000)));
  let peak: number | undefined;
  let stopped: Run["outcome"] | undefined;
  const looking = setInterval(() => {
    peak = (child.pid === undefined ? undefined : peakBytes(child.pid)) ?? peak;
    if (performance.now() - began > limitMs) stopped = "out of time";
    else if (peak !== undefined && peak > MOST_BYTES) stopped = "out of memory";
    if (stopped) child.kill("SIGKILL");
  }, LOOK_MS);
  let ended = 0;
  child.once("exit", () => (ended = performance.now()));
  try {
    const [code] = (await once(child, "close")) as [number | null];
    return {
      milliseconds: ended - began,
      ...(peak !== undefined && { peakBytes: peak }),
      outcome: stopped ?? ((code === 0 || code === 1) && statSync(out).size > 0 ? "answered" : "refused"),
      complaint: complaint.trim().split("\n", 1)[0] ?? "",
      digest: await digestOf(out),
    };
  } finally {
    clearInterval(looking);
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex").slice(0, 16);
}
