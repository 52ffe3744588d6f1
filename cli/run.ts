import { styleText } from "node:util";
import { ToolError } from "../contracts/index.ts";
import { command as changelog } from "./changelog.ts";
import type { Command, ExitCode, Io } from "./command.ts";
import { command as compat } from "./compat.ts";
import { command as conform } from "./conform.ts";
import { command as contracts } from "./contracts.ts";
import { command as mock } from "./mock.ts";

/** The catalogue: one line for each command. */
export const commands: readonly Command[] = [mock, conform, compat, changelog, contracts];

const helpWords: readonly string[] = ["--help", "-h", "help"];

/** Runs the binary with its arguments; errors are explained on `err`, and nothing is thrown. */
export async function run(argv: readonly string[], io: Io, version: string): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === undefined || helpWords.includes(name)) {
    (name === undefined ? io.err : io.out)(overview());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version") {
    io.out(`${version}\n`);
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    io.err(`Cannot run "concord ${name}": there is no such command\n\n${overview()}`);
    return 2;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    io.out(command.help);
    return 0;
  }
  try {
    return await command.run(rest, io);
  } catch (error) {
    io.err(explain(error, io));
    return 2;
  }
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `Usage: concord COMMAND [options]

Contract testing and a stateful mock platform, from one set of OpenAPI contracts.

Commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n")}

concord COMMAND --help tells more. Exit codes: 0 fine, 1 findings, 2 could not run.
`;
}

function explain(error: unknown, io: Io): string {
  if (!(error instanceof ToolError))
    return `Concord failed, which is a bug in it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
  const label = io.interactive ? styleText("red", "error", { validateStream: false }) : "error";
  const place = error.at ? `  at ${error.at.file}${error.at.line === undefined ? "" : `:${error.at.line}`}\n` : "";
  return `${label} ${error.code}: ${error.message}\n${place}${error.hint === undefined ? "" : `  ${error.hint}\n`}`;
}
