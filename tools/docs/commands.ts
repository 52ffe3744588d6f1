import type { Entry } from "../../cli/command.ts";
import { commands } from "../../cli/run.ts";
import { type Page, code, fence, page, table } from "./markdown.ts";

/** One page for each command, with the text of `--help`, and an overview. */
export async function commandPages(): Promise<readonly Page[]> {
  const pages = await Promise.all(commands.map(commandPage));
  const overview = page("reference/commands.md", "Commands", [
    "Inside a clone of the repository, run a command as `npx --no concord-toolkit COMMAND` after `npm ci`. Results go to standard output, everything else to standard error.",
    table(
      ["command", "purpose"],
      commands.map(({ name, summary }) => [`[${code(`concord ${name}`)}](./commands/${name}.md)`, summary]),
    ),
    "## Exit codes",
    table(
      ["code", "meaning"],
      [
        ["0", "no findings"],
        ["1", "findings: failures, breaking changes, problems"],
        ["2", "the command could not run, or could not judge anything"],
      ],
    ),
  ]);
  return [overview, ...pages];
}

async function commandPage({ name, summary, load }: Entry): Promise<Page> {
  const { command } = await load();
  const subcommands = await Promise.all(
    (command.subcommands ?? []).map(async (entry) => ({ ...entry, command: (await entry.load()).command })),
  );
  return page(
    `reference/commands/${name}.md`,
    `concord ${name}`,
    [
      `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
      fence("text", command.help),
      ...subcommands.flatMap((subcommand) =>
        subcommand.command.help === command.help
          ? []
          : [`## concord ${name} ${subcommand.name}`, fence("text", subcommand.command.help)],
      ),
    ],
    { isWide: true },
  );
}
