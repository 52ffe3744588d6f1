import { usage } from "./parse.ts";

/** Value of --mode. */
export function modeOf(command: string, text: string | undefined): "read-only" | "sandbox" | undefined {
  if (text === undefined || text === "read-only" || text === "sandbox") return text;
  throw usage(command, `--mode must be read-only or sandbox, not "${text}"`);
}
