import { createPaint } from "../../formats/index.ts";
import { type Citations, clauseText } from "../model/citations.ts";
import { counted } from "../model/counted.ts";
import type { ConsumerReport, FaultRun } from "./report.ts";

const formats = { passed: "green", failed: "red", warned: "yellow", skipped: "yellow" } as const;

/** One line for each run: outcome, counts and section of the specification. */
export function renderMatrix(
  { runs }: ConsumerReport,
  { colours, profile = {} }: { readonly colours: boolean; readonly profile?: Citations },
): string {
  const width = Math.max(...runs.map(({ name }) => name.length));
  const line = (run: FaultRun): string => {
    const { name, outcome, section, isObliged } = run;
    const shown = createPaint(colours)(formats[outcome], outcome.padEnd("skipped".length));
    const obligation =
      section === undefined ? "" : `  ${isObliged ? "obliged by " : ""}${clauseText(profile, section)}`;
    return `${shown}  ${name.padEnd(width)}  ${countsText(run)}${obligation}`;
  };
  return `${runs.map(line).join("\n")}\n`;
}

function countsText({ exitCode, durationMs, calls, deliveries, strikes, missed, outcome }: FaultRun): string {
  if (outcome === "skipped" && exitCode === null) return "not run";
  const deliveriesText = deliveries === 0 ? "" : `, ${counted(deliveries, "delivery", "deliveries")}`;
  const missedText = missed === 0 ? "" : `, ${missed} too late`;
  return `${(durationMs / 1000).toFixed(1)} s, ${counted(calls, "call")}${deliveriesText}, ${strikes} affected${missedText}`;
}
