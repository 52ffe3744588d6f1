import { type Report, conformReports, judgementOf, mergeAllShards } from "../../conformance/index.ts";
import { type Json, ToolError, isObject, parseBounded, readBounded, omitUndefined } from "../../contracts/index.ts";
import type { Command } from "../command.ts";
import { contractOptions, loadSelected } from "../arguments/load-selected.ts";
import { type Options, describeOptions, helpOption } from "../arguments/options.ts";
import { parseArgv } from "../arguments/parse.ts";
import { openReportFiles, reportOption } from "../files/report-files.ts";
import { conformanceProfileFor } from "../../profiles/conformance-profile-for.ts";
import { webhookProfileOption } from "./profile.ts";
import { openBaseline, baselineOptions } from "./baseline.ts";
import { formatOption, printReport } from "./print-report.ts";
import { chooseExitCode } from "./exit-code.ts";

const name = "conform merge";

const options = {
  ...webhookProfileOption,
  ...reportOption(conformReports),
  ...baselineOptions,
  ...formatOption,
  ...contractOptions,
  contracts: {
    form: "PATH",
    multiple: true,
    help: "documents of the run, for the lines of annotations and SARIF",
  },
} as const satisfies Options;

const help = `Merges the reports of all shards of a run into one.

Usage: concord conform merge FILE... [options]

FILE is a report of concord conform --shard I/N --report json:FILE. The result is the same as that of
a single run without shards.

Options:
${describeOptions({ ...options, ...helpOption })}

A run in three shards, and the merged report:
  concord conform [options] --shard 1/3 --report json:shard-1.json
  concord conform merge [shard-1.json shard-2.json shard-3.json] --report junit:conform.xml

Exit codes: 0 no failures, 1 failures, or fewer operations tested than --min-tested of the shards,
2 could not merge, a run was interrupted, every request with the token was refused, no valid request
succeeded, or a bug in Concord left an operation untested.
`;

/** `concord conform merge`: merges the reports of shards. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parseArgv(name, argv, options, "FILE...");
    const files = openReportFiles(name, values.report, conformReports);
    const compareWithBaseline = await openBaseline(name, values, io);
    const report = await compareWithBaseline(mergeAllShards(positionals.map(readReport)), { isWhole: true });
    const contracts = values.contracts === undefined ? undefined : await loadSelected(values, io);
    const profile = conformanceProfileFor(values.profile, contracts);
    const judgement = judgementOf(report, omitUndefined({ profile, contracts }));
    printReport(values.format, { report, judgement }, io);
    for (const file of files) await file.write(file.render({ report, judgement }));
    return chooseExitCode(report);
  },
};

/** @throws ToolError "unreadable-report". */
function readReport(file: string): Report {
  let value: Json;
  try {
    value = parseBounded(readBounded(file).toString());
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = cause instanceof SyntaxError ? "it is not JSON" : message;
    throw reportError(file, code === "ENOENT" ? "there is no such file" : reason, cause);
  }
  const lists = ["operations", "failures", "information", "skipped", "drift", "leftovers"];
  const isReport =
    isObject(value) &&
    lists.every((each) => Array.isArray(value[each])) &&
    isObject(value["coverage"]) &&
    Array.isArray(value["coverage"]["operations"]);
  if (!isReport) throw reportError(file, "it is not a report of concord conform");
  return value as unknown as Report;
}

function reportError(file: string, reason: string, cause?: unknown): ToolError {
  return new ToolError("unreadable-report", `Cannot read the report "${file}": ${reason}`, {
    at: { file },
    hint: "Create one with concord conform --report json:FILE",
    cause,
  });
}
