import { join, parse as partsOf, resolve } from "node:path";
import type { Render, Reported } from "../../conformance/index.ts";
import type { Options } from "../arguments/options.ts";
import { createUsageError } from "../arguments/parse.ts";
import { checkWritable, writeFileAtomically } from "./write-file-atomically.ts";

/** Option for files with reports. `more` is the end of its help. */
export function reportOption(reports: Readonly<Record<string, unknown>>, more = "") {
  const help = `also write a report: ${Object.keys(reports).join(", ")}${more}`;
  return { report: { form: "KIND:FILE", multiple: true, help } } as const satisfies Options;
}

type Rendered = ReturnType<Render>;

/** File of --report. */
interface ReportFile<Given extends readonly unknown[]> {
  /** Kind of the report: "json". */
  readonly kind: string;
  readonly file: string;
  /** Renders the report for `write`. */
  render(...given: Given): Rendered;
  write(rendered: Rendered): Promise<void>;
}

/**
 * Files of --report. Checks first that they can be written, because a run may take long.
 * @throws ToolError "usage", "unwritable-output".
 */
export function openReportFiles<Given extends readonly unknown[] = [Reported]>(
  command: string,
  texts: readonly string[] | undefined,
  reports: Readonly<Record<string, (...given: Given) => Rendered>>,
): readonly ReportFile<Given>[] {
  const seen = new Set<string>();
  return (texts ?? []).map((text) => {
    const at = text.indexOf(":");
    const kind = text.slice(0, Math.max(at, 0));
    const render = Object.hasOwn(reports, kind) ? reports[kind] : undefined;
    const file = text.slice(at + 1);
    if (!render || file.trim() === "")
      throw createUsageError(
        command,
        `--report must be one of ${Object.keys(reports).join(", ")}, a colon and a file, not "${text}"`,
      );
    if (seen.has(resolve(file))) throw createUsageError(command, `two reports have the same file "${file}"`);
    seen.add(resolve(file));
    checkWritable(file);
    return {
      kind,
      file,
      render,
      async write(rendered) {
        if (typeof rendered === "string") await writeFileAtomically(file, rendered);
        else for (const part of rendered) await writeFileAtomically(partFile(file, part.name), part.text);
      },
    };
  });
}

/** File of a part of a report: "drift.entity.json" for drift.json. */
function partFile(file: string, name: string): string {
  const { dir, name: stem, ext } = partsOf(file);
  return join(dir, `${stem}.${name}${ext}`);
}
