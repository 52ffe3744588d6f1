/** Renders rows as a Markdown table; the first is its head. Numbers are right-aligned. */
export function tableOf([head = [], ...rows]: readonly (readonly (string | number)[])[]): string {
  const isNumber = head.map((_, column) => rows.every((row) => typeof row[column] === "number"));
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => String(row[column]).length)));
  const lines = [head, ...rows].map((row) =>
    row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return isNumber[column] ? String(cell).padStart(width) : String(cell).padEnd(width);
    }),
  );
  const rule = widths.map((width, column) => (isNumber[column] ? `${"-".repeat(width - 1)}:` : "-".repeat(width)));
  return [lines[0] ?? [], rule, ...lines.slice(1)].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}
