import { styleText } from "node:util";
import type { Location } from "../../contracts/index.ts";
import { type Change, type CompatReport, verdicts } from "../change.ts";
import { compareNames, compareText } from "../reach.ts";
import { plain } from "../wording.ts";

const colours = { breaking: "red", dangerous: "yellow", "non-breaking": "green" } as const;
const width = "non-breaking".length;
const indent = " ".repeat(width + 6);

/** The report for people: by API and operation, then how many changes of each verdict there are. */
export function renderText(report: CompatReport, { colour = false }: { readonly colour?: boolean } = {}): string {
  const paint = (style: "red" | "yellow" | "green" | "bold" | "dim", text: string): string =>
    colour ? styleText(style, text, { validateStream: false }) : text;

  const apis = Map.groupBy(report.changes, ({ api }) => api);
  const lines = [...apis]
    .toSorted(([one], [other]) => compareText(one, other))
    .flatMap(([api, changes]) => [paint("bold", plain(api)), ...operationsOf(changes), ""]);
  return `${[...lines, summaryOf(report)].join("\n")}\n`;

  function operationsOf(changes: readonly Change[]): string[] {
    return [...Map.groupBy(changes, ({ operation }) => operation)]
      .toSorted(([one], [other]) => compareNames(one, other))
      .flatMap(([operation, found]) => [`  ${paint("bold", plain(operation))}`, ...found.flatMap(linesOf)]);
  }

  function linesOf(change: Change): string[] {
    const { verdict, direction, path, message, rule, section, basis } = change;
    const word = paint(colours[verdict], verdict.padEnd(width));
    const where = path === "" ? "" : `${direction} ${plain(path)}: `;
    const assumed = basis === "assumed" ? ", assumed" : "";
    const others = change.operations.filter((name) => name !== change.operation);
    return [
      `    ${word}  ${where}${plain(message)} ${paint("dim", `[${rule}, §${section}${assumed}]`)}`,
      paint("dim", `${indent}base ${placeOf(change.base)}, revision ${placeOf(change.revision)}`),
      ...(others.length > 0 ? [paint("dim", `${indent}also ${firstOf(others)}`)] : []),
    ];
  }

  function summaryOf({ changes, verdict }: CompatReport): string {
    if (changes.length === 0) return "No changes";
    const counts = verdicts.map((one) => `${changes.filter((change) => change.verdict === one).length} ${one}`);
    return paint(colours[verdict], counts.join(", "));
  }
}

function placeOf(location: Location | null): string {
  return location ? `${plain(location.file)}:${location.line}` : "(none)";
}

function firstOf(operations: readonly string[]): string {
  const named = operations.slice(0, 3).map(plain).join(", ");
  return operations.length > 3 ? `${named} and ${operations.length - 3} more` : named;
}
