import { ToolError, readBounded } from "../contracts/index.ts";
import {
  type Replayable,
  findingIn,
  readReplayable,
  renderFindings,
  renderReplay,
  replayFinding,
} from "../conformance/index.ts";
import type { Command } from "./command.ts";
import { profileOption } from "./compat/profile.ts";
import { profileOf, conformanceProfileHelp } from "./conform/profile.ts";
import { loadSelected } from "./load-selected.ts";
import { modeOf } from "./mode-of.ts";
import { parse } from "./parse.ts";
import { tokenHelp, tokenOptions, tokensOf } from "./tokens.ts";

const help = `Usage: concord replay FILE#ID [options]

Tries a finding of a report of conformance (conform --report json:FILE) again, and prints what was
answered then and now. It goes the way that led to it on items that are there now, or are made for
it, so it works on a target in any state. Without #ID, the findings of the report are listed.
Exit code 0: it is gone, 1: it still shows, 2: it could not be tried.

Options:
  --target URL          another target than that of the report
${tokenHelp}
  --contracts PATH      the documents of the run (default: as the report names them); may be
                        given several times
  --overlay FILE        the same for overlays
${conformanceProfileHelp}  --mode MODE           read-only or sandbox (default: as the run; another target is only read,
                        unless it is a Concord mock)
  --help                show this text

Examples:
  concord replay conform.json
  concord replay conform.json#f406e3ac83d5
  concord replay conform.json#f406e3ac83d5 --target https://staging.example.org
`;

/** `concord replay`: a finding of a report, tried again. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parse(
      "replay",
      argv,
      {
        target: { type: "string" },
        ...tokenOptions,
        contracts: { type: "string", multiple: true },
        overlay: { type: "string", multiple: true },
        ...profileOption,
        mode: { type: "string" },
      },
      { positionals: [1, 1] },
    );
    const { file, id } = named(positionals[0] as string);
    const mode = modeOf("replay", values.mode);
    const report = read(file);
    if (id === undefined) {
      io.out(renderFindings([...report.failures, ...report.information]));
      return 0;
    }
    findingIn(report, id);
    const contracts = await loadSelected(
      { contracts: values.contracts ?? report.options.contracts, overlay: values.overlay ?? report.options.overlays },
      io,
    );
    const profile = profileOf("replay", values.profile, contracts);
    const replayed = await replayFinding(report, id, {
      contracts,
      profile,
      ...tokensOf("replay", values, io),
      ...(values.target !== undefined && { target: values.target }),
      ...(mode && { mode }),
      signal: io.signal,
    });
    io.out(renderReplay(replayed, profile));
    return replayed.shows === null ? 2 : replayed.shows ? 1 : 0;
  },
};

/** A file may have a "#" in its name: an id has nothing but letters and digits. */
function named(text: string): { readonly file: string; readonly id?: string } {
  const [, file = text, id] = /^(.+)#(\w*)$/s.exec(text) ?? [];
  return { file, ...(id !== undefined && id !== "" && { id }) };
}

function read(file: string): Replayable {
  return readReplayable(textOf(file), file);
}

function textOf(file: string): string {
  try {
    return readBounded(file).toString();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such report" : message;
    throw new ToolError("unreadable-report", `Cannot read "${file}": ${reason}`, { cause });
  }
}
