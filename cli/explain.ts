import { styleText } from "node:util";
import { ToolError } from "../contracts/index.ts";
import type { Io } from "./command.ts";

/** An error as a person reads it: what is wrong, where, what to do. */
export function explain(error: unknown, io: Io): string {
  if (!(error instanceof ToolError)) return `Concord failed, which is a bug in it: ${stacksOf(error)}\n`;
  const label = io.interactive ? styleText("red", "error", { validateStream: false }) : "error";
  const place = error.at ? `  at ${error.at.file}${error.at.line === undefined ? "" : `:${error.at.line}`}\n` : "";
  return `${label} ${error.code}: ${error.message}\n${place}${error.hint === undefined ? "" : `  ${error.hint}\n`}`;
}

/** Where an error that nobody expected came from, and what caused it. */
function stacksOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\nCaused by ${stacksOf(error.cause)}`;
}
