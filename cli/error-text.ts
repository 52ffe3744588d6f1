import { styleText } from "node:util";
import { ToolError } from "../contracts/index.ts";
import type { Io } from "./command.ts";

/** Error text for a terminal: message, location, hint. */
export function errorText(error: unknown, io: Io): string {
  if (!(error instanceof ToolError)) return `Concord failed because of a bug in it: ${joinStacks(error)}\n`;
  const label = io.interactive ? styleText("red", "error", { validateStream: false }) : "error";
  const place = error.at ? `  at ${error.at.file}${error.at.line === undefined ? "" : `:${error.at.line}`}\n` : "";
  return `${label} ${error.code}: ${error.message}\n${place}${error.hint === undefined ? "" : `  ${error.hint}\n`}`;
}

/** Stack trace of an unexpected error, with those of its causes. */
function joinStacks(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  if (error.cause === undefined) return stack;
  return `${stack}\nCaused by ${joinStacks(error.cause)}`;
}
