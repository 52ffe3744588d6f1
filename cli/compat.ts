import { checkCompat } from "../compat/index.ts";
import type { Command, ExitCode, Io } from "./command.ts";
import { outputHelp, outputOf, outputOptions } from "./compat/output.ts";
import { inputOptions, inputOptionsHelp, inputsHelp, loadBoth } from "./load-both.ts";
import { parse } from "./parse.ts";

const help = `Usage: concord compat BASE REVISION [options]

Compares two versions of a contract and judges every change by the compatibility policy.
BASE is what was published, REVISION what is proposed.

${inputsHelp}
Options:
${outputHelp}
${inputOptionsHelp}
  --help                show this text

A change is breaking (a consumer faithful to the base can stop working), dangerous (the
documents cannot tell) or non-breaking. What breaks blocks, unless it is allowed by its time,
waived, or rests on an assumed part: then it is only listed.

Exit code: 0 nothing blocks, 1 something does (see --fail-on), 2 could not run.

Examples, in a checkout of Concord:
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --format json --out compat.json
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --only breaking --report html:compat.html --report sarif:compat.sarif
  concord compat contracts/apis contracts/apis --fail-on any
`;

/** `concord compat`: what breaks between two versions of a contract. */
export const command: Command = {
  help,
  run,
};

async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parse(
    "compat",
    argv,
    {
      ...outputOptions,
      ...inputOptions,
    },
    { positionals: [2, 2] },
  );
  const output = outputOf(values, io);
  const [base, revision] = await loadBoth(positionals, values, io);
  return output(checkCompat(base, revision));
}
