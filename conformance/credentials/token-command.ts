import { spawn } from "node:child_process";
import { ToolError, omitUndefined } from "../../contracts/index.ts";
import { maskForms } from "../../contracts/secrets/index.ts";
import { jwtExpiry } from "./jwt-expiry.ts";
import { isSendableToken } from "./sendable-token.ts";
import type { TokenSource } from "./token-source.ts";

/** Time limit of a token command. */
const TOKEN_COMMAND_MILLISECONDS = 60_000;

/** Characters of the error output that a message shows. */
const SHOWN_CHARACTERS = 2000;

/** Output of a command that ended. */
interface CommandResult {
  readonly out: string;
  readonly err: string;
  /** Reason of the failure. Undefined if it succeeded. */
  readonly failure?: string;
}

/**
 * Tokens that a command prints. The command runs in a shell, so that it can have quotes, variables and pipes. It is the
 * user's own: no part of it comes from a document or a target.
 */
export function tokenCommand(
  command: string,
  { timeoutMs = TOKEN_COMMAND_MILLISECONDS }: { readonly timeoutMs?: number } = {},
): TokenSource {
  return {
    serves: () => true,
    secrets: [],
    async issue({ signal }) {
      const { out, err, failure } = await runTokenCommand(command, timeoutMs, signal);
      signal?.throwIfAborted();
      if (failure !== undefined) throw createCommandError(failure, err);
      const token = out.trim();
      if (token === "") throw createCommandError("it printed nothing", err);
      if (!isSendableToken(token)) throw createCommandError("its output is not one token of visible ASCII", err);
      const expiresAt = jwtExpiry(token);
      return omitUndefined({ token, expiresAt });
    },
  };
}

function runTokenCommand(command: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<CommandResult> {
  return new Promise((resolve) => {
    // A group of its own on POSIX, so that the end reaches the shell's children.
    const isGroup = process.platform !== "win32";
    const child = spawn(command, { shell: true, detached: isGroup, stdio: ["ignore", "pipe", "pipe"] });
    let [out, err, failure] = ["", "", undefined as string | undefined];
    child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => void (err = (err + chunk.toString()).slice(-SHOWN_CHARACTERS)));
    const killCommand = (): void => {
      try {
        if (isGroup && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
        else child.kill("SIGKILL");
      } catch {
        // It has ended already.
      }
    };
    const timer = setTimeout(() => {
      failure = `it did not end within ${timeoutMs / 1000} s`;
      killCommand();
    }, timeoutMs);
    signal?.addEventListener("abort", killCommand, { once: true });
    child.once("error", (error) => finishCommand(`it cannot be started: ${error.message}`));
    child.once("close", (code, by) => finishCommand(code === 0 ? undefined : `it ended with ${code ?? by}`));

    function finishCommand(reason: string | undefined): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", killCommand);
      const final = failure ?? reason;
      resolve(omitUndefined({ out, err, failure: final }));
    }
  });
}

function createCommandError(reason: string, err: string): ToolError {
  const printed = maskForms(err.trim());
  return new ToolError("token-unavailable", `Cannot get a token from the command of --token-command: ${reason}`, {
    hint: printed === "" ? "Its error output was empty" : `Its error output was: ${printed}`,
  });
}
