import { type Reported, conformReports, renderConsole, renderGithub } from "../../conformance/index.ts";
import { usage } from "../arguments/parse.ts";
import type { Io } from "../command.ts";

/** Kinds of reports that standard output can have instead of the text. A HAR file needs the exchanges. */
const kinds = ["json", "junit", "html", "markdown", "sarif"] as const;

type Format = "text" | "github" | (typeof kinds)[number];

export const formatOption = { format: { type: "string", default: "text" } } as const;

export const formatHelp = `  --format FORMAT       text (default), github: also annotations of the operations in the contract;
                        or instead of the text ${kinds.join(", ")}
`;

/** @throws ToolError "usage" for an unknown format. */
export function formatOf(command: string, name: string): Format {
  const formats: readonly string[] = ["text", "github", ...kinds];
  if (formats.includes(name)) return name as Format;
  throw usage(command, `--format must be one of ${formats.join(", ")}, not "${name}"`);
}

/** Prints the result of a run. */
export function printReport(format: Format, reported: Reported, io: Pick<Io, "out" | "colours">): void {
  if (format === "text" || format === "github") {
    io.out(renderConsole(reported.judgement, { colours: io.colours }), "styled");
    if (format === "github") io.out(renderGithub(reported.judgement), "annotations");
  } else io.out(String(conformReports[format]?.(reported)));
}
