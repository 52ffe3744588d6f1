/** Report as JSON. Its type documents its members. */
export function renderJson(report: unknown): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
