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
import { usage } from "../arguments/parse.ts";
import { reportFilesOf, reportHelp } from "../files/report-files.ts";
import { checkWritable, refuseInput, writeFileAtomically } from "../files/write-file-atomically.ts";

/** Options for the output of a report. */
export const outputOptions = {
  format: { type: "string", default: "text" },
  out: { type: "string" },
  report: { type: "string", multiple: true, default: [] as string[] },
  only: { type: "string", multiple: true },
  "fail-on": { type: "string", default: "breaking" },
} as const;

export const outputHelp = `  --format KIND         format of the report: ${Object.keys(compatReports).join(", ")}
                        (default: text)
  --out FILE            write it to FILE instead of standard output
${reportHelp(compatReports)}
                        (markdown: a comment on a pull request. github: annotations, the first
                        ten of a kind. gitlab: Code Quality)
  --only KIND           list only changes that are blocking, breaking, dangerous or
                        non-breaking; may be given several times. All changes are judged
  --fail-on LEVEL       when to exit with 1. breaking: for a blocking change or a fault (default);
                        dangerous: also for a dangerous change; any: for any change; none: never`;

interface OutputValues {
  readonly format: string;
  readonly out?: string | undefined;
  readonly report: readonly string[];
  readonly only?: readonly string[] | undefined;
  readonly "fail-on": string;
}

/**
 * Checks the output options. Returns a function that prints and writes a report and returns the exit code.
 * @throws ToolError "usage", "unwritable-output".
 */
export function outputOf(
  values: OutputValues,
  inputs: readonly string[],
  io: Io,
): (report: CompatReport) => Promise<ExitCode> {
  const { format, out } = values;
  const render = Object.hasOwn(compatReports, format) ? compatReports[format] : undefined;
  if (!render)
    throw usage("compat", `--format must be one of ${Object.keys(compatReports).join(", ")}, not "${format}"`);
  const only = values.only?.map((kind) => oneOf<Only>("only", levels, kind));
  const failOn = oneOf<FailOn>("fail-on", failLevels, values["fail-on"]);
  const bare = values.report.find((kind) => Object.hasOwn(compatReports, kind));
  if (bare !== undefined)
    throw usage("compat", `--report ${bare} names no file: use --report ${bare}:FILE, or --format ${bare} to print it`);
  const files = reportFilesOf("compat", values.report, compatReports);
  if (out !== undefined) checkWritable(out);
  if (out !== undefined && files.some(({ file }) => resolve(file) === resolve(out)))
    throw usage("compat", `two reports have the same file "${out}"`);
  for (const file of [...(out === undefined ? [] : [out]), ...files.map((each) => each.file)])
    refuseInput(file, inputs);
  return async (report) => {
    const options = { failOn, ...(only && { only }) };
    const colour = out === undefined && io.colours;
    const text = await interruptible("print the report", () => render(report, { ...options, colour }), io);
    if (out === undefined) io.out(text, format === "github" ? "annotations" : "styled");
    else await writeFileAtomically(out, text);
    for (const file of files)
      await file.write(await interruptible("write the reports", () => file.render(report, options), io));
    return fails(report, failOn) ? 1 : 0;
  };
}

function oneOf<Word extends string>(option: string, words: readonly Word[], text: string): Word {
  const found = words.find((word) => word === text);
  if (found === undefined) throw usage("compat", `--${option} must be one of ${words.join(", ")}, not "${text}"`);
  return found;
}
