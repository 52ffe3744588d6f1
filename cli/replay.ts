import { ToolError, readBounded } from "../contracts/index.ts";
import {
  getReportedFinding,
  readReplayable,
  renderFindings,
  renderReplay,
  replayFinding,
} from "../conformance/index.ts";
import type { Command } from "./command.ts";
import { configuredConformanceProfile, conformanceProfileOption } from "./conform/profile.ts";
import { configuredConformance } from "./arguments/configured-conformance.ts";
import { contractOptions, loadSelected } from "./arguments/load-selected.ts";
import { type Options, describeOptions, helpOption, settingsOf } from "./arguments/options.ts";
import { parseArgv, createUsageError } from "./arguments/parse.ts";
import { oneOf } from "./arguments/readers.ts";
import { tokenOptions, readTokens } from "./arguments/tokens.ts";
import { credentialOptions, readCredentials } from "./arguments/credentials.ts";

const options = {
  target: {
    form: "URL",
    key: "target",
    help: "target (default: the one in the report). Required with credentials, because they are never sent to a URL that only a report names",
  },
  ...tokenOptions,
  ...credentialOptions,
  ...contractOptions,
  contracts: {
    form: "PATH",
    multiple: true,
    help: "documents of the run (default: those that the report names)",
  },
  overlay: { form: "FILE", multiple: true, help: "overlays of the run (default: those that the report names)" },
  ...conformanceProfileOption,
  mode: {
    form: "MODE",
    key: "mode",
    read: oneOf("read-only", "sandbox"),
    help: "read-only or sandbox (default: the mode of the run; for another target read-only, unless it is a Concord mock)",
  },
} as const satisfies Options;

const help = `Reproduces a finding of a conformance report, and prints the responses of then and now.

Usage: concord replay FILE#ID [options]

FILE is a report of "concord conform --report json:FILE". Without #ID, the command lists the findings
of the report. A replay repeats the requests that led to the finding, with existing items or new ones,
so that it works on a target in any state. Settings of conform in concord.config.ts apply.

Options:
${describeOptions({ ...options, ...helpOption })}

Examples:
  concord replay conform.json
  concord replay conform.json#f406e3ac83d5
  concord replay conform.json#f406e3ac83d5 --target https://staging.example.org

Exit codes: 0 the finding no longer occurs, or the findings were listed, 1 it occurs again, 2 it could
not be reproduced.
`;

/** `concord replay`: reproduces a finding of a report. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parseArgv("replay", argv, options, "FILE#ID");
    const { file, id } = parseFinding(positionals[0] as string);
    const report = readReplayable(readReportFile(file), file);
    if (id === undefined) {
      io.out(renderFindings([...report.failures, ...report.information]));
      return 0;
    }
    getReportedFinding(report, id);
    if (values["document-header"] !== undefined && values.contracts === undefined)
      throw createUsageError(
        "replay",
        "--document-header needs --contracts: it is not sent to a URL that only a report names",
      );
    const contracts = await loadSelected(
      {
        ...values,
        contracts: values.contracts ?? report.options.contracts,
        overlay: values.overlay ?? report.options.overlays,
      },
      io,
    );
    const profile = await configuredConformanceProfile(values.profile, contracts, io);
    const { exclude, operations } = await configuredConformance(io);
    const { credentials, headers } = readCredentials("replay", values, contracts, io);
    const replayed = await replayFinding(report, id, {
      contracts,
      profile,
      ...settingsOf(options, values),
      ...readTokens("replay", values, io),
      ...(credentials && { credentials }),
      ...(headers && { headers }),
      ...(exclude && { exclude }),
      ...(operations && { operations }),
      signal: io.signal,
    });
    io.out(renderReplay(replayed, profile));
    if (replayed.shows === null) return 2;
    if (replayed.shows) return 1;
    return 0;
  },
};

/** Splits FILE#ID. A file name may contain "#", an id only letters and digits. */
function parseFinding(text: string): { readonly file: string; readonly id?: string } {
  const [, file = text, id] = /^(.+)#(\w*)$/s.exec(text) ?? [];
  return { file, ...(id !== undefined && id !== "" && { id }) };
}

function readReportFile(file: string): string {
  try {
    return readBounded(file).toString();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such report" : message;
    const hint = "Write a report with: concord conform --report json:FILE";
    throw new ToolError("unreadable-report", `Cannot read "${file}": ${reason}`, { cause, hint });
  }
}
