/** Rows in columns, each as wide as its widest cell; the last column is not filled up. */
export function table(rows: readonly (readonly string[])[], indent = ""): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `${indent}${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd())
    .map((line) => `${line}\n`)
    .join("");
}

/** A value as JSON for people and programs. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
