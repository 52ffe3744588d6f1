import type { CompatReport } from "../change.ts";
import { type RenderOptions, shownOf } from "./shown.ts";

/** The report as JSON, for other tools: report.schema.json describes it. */
export function renderJson(report: CompatReport, { only }: RenderOptions = {}): string {
  const { changes, faults, notes } = shownOf(report, only);
  return `${JSON.stringify({ verdict: report.verdict, changes, faults, notes }, null, 2)}\n`;
}
