import { type Deprecated, plain, statusOf } from "../../compat/index.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";
import type { Command, ExitCode, Io } from "../command.ts";
import { json, table } from "../contracts/table.ts";
import { inputOptions, inputOptionsHelp, dateLines, loadAll, markLines } from "../load-both.ts";
import { parse, usage } from "../parse.ts";
import { announcementsAt, ledgerAt, ledgerFile } from "./known-dates.ts";
import { dayOf } from "./policy-options.ts";

const help = `Usage: concord compat status CONTRACT... [options]

Lists all that is deprecated, the most urgent first: since when, the day on which it stops
(x-sunset) and how many days are left, and from which day it may be removed by the policy:
12 months of notice (§9.4), and for an operation 24 months of support (§9.3). CONTRACT is a file,
folder, glob, git:REF[:PATH] or URL, as "concord compat" takes.

Options:
  --today YYYY-MM-DD  the day that is counted from (default: today)
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
  const deprecated = statusOf(contracts, today, {
    profile: platformCompat,
    ...(ledger && { ledger }),
    ...(announcements && { announcements }),
  });
  io.out(format === "json" ? json({ today, deprecated }) : textOf(deprecated, today));
  return 0;
}

function textOf(deprecated: readonly Deprecated[], today: string): string {
  if (deprecated.length === 0) return "Nothing is deprecated\n";
  const rows = deprecated.map((one) => [
    one.sunset === undefined ? "no sunset" : one.sunset,
    daysLeft(one.daysLeft),
    one.deprecated ?? "unknown",
    one.removable === undefined ? "unknown" : one.removable <= today ? "now" : one.removable,
    one.api,
    one.path === "" ? one.operation : `${one.operation} ${one.direction} ${one.path}`,
  ]);
  return table([
    ["sunset", "days left", "deprecated", "removable", "api", "what"],
    ...rows.map((row) => row.map(plain)),
  ]);
}

function daysLeft(days: number | undefined): string {
  if (days === undefined) return "";
  return days < 0 ? "over" : String(days);
}
