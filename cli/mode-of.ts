import { usage } from "./parse.ts";

/** What --mode was given, if it was. */
export function modeOf(command: string, text: string | undefined): "read-only" | "sandbox" | undefined {
  if (text === undefined || text === "read-only" || text === "sandbox") return text;
  throw usage(command, `--mode is read-only or sandbox, not "${text}"`);
}
