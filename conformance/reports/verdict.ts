import type { Judgement, Outcome } from "./judgement.ts";
import { counted } from "../model/counted.ts";

/** Outcomes that a reader must see, gravest first, with their labels. */
export const labels = { failed: "FAIL", warned: "WARN", noted: "INFO", skipped: "SKIP" } as const;

/** Summary of a judgement. */
export interface Summary {
  readonly outcome: "failed" | "interrupted" | "passed";
  /** Beginning of a sentence: "2 failures, 1 warning". */
  readonly text: string;
}

/** Summary of a whole run. */
export function summaryOf({ cases, interrupted, unjudged }: Judgement): Summary {
  const [failures, warnings, skipped] = [countOf("failed"), countOf("warned"), countOf("skipped")];
  const told = [
    ...(warnings === 0 ? [] : [`, ${counted(warnings, "warning")}`]),
    ...(skipped === 0 ? [] : [`, ${skipped} skipped`]),
  ].join("");
  if (unjudged !== undefined)
    return {
      outcome: "failed",
      text: `nothing could be judged${failures > 0 ? `, ${counted(failures, "failure")}` : ""}${told}`,
    };
  if (failures > 0) return { outcome: "failed", text: `${counted(failures, "failure")}${told}` };
  if (interrupted) return { outcome: "interrupted", text: `interrupted, no failure so far${told}` };
  return { outcome: "passed", text: `no failures${told}` };

  function countOf(outcome: Outcome): number {
    return cases.filter((each) => each.outcome === outcome).length;
  }
}
