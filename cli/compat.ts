import { checkCompat, isBlocking, judgeInTime, renderJson, renderText } from "../compat/index.ts";
import type { Command, Entry, ExitCode, Io } from "./command.ts";
import { openPolicy, policyHelp, policyOptions } from "./compat/policy-options.ts";
import { loadBoth } from "./load-both.ts";
import { parse, usage } from "./parse.ts";
import { writeWhole } from "./write-whole.ts";

const help = `Usage: concord compat BASE REVISION [options]
       concord compat status CONTRACT... [options]
       concord compat ledger --from-tags [PATTERN] PATH [options]
       concord compat ledger --update PATH [options]

Compares two versions of a contract and judges every change by the compatibility policy.
BASE is what was published, REVISION what is proposed: each an OpenAPI 3.0 or 3.1 document,
YAML or JSON, or a folder of them.

Options:
  --format text|json  how to print the report (default: text)
  --out FILE          write the report to FILE instead of standard output

${policyHelp}

A change is breaking (a consumer faithful to the base can stop working), dangerous (the
documents cannot tell) or non-breaking. A breaking change may be made, and fails nothing,
where the base announced it: it, or what encloses it, was deprecated at least 12 months
before (x-deprecated: { date }), and its x-sunset has come; an operation was published at
least 24 months before (x-published). Else a waiver can cover it: compat/waivers.yaml is a
list of { change: ID, reason: security or regulation, by, expires: YYYY-MM-DD, note }. None
covers an operation that was published less than 24 months before. Dates that a revision
puts back, and waivers that are stale or not used, are faults.

status lists what is deprecated, and ledger remembers dates: --help of each tells more.

Exit code: 0 nothing stands in the way, 1 a breaking change or a fault does, 2 could not run.

Examples, in a checkout of Concord:
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --format json --out compat.json
  concord compat contracts/apis contracts/apis
`;

const subcommands: readonly Entry[] = [
  {
    name: "status",
    summary: "what is deprecated, and for how long it stays",
    load: () => import("./compat/status.ts"),
  },
  {
    name: "ledger",
    summary: "remember when what was published and deprecated",
    load: () => import("./compat/ledger.ts"),
  },
];

/** `concord compat`: what breaks between two versions of a contract. */
export const command: Command = {
  help,
  subcommands,
  run: (argv, io) => run(argv, io, new Date()),
};

/** The command with its clock as an argument. */
export async function run(argv: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const subcommand = subcommands.find(({ name }) => name === argv[0]);
  if (subcommand) return (await subcommand.load()).command.run(argv.slice(1), io);
  const { values, positionals } = parse(
    "compat",
    argv,
    {
      format: { type: "string", default: "text" },
      out: { type: "string" },
      ...policyOptions,
    },
    { positionals: [2, 2] },
  );
  const { format, out } = values;
  if (format !== "text" && format !== "json") throw usage("compat", `--format is text or json, not "${format}"`);
  const both = await loadBoth(positionals, io);
  await using time = await openPolicy(values, { revision: positionals[1] as string, now, io });
  const report = judgeInTime(checkCompat(...both), both, time.policy);
  const text = format === "json" ? renderJson(report) : renderText(report, { colour: out === undefined && io.colours });
  if (out === undefined) io.out(text);
  else await writeWhole(out, text);
  return report.faults.length > 0 || report.changes.some(isBlocking) ? 1 : 0;
}
