import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { parse } from "yaml";

/** Time for a server to print its line, in milliseconds. */
const START_MS = 60_000;
const STOP_MS = 5_000;

/** A finding that an engineer judged by hand. */
export interface JudgedFinding {
  /** Name of one operation, or "*". */
  readonly operation: string;
  readonly check: string;
  /** Regular expression of the message. */
  readonly message: string;
  /** False for a false alarm. */
  readonly verdict: boolean;
  readonly why: string;
  /** Difference between the server and its own document. Absent for a false alarm. */
  readonly against?: string;
}

/** Line that `start.mjs` prints when the server accepts requests. */
export interface Started {
  readonly url: string;
  /** URL or file of the OpenAPI document. */
  readonly document: string;
  readonly bearer?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Files with handlers, relative to the folder. */
  readonly handlers: readonly string[];
}

/** A running server. */
export interface RunningServer extends AsyncDisposable {
  readonly started: Started;
}

/** Names of the servers: the folders with a `start.mjs`. */
export function serverNames(folder: string = import.meta.dirname): readonly string[] {
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, "start.mjs")));
}

/** Findings of a server that were judged by hand. */
export function judgedFindings(name: string, folder: string = import.meta.dirname): readonly JudgedFinding[] {
  const file = join(folder, name, "judged.yaml");
  return existsSync(file) ? ((parse(readFileSync(file, "utf8")) as readonly JudgedFinding[] | null) ?? []) : [];
}

/**
 * Installs the packages of a server, if they are missing.
 * @throws Error if npm fails.
 */
export function installServer(name: string, report: (line: string) => void): void {
  const folder = join(import.meta.dirname, name);
  if (existsSync(join(folder, "node_modules"))) return;
  report(`${name}: npm ci`);
  const { status, stderr } = spawnSync("npm", ["ci", "--prefix", folder, "--no-audit", "--no-fund"], {
    encoding: "utf8",
    env: { ...process.env, ...headersOfNode() },
  });
  if (status !== 0) throw new Error(`npm ci failed: ${stderr.trim().split("\n").at(-1) ?? ""}`);
}

/** Program that prints a line of JSON when it accepts requests. */
export interface Program {
  /** Arguments of Node. */
  readonly argv: readonly string[];
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Setting of npm that compiles native modules for the Node version that runs the servers, and not for the one that
 * configured npm. Empty if that version came without its headers.
 */
function headersOfNode(): Record<string, string> {
  const above = join(process.execPath, "../..");
  const packaged = join(above, "node_modules", `node-${process.platform}-${process.arch}`);
  const nodedir = [packaged, above].find((each) => existsSync(join(each, "include/node/node_api.h")));
  return nodedir === undefined ? {} : { npm_config_nodedir: nodedir };
}

/**
 * Starts a server with empty state on a free port.
 * @throws Error if it ends or prints no line in time.
 */
export function startServer(name: string, folder: string = import.meta.dirname): Promise<RunningServer> {
  return startProgram({ argv: ["start.mjs"], folder: join(folder, name) });
}

/** Time in milliseconds between the end of the output and the end of a program. */
const END_MS = 1_000;

/** Maximum number of starts of a program that a signal ends, as a crash of a native module does now and then. */
const MAX_STARTS = 3;

/**
 * Starts a program that is a server, again if it crashes.
 * @throws Error if it ends or prints no line in time.
 */
export async function startProgram(program: Program): Promise<RunningServer> {
  for (let starts = 1; ; starts++) {
    const result = await startOnce(program);
    if ("started" in result) return result;
    if (!result.isCrash || starts === MAX_STARTS) throw result.error;
  }
}

interface FailedStart {
  readonly error: Error;
  /** True if a signal ended the program that this process did not send. */
  readonly isCrash: boolean;
}

async function startOnce({ argv, folder, env }: Program): Promise<RunningServer | FailedStart> {
  const child = spawn(process.execPath, argv, {
    cwd: folder,
    env: { ...process.env, PORT: "0", NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-2_000)));
  const exit = once(child, "exit");
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    if (!(await Promise.race([exit.then(() => true), wait(STOP_MS, false)]))) child.kill("SIGKILL");
  };
  const timeout = new AbortController();
  const started = await Promise.race([
    lineOf(child.stdout),
    exit.then(() => undefined),
    wait(START_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
  ]);
  timeout.abort();
  if (started) return { started, [Symbol.asyncDispose]: stop };
  // The output of a program that ends may close before its end is known.
  await Promise.race([exit, wait(END_MS)]);
  const isCrash = child.signalCode !== null;
  await stop();
  const lines = errors.trim().split("\n");
  // A crash prints its cause first, and a stack of the runtime after it.
  const cause = lines.find((line) => /error|fatal|assert|check failed/i.test(line)) ?? lines.at(-1) ?? "";
  return { error: new Error(`${argv.at(-1)} printed no line of JSON: ${cause.trim()}`), isCrash };
}

/** The first line that is a JSON object. Frameworks may log before it. */
async function lineOf(stream: NodeJS.ReadableStream): Promise<Started | undefined> {
  for await (const line of createInterface({ input: stream }))
    if (line.startsWith("{")) {
      const value = JSON.parse(line) as Partial<Started>;
      if (value.url !== undefined && value.document !== undefined) return value as Started;
    }
  return undefined;
}
