import type { CompatReport } from "../change.ts";

/** The report as JSON, for other tools. */
export function renderJson(report: CompatReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
