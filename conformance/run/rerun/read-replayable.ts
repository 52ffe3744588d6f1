import { ToolError, type Json, isObject, parseBounded } from "../../../contracts/index.ts";
import type { Replayable } from "./replay.ts";

/**
 * The report of a run as it was written (--report json:FILE), as far as its findings are tried again.
 * @throws ToolError "unreadable-report".
 */
export function readReplayable(text: string, file: string): Replayable {
  const report = parsed(text);
  const isRun =
    isObject(report) &&
    typeof report["target"] === "string" &&
    typeof report["seed"] === "number" &&
    isObject(report["options"]) &&
    [report["failures"], report["information"]].every((list) => Array.isArray(list) && list.every(isReplayable));
  if (isRun) return report as unknown as Replayable;
  throw new ToolError("unreadable-report", `Cannot read "${file}": it is no report of conformance`, {
    hint: "Write one with: concord conform --report json:FILE",
  });
}

function isReplayable(finding: unknown): boolean {
  return (
    isObject(finding as Json) &&
    typeof (finding as { readonly id?: unknown }).id === "string" &&
    isObject((finding as { readonly tried?: Json }).tried)
  );
}

function parsed(text: string): Json | undefined {
  try {
    return parseBounded(text);
  } catch {
    return undefined;
  }
}
