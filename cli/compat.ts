import { checkCompat, renderJson, renderText } from "../compat/index.ts";
import type { Command, ExitCode, Io } from "./command.ts";
import { loadBoth } from "./load-both.ts";
import { parse, usage } from "./parse.ts";
import { writeWhole } from "./write-whole.ts";

const help = `Usage: concord compat BASE REVISION [options]

Compares two versions of a contract and judges every change by the compatibility policy.
BASE is what was published, REVISION what is proposed: each an OpenAPI 3.0 or 3.1 document,
YAML or JSON, a GraphQL schema, or a folder of them.

Options:
  --format text|json  how to print the report (default: text)
  --out FILE          write the report to FILE instead of standard output

A change is breaking (a consumer faithful to the base can stop working), dangerous (the
documents cannot tell) or non-breaking.

Exit code: 0 nothing breaks, 1 something does, 2 could not run.

Examples, in a checkout of Concord:
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml
  concord compat fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --format json --out compat.json
  concord compat contracts/apis contracts/apis
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
      format: { type: "string", default: "text" },
      out: { type: "string" },
    },
    { positionals: [2, 2] },
  );
  const { format, out } = values;
  if (format !== "text" && format !== "json") throw usage("compat", `--format is text or json, not "${format}"`);
  const [base, revision] = await loadBoth(positionals, io);
  const report = checkCompat(base, revision);
  const text = format === "json" ? renderJson(report) : renderText(report, { colour: out === undefined && io.colours });
  if (out === undefined) io.out(text);
  else await writeWhole(out, text);
  return report.verdict === "breaking" ? 1 : 0;
}
