/** A report as JSON; its shape is its type. */
export function renderJson(report: unknown): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
