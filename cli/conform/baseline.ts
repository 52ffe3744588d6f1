import { existsSync } from "node:fs";
import { type Report, applyBaseline, baselineText, readBaseline, updateBaseline } from "../../conformance/index.ts";
import type { Options, Values } from "../arguments/options.ts";
import { createUsageError } from "../arguments/parse.ts";
import type { Io } from "../command.ts";
import { checkWritable, writeFileAtomically } from "../files/write-file-atomically.ts";
import { counted } from "../counted.ts";

export const baselineOptions = {
  baseline: {
    form: "FILE",
    help: "known findings (YAML or JSON), each with a reason and a date: they are reported, and the run fails only for other findings, and for those whose date is over",
  },
  "update-baseline": {
    help: "write the findings of this run to the baseline, and remove entries whose operations were tested and no longer show them",
  },
} as const satisfies Options;

/** Compares a report with the baseline, and updates its file if the options say so. */
type ApplyToReport = (report: Report, options: { readonly isWhole: boolean }) => Promise<Report>;

/**
 * Reads the baseline before the run, because the run may take long.
 * @throws ToolError "usage", "unreadable-baseline", "unwritable-output".
 */
export async function openBaseline(
  command: string,
  values: Values<typeof baselineOptions>,
  io: Pick<Io, "err">,
): Promise<ApplyToReport> {
  const { baseline: file, "update-baseline": isUpdate } = values;
  if (file === undefined) {
    if (isUpdate) throw createUsageError(command, "--update-baseline needs --baseline");
    return (report) => Promise.resolve(report);
  }
  if (isUpdate) checkWritable(file);
  const entries = isUpdate && !existsSync(file) ? [] : await readBaseline(file);
  return async (report, { isWhole }) => {
    const today = new Date().toISOString().slice(0, 10);
    const applied = applyBaseline(report, entries, { file, today, isWhole });
    if (!isUpdate) return applied;
    const updated = updateBaseline(entries, applied, { today });
    await writeFileAtomically(file, await baselineText(updated, file));
    const { length: removed } = applied.baseline.gone;
    const added = updated.length - (entries.length - removed);
    io.err(`Wrote ${counted(updated.length, "entry", "entries")} to ${file}: ${added} added, ${removed} removed\n`);
    return applyBaseline(report, updated, { file, today, isWhole });
  };
}
