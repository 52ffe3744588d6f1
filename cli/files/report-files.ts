import { join, parse as partsOf, resolve } from "node:path";
import type { Render, Reported } from "../../conformance/index.ts";
import { usage } from "../parse.ts";
import { checkWritable, writeWhole } from "./write-whole.ts";

/** A line for the help of a command with --report. */
export function reportLineOf(reports: Readonly<Record<string, unknown>>): string {
  return `  --report KIND:FILE    also write a report: ${Object.keys(reports).join(", ")}; may be given several times`;
}

type Rendered = ReturnType<Render>;

/** A file that a report goes to. */
interface ReportFile<Given extends readonly unknown[]> {
  /** Its kind: "json". */
  readonly kind: string;
  readonly file: string;
  /** Computes what `write` then puts there. */
  render(...given: Given): Rendered;
  write(rendered: Rendered): Promise<void>;
}

/**
 * What --report was given. Whether the files can be written is asked at once: a run may take long.
 * @throws ToolError "usage", "unwritable-output".
 */
export function reportFilesOf<Given extends readonly unknown[] = [Reported]>(
  command: string,
  texts: readonly string[],
  reports: Readonly<Record<string, (...given: Given) => Rendered>>,
): readonly ReportFile<Given>[] {
  const taken = new Set<string>();
  return texts.map((text) => {
    const at = text.indexOf(":");
    const kind = text.slice(0, Math.max(at, 0));
    const render = Object.hasOwn(reports, kind) ? reports[kind] : undefined;
    const file = text.slice(at + 1);
    if (!render || file.trim() === "")
      throw usage(
        command,
        `--report takes one of ${Object.keys(reports).join(", ")}, a colon and a file, not "${text}"`,
      );
    if (taken.has(resolve(file))) throw usage(command, `two reports go to "${file}"`);
    taken.add(resolve(file));
    checkWritable(file);
    return {
      kind,
      file,
      render,
      async write(rendered) {
        if (typeof rendered === "string") await writeWhole(file, rendered);
        else for (const part of rendered) await writeWhole(besides(file, part.name), part.text);
      },
    };
  });
}

/** "drift.entity.json" for drift.json. */
function besides(file: string, name: string): string {
  const { dir, name: stem, ext } = partsOf(file);
  return join(dir, `${stem}.${name}${ext}`);
}
