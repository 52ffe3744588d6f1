import type { Entry, ExitCode, Io } from "./command.ts";
import { explain } from "./explain.ts";

/** The catalogue: one line for each command. */
export const commands: readonly Entry[] = [
  { name: "mock", summary: "run the mock platform as a server", load: () => import("./mock.ts") },
  {
    name: "conform",
    summary: "hold a live deployment, or the mock, against its contracts",
    load: () => import("./conform.ts"),
  },
  {
    name: "replay",
    summary: "try a finding of conformance again",
    load: () => import("./replay.ts"),
  },
  {
    name: "proxy",
    summary: "stand before a live deployment, and hold real traffic against the contracts",
    load: () => import("./proxy.ts"),
  },
  {
    name: "pact",
    summary: "hold consumers' pacts against the contracts, and providers to them",
    load: () => import("./pact.ts"),
  },
  {
    name: "consumer",
    summary: "run a consumer's own tests under every fault",
    load: () => import("./consumer.ts"),
  },
  {
    name: "compat",
    summary: "judge the changes between two versions of a contract",
    load: () => import("./compat.ts"),
  },
  {
    name: "changelog",
    summary: "publish those changes: entries, CHANGELOG.md, a page and feeds",
    load: () => import("./changelog.ts"),
  },
  {
    name: "contracts",
    summary: "list, show, lint and bundle the contracts",
    load: () => import("./contracts.ts"),
  },
  {
    name: "webhooks",
    summary: "listen for, verify and send signed deliveries",
    load: () => import("./webhooks.ts"),
  },
];

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
  const entry = commands.find((candidate) => candidate.name === name);
  if (!entry) {
    io.err(`Cannot run "concord ${name}": there is no such command\n\n${overview()}`);
    return 2;
  }
  try {
    const { command } = await entry.load();
    // What stands behind "--" is somebody else's.
    const own = rest.slice(0, rest.includes("--") ? rest.indexOf("--") : undefined);
    if (!own.includes("--help") && !own.includes("-h")) return await command.run(rest, io);
    const subcommand = command.subcommands?.find(({ name: known }) => known === rest[0]);
    io.out((subcommand ? (await subcommand.load()).command : command).help);
    return 0;
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
