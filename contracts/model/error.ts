import type { Location } from "./contract.ts";

interface ToolErrorOptions extends ErrorOptions {
  /** Where in the input the tool had to stop. */
  readonly at?: Pick<Location, "file"> & Partial<Location>;
  /** One sentence: what to do about it. */
  readonly hint?: string;
}

/**
 * The tool cannot go on. The message reads `Cannot <do> "<what>": <reason>`; the code never changes
 * meaning and is listed in README.
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
