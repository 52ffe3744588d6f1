import { type ChildProcessByStdio, type ExecFileException, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { ToolError } from "../model/error.ts";

/** A repository is data here: git asks nobody for a password, fetches nothing and takes no locks. */
const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1", LC_ALL: "C" };

/** So much a list of files may be: more than any repository has. */
const MAX_OUTPUT = 512 * 1024 * 1024;

/** Where git is run, and until when. */
export interface GitOptions {
  /** A folder of the repository; the working directory if none is given. */
  readonly cwd?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What git answers.
 * @throws where it refuses, or is not there; the message is the reason. ToolError "interrupted".
 */
export function git(args: readonly string[], { cwd = ".", signal }: GitOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, maxBuffer: MAX_OUTPUT, ...(signal && { signal }) };
    execFile("git", [...args], options, (cause, stdout, stderr) => {
      if (cause) reject(failureOf(cause, { cwd, stderr }));
      else resolve(stdout);
    });
  });
}

function failureOf(cause: ExecFileException, place: { readonly cwd: string; readonly stderr: string }): Error {
  return cause.name === "AbortError"
    ? new ToolError("interrupted", `Cannot read the git repository of "${place.cwd}": it was interrupted`, { cause })
    : new Error(reasonOf(cause, place), { cause });
}

function reasonOf(
  { code, message }: ExecFileException,
  { cwd, stderr }: { readonly cwd: string; readonly stderr: string },
): string {
  if (code === "ENOENT") return existsSync(cwd) ? "git is not installed" : "there is no such folder";
  const [first = ""] = stderr.trim().split("\n");
  return first.replace(/^(fatal|error): /, "") || message;
}

/** One git for all objects that are read, asked for one after the other. */
export interface GitObjects {
  /** What a blob holds. */
  read(id: string): Promise<Uint8Array>;
  /** Ends git. */
  close(): void;
}

interface Waiting {
  readonly resolve: (blob: Uint8Array) => void;
  readonly reject: (reason: Error) => void;
}

/** The objects of a repository. */
export function createGitObjects({ cwd = ".", signal }: GitOptions = {}): GitObjects {
  let child: ChildProcessByStdio<Writable, Readable, null> | undefined;
  const waiting: Waiting[] = [];
  let chunks: Uint8Array[] = [];
  let size = 0;
  let wanted: number | undefined;
  return { read, close };

  function read(id: string): Promise<Uint8Array> {
    child ??= start();
    const { stdin } = child;
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      stdin.write(`${id}\n`);
    });
  }

  function start(): NonNullable<typeof child> {
    const started = spawn("git", ["cat-file", "--batch"], {
      cwd,
      env,
      stdio: ["pipe", "pipe", "ignore"],
      ...(signal && { signal }),
    });
    const fail = (error: Error): void => waiting.splice(0).forEach(({ reject }) => reject(error));
    started.on("error", (cause) => fail(failureOf(cause, { cwd, stderr: "" })));
    started.on("close", () => fail(new Error("git ended before it had answered")));
    started.stdin.on("error", fail);
    started.stdout.on("data", (chunk: Uint8Array) => {
      chunks.push(chunk);
      size += chunk.length;
      while (takeOne());
    });
    return started;
  }

  /** Each answer is a line that ends with the size, the blob, and a line break. */
  function takeOne(): boolean {
    if (wanted === undefined) {
      const whole = Buffer.concat(chunks);
      const end = whole.indexOf("\n");
      if (end < 0) return false;
      keep(whole.subarray(end + 1));
      const found = / blob (\d+)$/.exec(whole.toString("latin1", 0, end));
      if (!found) {
        waiting.shift()?.reject(new Error("there is no such object"));
        return true;
      }
      wanted = Number(found[1]);
    }
    if (size <= wanted) return false;
    const whole = Buffer.concat(chunks);
    waiting.shift()?.resolve(Uint8Array.prototype.slice.call(whole, 0, wanted));
    keep(whole.subarray(wanted + 1));
    wanted = undefined;
    return true;
  }

  function keep(rest: Uint8Array): void {
    chunks = [rest];
    size = rest.length;
  }

  function close(): void {
    child?.stdin.end();
    child?.kill();
    child = undefined;
  }
}
