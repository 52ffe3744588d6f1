import type { Judgement, Outcome } from "./judgement.ts";

/** The outcomes that a reader has to see, the worst first, and how each is labelled. */
export const labels = { failed: "FAIL", warned: "WARN", noted: "INFO", skipped: "SKIP" } as const;

/** What a judgement comes to. */
export interface Sum {
  readonly outcome: "failed" | "interrupted" | "passed";
  /** As the beginning of a sentence: "2 failures, 1 warning". */
  readonly text: string;
}

/** The verdict on a whole run. */
export function sumOf({ cases, interrupted }: Judgement): Sum {
  const [failures, warnings, skipped] = [countOf("failed"), countOf("warned"), countOf("skipped")];
  const told = [
    ...(warnings === 0 ? [] : [`, ${counted(warnings, "warning")}`]),
    ...(skipped === 0 ? [] : [`, ${skipped} skipped`]),
  ].join("");
  if (failures > 0) return { outcome: "failed", text: `${counted(failures, "failure")}${told}` };
  if (interrupted) return { outcome: "interrupted", text: `interrupted, no failure so far${told}` };
  return { outcome: "passed", text: `no failures${told}` };

  function countOf(outcome: Outcome): number {
    return cases.filter((each) => each.outcome === outcome).length;
  }
}

/** A number of things: "1 failure", "2 failures". */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
