import { type CompatProfile, type Deprecated, plain, statusOf } from "../../compat/index.ts";
import type { Command, ExitCode, Io } from "../command.ts";
import { json, table } from "../contracts/table.ts";
import { inputOptions, inputOptionsHelp, dateLines, loadAll, markLines } from "../load-both.ts";
import { parse, usage } from "../parse.ts";
import { announcementsAt, ledgerAt, ledgerFile } from "./known-dates.ts";
import { configuredProfileFor, profileHelp, profileOption } from "./profile.ts";
import { dayOf } from "./policy-options.ts";

const help = `Usage: concord compat status CONTRACT... [options]

Lists all that is deprecated, the most urgent first: since when, the day on which it stops
(x-sunset) and how many days are left, and from which day it may be removed by the periods of
the profile: for platform 12 months of notice, and for an operation 24 months of support; for
default never, as it has no periods. CONTRACT is a file, folder, glob, git:REF[:PATH] or URL,
as "concord compat" takes.

Options:
${profileHelp}  --today YYYY-MM-DD  the day that is counted from (default: today)
  --ledger FILE       when what was published and deprecated, for documents that carry no
                      dates (default: ${ledgerFile}, where there is one)
  --changelog DIR     what "concord changelog" writes: notice counts from what it announced
${inputOptionsHelp}  --format text|json  how to print it (default: text)

Exit code: 0 listed, 2 could not run.

Examples, in a checkout of Concord:
  concord compat status contracts/apis
  concord compat status contracts/apis --today 2026-06-30 --format json
`;

/** `concord compat status`: what is deprecated, and for how long it stays. */
export const command: Command = { help, run: (argv, io) => run(argv, io, new Date()) };

/** The command with its clock as an argument. */
export async function run(argv: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const { values, positionals } = parse(
    "compat status",
    argv,
    {
      today: { type: "string" },
      ledger: { type: "string" },
      changelog: { type: "string" },
      ...inputOptions,
      ...profileOption,
      format: { type: "string", default: "text" },
    },
    { positionals: [1, Number.POSITIVE_INFINITY] },
  );
  const { format } = values;
  if (format !== "text" && format !== "json") throw usage("compat status", `--format is text or json, not "${format}"`);
  const today = dayOf("compat status", values.today, now);
  const ledger = await ledgerAt(values.ledger, { io });
  const announcements = await announcementsAt(values.changelog, { io });
  const contracts = await loadAll(positionals, values, io);
  for (const line of [...markLines(contracts), ...dateLines(contracts)]) io.err(`${plain(line)}\n`);
  const profile = await configuredProfileFor("compat status", values.profile, contracts, io);
  const deprecated = statusOf(contracts, today, {
    profile,
    ...(ledger && { ledger }),
    ...(announcements && { announcements }),
  });
  io.out(format === "json" ? json({ profile: profile.name, today, deprecated }) : textOf(deprecated, today, profile));
  return 0;
}

function textOf(deprecated: readonly Deprecated[], today: string, { name, notice }: CompatProfile): string {
  if (deprecated.length === 0) return "Nothing is deprecated\n";
  const head = `Profile: ${name}\n`;
  const rows = deprecated.map((one) => [
    one.sunset === undefined ? "no sunset" : one.sunset,
    daysLeft(one.daysLeft),
    one.deprecated ?? "unknown",
    one.removable === undefined ? (notice ? "unknown" : "never") : one.removable <= today ? "now" : one.removable,
    one.api,
    one.path === "" ? one.operation : `${one.operation} ${one.direction} ${one.path}`,
  ]);
  const rest = table([
    ["sunset", "days left", "deprecated", "removable", "api", "what"],
    ...rows.map((row) => row.map(plain)),
  ]);
  return head + rest;
}

function daysLeft(days: number | undefined): string {
  if (days === undefined) return "";
  return days < 0 ? "over" : String(days);
}
