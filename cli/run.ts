import type { Entry, ExitCode, Io } from "./command.ts";
import { nearestHint } from "../contracts/index.ts";
import { errorText } from "./error-text.ts";
import { createSafeOutput } from "./safe-output.ts";

/** Catalogue of the commands. */
export const commands: readonly Entry[] = [
  {
    name: "init",
    summary: "set up a configuration, a test and a workflow for your documents",
    load: () => import("./init.ts"),
  },
  { name: "mock", summary: "run a stateful mock of your API as a server", load: () => import("./mock.ts") },
  {
    name: "conform",
    summary: "test a provider, or the mock, against its contracts",
    load: () => import("./conform.ts"),
  },
  {
    name: "replay",
    summary: "reproduce a finding of a conformance report",
    load: () => import("./replay.ts"),
  },
  {
    name: "proxy",
    summary: "forward traffic to a provider, and check it against the contracts",
    load: () => import("./proxy.ts"),
  },
  {
    name: "pact",
    summary: "check consumers' pacts against the contracts, and verify them against a provider",
    subcommands: ["check", "verify"],
    load: () => import("./pact.ts"),
  },
  {
    name: "consumer",
    summary: "run a consumer's own tests under every fault",
    load: () => import("./consumer.ts"),
  },
  {
    name: "compat",
    summary: "compare two versions of a contract, and judge the changes",
    load: () => import("./compat.ts"),
  },
  {
    name: "changelog",
    summary: "publish the changes of contracts: entries, CHANGELOG.md, a page and feeds",
    load: () => import("./changelog.ts"),
  },
  {
    name: "contracts",
    summary: "list, show, lint and bundle contracts",
    subcommands: ["list", "show", "lint", "examples", "bundle"],
    load: () => import("./contracts.ts"),
  },
  {
    name: "webhooks",
    summary: "receive, send and verify signed webhook deliveries, and test receivers",
    subcommands: ["listen", "send", "test-receiver"],
    load: () => import("./webhooks.ts"),
  },
  {
    name: "explain",
    summary: "explain the id of a rule, check or property",
    load: () => import("./explain.ts"),
  },
];

const helpWords: readonly string[] = ["--help", "-h", "help"];

/** Runs the binary with its arguments. Prints errors to `err` and never throws. */
export async function run(argv: readonly string[], streams: Io, version: string): Promise<ExitCode> {
  const io = createSafeOutput(streams);
  // "help COMMAND" is "COMMAND --help".
  const [name, ...rest] = argv[0] === "help" && argv.length > 1 ? [...argv.slice(1), "--help"] : argv;
  if (name === undefined || helpWords.includes(name)) {
    (name === undefined ? io.err : io.out)(overview());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version") {
    io.out(`${version}\n`);
    return 0;
  }
  const entry = commands.find((candidate) => candidate.name === name);
  if (!entry) {
    const owner = commands.find(({ subcommands = [] }) => subcommands.includes(name));
    const names = commands.map((command) => command.name);
    const near = owner ? `; "concord ${owner.name} ${name}" is one` : nearestHint(name, names);
    io.err(`Cannot run "concord ${name}": there is no such command${near}\n\n${overview()}`);
    return 2;
  }
  try {
    const { command } = await entry.load();
    // Arguments after "--" belong to another program.
    const options = rest.slice(0, rest.includes("--") ? rest.indexOf("--") : undefined);
    if (!options.includes("--help") && !options.includes("-h")) return await command.run(rest, io);
    const subcommand = command.subcommands?.find(({ name: known }) => known === rest[0]);
    io.out((subcommand ? (await subcommand.load()).command : command).help);
    return 0;
  } catch (error) {
    io.err(errorText(error, io), "styled");
    return 2;
  }
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `Usage: concord COMMAND [options]

Contract tests and a stateful mock server from your OpenAPI and GraphQL documents.

Commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n")}

concord help COMMAND explains a command. Exit codes: 0 fine, 1 findings, 2 could not run.
`;
}
