import { type CompatReport, checkCompat, judgeInTime, plain } from "../compat/index.ts";
import { inputsIn } from "../contracts/index.ts";
import { platformCompat } from "../profiles/platform/compat.ts";
import type { Command, Entry, ExitCode, Io } from "./command.ts";
import { outputHelp, outputOf, outputOptions } from "./compat/output.ts";
import { policyOf, policyHelp, policyOptions } from "./compat/policy-options.ts";
import { interruptible } from "./interruptible.ts";
import { inputOptions, inputOptionsHelp, inheritedLines, inputsHelp, loadBoth } from "./load-both.ts";
import { parse } from "./parse.ts";

const help = `Usage: concord compat BASE REVISION [options]
       concord compat policy [options]
       concord compat status CONTRACT... [options]
       concord compat ledger --from-tags [PATTERN] PATH [options]
       concord compat ledger --update PATH [options]

Compares two versions of a contract and judges every change by the compatibility policy.
BASE is what was published, REVISION what is proposed.

${inputsHelp}
Options:
${outputHelp}
${inputOptionsHelp}
  --execute             play what proves each breaking change against a mock of BASE and one of
                        REVISION, within this process, and tell what they answer
  --help                show this text

${policyHelp}

A change is breaking (a consumer faithful to the base can stop working), dangerous (the
documents cannot tell) or non-breaking. A breaking change may be made, and fails nothing,
where the base announced it: it, or what encloses it, was deprecated at least 12 months
before (x-deprecated: { date }), and its x-sunset has come; an operation was published at
least 24 months before (x-published). Else a waiver can cover it: compat/waivers.yaml is a
list of { change: ID, reason: security or regulation, by, expires: YYYY-MM-DD, note }. None
covers an operation that was published less than 24 months before. Dates that a revision
puts back, and waivers that are stale or not used, are faults.

policy lists what §9 leaves open, status what is deprecated, and ledger remembers dates:
--help of each tells more.

What rests on an assumed part is only listed.

Exit code: 0 nothing stands in the way, 1 a breaking change or a fault does (see --fail-on),
2 could not run.

Examples, in a checkout of Concord:
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --format json --out compat.json
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --only breaking --report html:compat.html --report sarif:compat.sarif
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --execute
  concord compat contracts/apis contracts/apis --fail-on any
`;

const subcommands: readonly Entry[] = [
  {
    name: "policy",
    summary: "what §9 leaves open, and how it is answered",
    load: () => import("./compat/policy.ts"),
  },
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
      ...outputOptions,
      ...inputOptions,
      ...policyOptions,
      execute: { type: "boolean" },
    },
    { positionals: [2, 2] },
  );
  const output = outputOf(values, positionals.flatMap(inputsIn), io);
  const [base, revision] = positionals as [string, string];
  const { both, notRead } = await loadBoth(positionals, values, io);
  const profile = platformCompat;
  const time = await policyOf(values, { base, revision, now, profile, io });
  const inherited = await interruptible("compare the contracts", () => inheritedLines(...both, time), io);
  for (const line of inherited) io.err(`${plain(line)}\n`);
  const compare = (): CompatReport =>
    judgeInTime(checkCompat(...both, { ...time.settings, profile, notRead }), both, time);
  const report = await interruptible("compare the contracts", compare, io);
  if (!values.execute) return output(report);
  const { playWitnesses } = await import("./compat/execute.ts");
  return output(await playWitnesses(report, both, io));
}
