import type { Report } from "../report.ts";

/** The report as JSON; its shape is the type `Report`. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
