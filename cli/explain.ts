import { styleText } from "node:util";
import { ToolError } from "../contracts/index.ts";
import type { Io } from "./command.ts";

/** An error as a person reads it: what is wrong, where, what to do. */
export function explain(error: unknown, io: Io): string {
  if (!(error instanceof ToolError))
    return `Concord failed, which is a bug in it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
  const label = io.interactive ? styleText("red", "error", { validateStream: false }) : "error";
  const place = error.at ? `  at ${error.at.file}${error.at.line === undefined ? "" : `:${error.at.line}`}\n` : "";
  return `${label} ${error.code}: ${error.message}\n${place}${error.hint === undefined ? "" : `  ${error.hint}\n`}`;
}
