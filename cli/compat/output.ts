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
import { usage } from "../parse.ts";
import { reportFilesOf, reportLineOf } from "../files/report-files.ts";
import { checkWritable, refuseInput, writeWhole } from "../files/write-whole.ts";

/** The options that say what becomes of a report. */
export const outputOptions = {
  format: { type: "string", default: "text" },
  out: { type: "string" },
  report: { type: "string", multiple: true, default: [] as string[] },
  only: { type: "string", multiple: true },
  "fail-on": { type: "string", default: "breaking" },
} as const;

export const outputHelp = `  --format KIND         how to print the report: ${Object.keys(compatReports).join(", ")}
                        (default: text)
  --out FILE            write it to FILE instead of standard output
${reportLineOf(compatReports)}
                        (markdown: a comment on a pull request. github: annotations, the first
                        ten of a kind. gitlab: Code Quality)
  --only KIND           list only changes that are blocking, breaking, dangerous or
                        non-breaking; may be given several times. All are counted and judged
  --fail-on LEVEL       breaking: exit with 1 where a change blocks or there is a fault (default);
                        dangerous: also where a person has to decide; any: where anything
                        changed; none: never`;

interface OutputValues {
  readonly format: string;
  readonly out?: string | undefined;
  readonly report: readonly string[];
  readonly only?: readonly string[] | undefined;
  readonly "fail-on": string;
}

/**
 * What was asked for, as what prints a report, writes it, and says what the command comes to.
 * @throws ToolError "usage", "unwritable-output".
 */
export function outputOf(
  values: OutputValues,
  inputs: readonly string[],
  io: Io,
): (report: CompatReport) => Promise<ExitCode> {
  const { format, out } = values;
  const render = Object.hasOwn(compatReports, format) ? compatReports[format] : undefined;
  if (!render) throw usage("compat", `--format is one of ${Object.keys(compatReports).join(", ")}, not "${format}"`);
  const only = values.only?.map((kind) => oneOf<Only>("only", levels, kind));
  const failOn = oneOf<FailOn>("fail-on", failLevels, values["fail-on"]);
  const bare = values.report.find((kind) => Object.hasOwn(compatReports, kind));
  if (bare !== undefined)
    throw usage(
      "compat",
      `--report ${bare} says no file: --format ${bare} prints it, and --report ${bare}:FILE writes it beside`,
    );
  const files = reportFilesOf("compat", values.report, compatReports);
  if (out !== undefined) checkWritable(out);
  if (out !== undefined && files.some(({ file }) => resolve(file) === resolve(out)))
    throw usage("compat", `two reports go to "${out}"`);
  for (const file of [...(out === undefined ? [] : [out]), ...files.map((each) => each.file)])
    refuseInput(file, inputs);
  return async (report) => {
    const options = { failOn, ...(only && { only }) };
    const colour = out === undefined && io.colours;
    const text = await interruptible("print the report", () => render(report, { ...options, colour }), io);
    if (out === undefined) io.out(text);
    else await writeWhole(out, text);
    for (const file of files)
      await file.write(await interruptible("write the reports", () => file.render(report, options), io));
    return fails(report, failOn) ? 1 : 0;
  };
}

function oneOf<Word extends string>(option: string, words: readonly Word[], text: string): Word {
  const found = words.find((word) => word === text);
  if (found === undefined) throw usage("compat", `--${option} is one of ${words.join(", ")}, not "${text}"`);
  return found;
}
