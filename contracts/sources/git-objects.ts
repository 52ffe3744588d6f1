import type * as ChildProcess from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { maskForms } from "../secrets/index.ts";
import { ToolError } from "../model/error.ts";

/** Loads what starts processes when git is first used, because most inputs are files. */
const childProcess = (): typeof ChildProcess => process.getBuiltinModule("node:child_process");

/** Environment of git: no password prompt, no lazy fetch, no optional locks. Repositories are untrusted data. */
const gitEnvironment = {
  ...process.env,
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  LC_ALL: "C",
};

/** Maximum output of git in bytes. */
const MAX_OUTPUT = 512 * 1024 * 1024;

/** Options for running git. */
export interface GitOptions {
  /** Folder in the repository. Defaults to the working directory. */
  readonly cwd?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs git and returns its output.
 * @throws if git fails or is not installed. The message is the reason. ToolError "interrupted" after an abort.
 */
export function runGit(args: readonly string[], { cwd = ".", signal }: GitOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: gitEnvironment, maxBuffer: MAX_OUTPUT, ...(signal && { signal }) };
    childProcess().execFile("git", [...args], options, (cause, stdout, stderr) => {
      if (cause) reject(gitError(cause, { cwd, stderr }));
      else resolve(stdout);
    });
  });
}

function gitError(
  cause: ChildProcess.ExecFileException,
  place: { readonly cwd: string; readonly stderr: string },
): Error {
  if (cause.name === "AbortError")
    return new ToolError("interrupted", `Cannot read the git repository of "${place.cwd}": it was interrupted`, {
      cause,
    });
  return new Error(gitErrorReason(cause, place), { cause });
}

function gitErrorReason(
  { code, message }: ChildProcess.ExecFileException,
  { cwd, stderr }: { readonly cwd: string; readonly stderr: string },
): string {
  if (code === "ENOENT") {
    if (existsSync(cwd)) return "git is not installed";
    return "there is no such folder";
  }
  const [first = ""] = stderr.trim().split("\n");
  // The URL of a remote can have credentials.
  return maskForms(first.replace(/^(fatal|error): /, "") || message);
}

/** One long-running git process that reads objects one after another. */
export interface GitObjects {
  /** Returns the content of a blob. */
  read(id: string): Promise<Uint8Array>;
  /** Stops the git process. */
  close(): void;
}

interface PendingRead {
  readonly resolve: (blob: Uint8Array) => void;
  readonly reject: (reason: Error) => void;
}

/** Creates a reader of objects. The process starts with the first read. */
export function createGitObjects({ cwd = ".", signal }: GitOptions = {}): GitObjects {
  let child: ChildProcess.ChildProcessByStdio<Writable, Readable, null> | undefined;
  const pendingReads: PendingRead[] = [];
  let chunks: Uint8Array[] = [];
  let size = 0;
  let expectedSize: number | undefined;
  return { read: readObject, close: stopCatFile };

  function readObject(id: string): Promise<Uint8Array> {
    child ??= startCatFile();
    const { stdin } = child;
    return new Promise((resolve, reject) => {
      pendingReads.push({ resolve, reject });
      stdin.write(`${id}\n`);
    });
  }

  function startCatFile(): NonNullable<typeof child> {
    const started = childProcess().spawn("git", ["cat-file", "--batch"], {
      cwd,
      env: gitEnvironment,
      stdio: ["pipe", "pipe", "ignore"],
      ...(signal && { signal }),
    });
    const fail = (error: Error): void => pendingReads.splice(0).forEach(({ reject }) => reject(error));
    started.on("error", (cause) => fail(gitError(cause, { cwd, stderr: "" })));
    started.on("close", () => fail(new Error("git ended before it had answered")));
    started.stdin.on("error", fail);
    started.stdout.on("data", (chunk: Uint8Array) => {
      chunks.push(chunk);
      size += chunk.length;
      while (settleNext());
    });
    return started;
  }

  /**
   * Resolves the next pending read from the output of git: a line that ends with the size, then the blob and a line
   * break.
   */
  function settleNext(): boolean {
    if (expectedSize === undefined) {
      const output = Buffer.concat(chunks);
      const end = output.indexOf("\n");
      if (end < 0) return false;
      resetChunks(output.subarray(end + 1));
      const header = / blob (\d+)$/.exec(output.toString("latin1", 0, end));
      if (!header) {
        pendingReads.shift()?.reject(new Error("there is no such object"));
        return true;
      }
      expectedSize = Number(header[1]);
    }
    if (size <= expectedSize) return false;
    const output = Buffer.concat(chunks);
    pendingReads.shift()?.resolve(Uint8Array.prototype.slice.call(output, 0, expectedSize));
    resetChunks(output.subarray(expectedSize + 1));
    expectedSize = undefined;
    return true;
  }

  function resetChunks(rest: Uint8Array): void {
    chunks = [rest];
    size = rest.length;
  }

  function stopCatFile(): void {
    child?.stdin.end();
    child?.kill();
    child = undefined;
  }
}
