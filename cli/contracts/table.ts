import { printableText } from "../../contracts/index.ts";

/** Text table. Each column is as wide as its widest cell, and a cell is on one line. */
export function table(rows: readonly (readonly string[])[], indent = ""): string {
  const printable = rows.map((row) => row.map((cell) => printableText(cell).replaceAll(/\s*\n\s*|\s{3,}/g, " ")));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...printable.map((row) => row[column]?.length ?? 0)));
  return printable
    .map((row) => `${indent}${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd())
    .map((line) => `${line}\n`)
    .join("");
}

/** Indented JSON with a final newline. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
