import { type Reported, conformReports, renderConsole, renderGithub } from "../../conformance/index.ts";
import type { Options } from "../arguments/options.ts";
import { oneOf } from "../arguments/readers.ts";
import type { Io } from "../command.ts";

/** Kinds of reports that standard output can have instead of the text. A HAR file needs the exchanges. */
const kinds = ["json", "junit", "html", "markdown", "sarif"] as const;

type Format = "text" | "github" | (typeof kinds)[number];

export const formatOption = {
  format: {
    form: "FORMAT",
    default: "text",
    read: oneOf<Format>("text", "github", ...kinds),
    help: `text, github: also annotations of the operations in the contract; or instead of the text ${kinds.join(", ")}`,
  },
} as const satisfies Options;

/** Prints the result of a run. */
export function printReport(format: Format, reported: Reported, io: Pick<Io, "out" | "colours">): void {
  if (format === "text" || format === "github") {
    io.out(renderConsole(reported.judgement, { colours: io.colours }), "styled");
    if (format === "github") io.out(renderGithub(reported.judgement), "annotations");
  } else io.out(String(conformReports[format]?.(reported)));
}
