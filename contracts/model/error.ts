import type { Location } from "./contract.ts";

interface ToolErrorOptions extends ErrorOptions {
  /** Location in the input that caused the error. */
  readonly at?: Pick<Location, "file"> & Partial<Location>;
  /** One sentence on how to fix the cause. */
  readonly hint?: string;
}

/**
 * Error that stops the command. The message reads `Cannot <do> "<what>": <reason>`. The code never changes its meaning
 * and is listed in docs/reference/error-codes.md.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: string;
  readonly at: ToolErrorOptions["at"];
  readonly hint: string | undefined;

  constructor(code: string, message: string, { at, hint, cause }: ToolErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.at = at;
    this.hint = hint;
  }
}
