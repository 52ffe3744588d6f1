import { omitUndefined } from "../../contracts/index.ts";
import { resolve } from "node:path";
import {
  type CompatReport,
  type FailOn,
  type Only,
  compatReports,
  fails,
  failLevels,
  levels,
} from "../../compat/index.ts";
import type { ExitCode, Io } from "../command.ts";
import { interruptible } from "../interruptible.ts";
import type { Options, Values } from "../arguments/options.ts";
import { createUsageError } from "../arguments/parse.ts";
import { oneOf } from "../arguments/readers.ts";
import { openReportFiles, reportOption } from "../files/report-files.ts";
import { checkWritable, refuseInput, writeFileAtomically } from "../files/write-file-atomically.ts";

/** Options for the output of a report. */
export const outputOptions = {
  format: {
    form: "KIND",
    default: "text",
    read: oneOf(...Object.keys(compatReports)),
    help: `format of the report: ${Object.keys(compatReports).join(", ")}`,
  },
  out: { form: "FILE", help: "write it to FILE instead of standard output" },
  ...reportOption(
    compatReports,
    " (markdown: a comment on a pull request. github: annotations, the first ten of a kind. gitlab: Code Quality)",
  ),
  only: {
    form: "KIND",
    multiple: true,
    read: oneOf<Only>(...levels),
    help: "list only changes that are blocking, breaking, dangerous or non-breaking. All changes are judged",
  },
  "fail-on": {
    form: "LEVEL",
    default: "breaking",
    read: oneOf<FailOn>(...failLevels),
    help: "when to exit with 1. breaking: for a blocking change or a fault; dangerous: also for a dangerous change; any: for any change; none: never",
  },
} as const satisfies Options;

/**
 * Checks the output options. Returns a function that prints and writes a report and returns the exit code.
 * @throws ToolError "usage", "unwritable-output".
 */
export function createOutput(
  values: Values<typeof outputOptions>,
  inputs: readonly string[],
  io: Io,
): (report: CompatReport) => Promise<ExitCode> {
  const { format, out, only, report: reports = [], "fail-on": failOn } = values;
  const render = compatReports[format] as NonNullable<(typeof compatReports)[string]>;
  const bare = reports.find((kind) => Object.hasOwn(compatReports, kind));
  if (bare !== undefined)
    throw createUsageError(
      "compat",
      `--report ${bare} names no file: use --report ${bare}:FILE, or --format ${bare} to print it`,
    );
  const files = openReportFiles("compat", reports, compatReports);
  if (out !== undefined) checkWritable(out);
  if (out !== undefined && files.some(({ file }) => resolve(file) === resolve(out)))
    throw createUsageError("compat", `two reports have the same file "${out}"`);
  for (const file of [...(out === undefined ? [] : [out]), ...files.map((each) => each.file)])
    refuseInput(file, inputs);
  return async (report) => {
    const options = omitUndefined({ failOn, only });
    const colour = out === undefined && io.colours;
    const text = await interruptible("print the report", () => render(report, { ...options, colour }), io);
    if (out === undefined) io.out(text, format === "github" ? "annotations" : "styled");
    else await writeFileAtomically(out, text);
    for (const file of files)
      await file.write(await interruptible("write the reports", () => file.render(report, options), io));
    return fails(report, failOn) ? 1 : 0;
  };
}
