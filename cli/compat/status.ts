import { omitUndefined } from "../../contracts/index.ts";
import { type CompatProfile, type Deprecated, printableText, statusOf } from "../../compat/index.ts";
import type { Command, ExitCode, Io } from "../command.ts";
import { json, table } from "../contracts/table.ts";
import { inputOptions, unreadableDateLines, loadAll, invalidMarkLines } from "../arguments/load-both.ts";
import { formatOption } from "../arguments/format-option.ts";
import { type Options, describeOptions, helpOption } from "../arguments/options.ts";
import { parseArgv } from "../arguments/parse.ts";
import { day } from "../arguments/readers.ts";
import { readAnnouncements, readGivenLedger, ledgerOption } from "./read-dates.ts";
import { chosenProfile, policyChoiceOptions } from "./profile.ts";

const options = {
  ...policyChoiceOptions,
  today: { form: "YYYY-MM-DD", read: day, help: "date of the list (default: today)" },
  ledger: ledgerOption,
  changelog: { form: "DIR", help: 'folder of "concord changelog": notice counts from the date of its entries' },
  ...inputOptions,
  ...formatOption,
} as const satisfies Options;

const help = `Lists the deprecated parts of contracts, the most urgent first.

Usage: concord compat status CONTRACT... [options]

For each part: since when it is deprecated, the day on which it stops (x-sunset), the days left, and
the day from which the profile allows its removal: for platform after 12 months of notice, and for an
operation after 24 months of support; for default never, because it has no periods. CONTRACT is a
file, folder, glob, git:REF[:PATH] or URL, as for "concord compat".

Options:
${describeOptions({ ...options, ...helpOption })}

Examples, in a checkout of Concord:
  concord compat status contracts/apis
  concord compat status contracts/apis --today 2026-06-30 --format json

Exit codes: 0 listed, 2 could not run.
`;

/** `concord compat status`: lists deprecated parts and the time until their removal. */
export const command: Command = { help, run: (argv, io) => runStatus(argv, io, new Date()) };

/** The command, with the current time as an argument. */
export async function runStatus(argv: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const { values, positionals } = parseArgv("compat status", argv, options, "CONTRACT...");
  const today = values.today ?? now.toISOString().slice(0, 10);
  const ledger = await readGivenLedger(values.ledger, { io });
  const announcements = await readAnnouncements(values.changelog, { io });
  const contracts = await loadAll(positionals, values, io);
  for (const line of [...invalidMarkLines(contracts), ...unreadableDateLines(contracts)])
    io.err(`${printableText(line)}\n`);
  const profile = await chosenProfile("compat status", values, { contracts, io });
  const deprecated = statusOf(
    contracts,
    today,
    omitUndefined({
      profile,
      ledger,
      announcements,
    }),
  );
  io.out(
    values.format === "json"
      ? json({ profile: profile.name, today, deprecated })
      : statusTable(deprecated, today, profile),
  );
  return 0;
}

function statusTable(deprecated: readonly Deprecated[], today: string, { name, notice }: CompatProfile): string {
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
    ...rows.map((row) => row.map(printableText)),
  ]);
  return head + rest;
}

function daysLeft(days: number | undefined): string {
  if (days === undefined) return "";
  return days < 0 ? "over" : String(days);
}
