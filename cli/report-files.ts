import { type Reported, fileReports } from "../conformance/index.ts";
import { usage } from "./parse.ts";
import { checkWritable, writeWhole } from "./write-whole.ts";

/** A line for the help of a command with --report. */
export const reportLine = `  --report KIND:FILE    also write a report: ${Object.keys(fileReports).join(", ")}; may be given several times`;

/** A file that a report goes to. */
export interface ReportFile {
  write(reported: Reported): Promise<void>;
}

/**
 * What --report was given. Whether the files can be written is asked at once: a run may take long.
 * @throws ToolError "usage", "unwritable-output".
 */
export function reportFilesOf(command: string, texts: readonly string[]): readonly ReportFile[] {
  return texts.map((text) => {
    const at = text.indexOf(":");
    const kind = text.slice(0, Math.max(at, 0));
    const render = Object.hasOwn(fileReports, kind) ? fileReports[kind] : undefined;
    const file = text.slice(at + 1);
    if (!render || file === "")
      throw usage(
        command,
        `--report takes one of ${Object.keys(fileReports).join(", ")}, a colon and a file, not "${text}"`,
      );
    checkWritable(file);
    return { write: (reported) => writeWhole(file, render(reported)) };
  });
}
