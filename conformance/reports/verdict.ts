import type { Judgement, Outcome } from "./judgement.ts";
import { counted } from "../model/counted.ts";

/** Outcomes that a reader must see, gravest first, with their labels. */
export const labels = { failed: "FAIL", warned: "WARN", noted: "INFO", skipped: "SKIP" } as const;

/** The same for the marks of a page, which distinguishes findings that did not show again. */
export const markLabels = { ...labels, flaky: "FAIL, flaky" } as const;

/** Number of cases of an outcome, in the words of the summary. */
export function countText(outcome: Outcome, count: number): string {
  if (outcome === "failed") return counted(count, "failure");
  if (outcome === "warned") return counted(count, "warning");
  if (outcome === "noted") return counted(count, "note");
  return `${count} ${outcome}`;
}

/** Summary of a judgement. */
export interface Summary {
  readonly outcome: "failed" | "interrupted" | "passed";
  /** Beginning of a sentence: "2 failures, 1 warning". */
  readonly text: string;
}

/** Summary of a whole run. */
export function summarizeCases({ cases, interrupted, unjudged }: Judgement): Summary {
  const [failures, warnings, skipped] = [countCases("failed"), countCases("warned"), countCases("skipped")];
  const told = [
    ...(warnings === 0 ? [] : [`, ${countText("warned", warnings)}`]),
    ...(skipped === 0 ? [] : [`, ${countText("skipped", skipped)}`]),
  ].join("");
  if (unjudged !== undefined)
    return {
      outcome: "failed",
      text: `nothing could be judged${failures > 0 ? `, ${countText("failed", failures)}` : ""}${told}`,
    };
  if (failures > 0) return { outcome: "failed", text: `${countText("failed", failures)}${told}` };
  if (interrupted) return { outcome: "interrupted", text: `interrupted, no failure so far${told}` };
  return { outcome: "passed", text: `no failures${told}` };

  function countCases(outcome: Outcome): number {
    return cases.filter((each) => each.outcome === outcome).length;
  }
}
