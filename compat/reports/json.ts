import type { CompatReport } from "../model/change.ts";
import { remedyPartsOf } from "./remedies.ts";
import { type RenderOptions, shownOf } from "./shown.ts";

/** The report as JSON, for other tools: report.schema.json describes it. */
export function renderJson(report: CompatReport, { only }: RenderOptions = {}): string {
  const { faults, notes, ...shown } = shownOf(report, only);
  const changes = shown.changes.map((change) => {
    const remedy = remedyPartsOf(change);
    return remedy ? { ...change, remedy } : change;
  });
  return `${JSON.stringify({ verdict: report.verdict, changes, faults, notes }, null, 2)}\n`;
}
