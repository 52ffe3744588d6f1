import { type Report, conformReports, judgementOf, renderConsole, wholeOf } from "../../conformance/index.ts";
import { type Json, ToolError, isObject, parseBounded, readBounded } from "../../contracts/index.ts";
import type { Command } from "../command.ts";
import { profileOption } from "../compat/profile.ts";
import { parse } from "../parse.ts";
import { reportFilesOf, reportLineOf } from "../files/report-files.ts";
import { profileOf, webhookProfileHelp } from "./profile.ts";
import { exitCodeOf } from "./exit-code.ts";

const name = "conform merge";

const help = `Usage: concord conform merge FILE... [options]

Makes one report of those of all shards of a run (concord conform --shard I/N --report json:FILE): as
if one machine had tried everything. Exit code 0: no failures, 1: failures, or fewer operations tested
than the --min-tested of the shards, 2: they cannot be merged, a run was interrupted, every request
with the token was refused, no valid request succeeded at all, or a bug in Concord left an operation
unjudged.

Options:
${webhookProfileHelp}${reportLineOf(conformReports)}
  --help                show this text
`;

/** `concord conform merge`: the reports of shards, made one. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parse(
      name,
      argv,
      { report: { type: "string", multiple: true, default: [] }, ...profileOption },
      { positionals: [1, Number.POSITIVE_INFINITY] },
    );
    const files = reportFilesOf(name, values.report, conformReports);
    const report = wholeOf(positionals.map(readReport));
    const judgement = judgementOf(report, { profile: profileOf(name, values.profile) });
    io.out(renderConsole(judgement, { colours: io.colours }));
    for (const file of files) await file.write(file.render({ report, judgement }));
    return exitCodeOf(report);
  },
};

/** @throws ToolError "unreadable-report". */
function readReport(file: string): Report {
  let value: Json;
  try {
    value = parseBounded(readBounded(file).toString());
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = cause instanceof SyntaxError ? "it is no JSON" : message;
    throw unreadable(file, code === "ENOENT" ? "there is no such file" : reason, cause);
  }
  const lists = ["operations", "failures", "information", "skipped", "drift", "leftovers"];
  const isReport =
    isObject(value) &&
    lists.every((each) => Array.isArray(value[each])) &&
    isObject(value["coverage"]) &&
    Array.isArray(value["coverage"]["operations"]);
  if (!isReport) throw unreadable(file, "it is no report of concord conform");
  return value as unknown as Report;
}

function unreadable(file: string, reason: string, cause?: unknown): ToolError {
  return new ToolError("unreadable-report", `Cannot read the report "${file}": ${reason}`, {
    at: { file },
    hint: "concord conform writes one with --report json:FILE",
    cause,
  });
}
