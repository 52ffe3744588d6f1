import { type Contract, type Problem, lintContract, loadContracts, loadPlatform } from "../contracts/index.ts";
import type { Command } from "./command.ts";
import { parse, usage } from "./parse.ts";

const help = `Usage: concord contracts list [PATH ...]
       concord contracts lint [PATH ...]

list  shows the operations of the contracts, and whether each is stated by the specification
      or assumed
lint  shows what is wrong with them: what a validator says, references that lead nowhere,
      parts that no marker covers, examples that do not fit. Exit code 1 where there is any

PATH is an OpenAPI 3.0 or 3.1 document or a folder of them; the platform's own if not said.

Options:
  --format FORMAT       text (default) or json
  --help                show this text

Examples:
  concord contracts list
  concord contracts lint --format json
`;

/** `concord contracts`: the contracts themselves. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parse(
      "contracts",
      argv,
      { format: { type: "string", default: "text" } },
      { positionals: [1, Number.POSITIVE_INFINITY] },
    );
    const [action, ...paths] = positionals;
    if (values.format !== "text" && values.format !== "json")
      throw usage("contracts", `--format is text or json, not "${values.format}"`);
    const contracts = paths.length > 0 ? await loadContracts(paths) : await loadPlatform();
    if (action === "list") {
      io.out(values.format === "json" ? json(contracts.flatMap(rows)) : table(contracts.flatMap(rows)));
      return 0;
    }
    if (action === "lint") {
      const problems = (await Promise.all(contracts.map((contract) => lintContract(contract)))).flat();
      io.out(values.format === "json" ? json(problems) : problems.map(line).join(""));
      const documents = contracts.length === 1 ? "1 document" : `${contracts.length} documents`;
      io.err(
        `${problems.length === 0 ? "no problems" : problems.length === 1 ? "1 problem" : `${problems.length} problems`} in ${documents}\n`,
      );
      return problems.length > 0 ? 1 : 0;
    }
    throw usage("contracts", `"${action}" is neither list nor lint`);
  },
};

interface Row {
  readonly api: string;
  readonly operation: string;
  readonly id: string;
  readonly basis: string;
  readonly section: string;
}

function rows({ operations }: Contract): Row[] {
  return operations.map(({ api, name, id, basis, section }) => ({
    api,
    operation: name,
    id,
    basis,
    section: section ?? "",
  }));
}

function table(all: readonly Row[]): string {
  const columns = ["api", "operation", "id", "basis", "section"] as const;
  const widths = columns.map((column) => Math.max(column.length, ...all.map((row) => row[column].length)));
  const format = (cells: readonly string[]): string =>
    `${cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd()}\n`;
  return [format(columns), ...all.map((row) => format(columns.map((column) => row[column])))].join("");
}

function line({ at, code, message }: Problem): string {
  return `${at.file}:${at.line}  ${code}  ${message}  (${at.pointer})\n`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
