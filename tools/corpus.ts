import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ToolError } from "../contracts/index.ts";
import { compareWithExpected, runCorpus, readExceptions, renderAgreements } from "../test/support/compat/corpus.ts";

// Compares verdicts of the compatibility checker with a folder of public cases.
const help = `Usage: npm run bench:corpus -- [FOLDER] [--ids]

Judges every case of FOLDER (default: ../shared/corpus/compat/cases), a folder each with base.yaml,
revision.yaml and expect.json, and prints how far the verdicts agree with section 9, and the check ids
with oasdiff's. A case with another verdict fails the run, unless fixtures/corpus/exceptions.yaml
says why it may have one; so does an exception that is not needed.

Options:
  --ids   also list the check ids of oasdiff that no change carries
  --help  show this text

Exit code: 0 all agrees or is explained, 1 something does not, 2 could not run.
`;

try {
  process.exitCode = await run();
} catch (error) {
  const hint = error instanceof ToolError && error.hint !== undefined ? `\n  ${error.hint}` : "";
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}${hint}\n`);
  process.exitCode = 2;
}

async function run(): Promise<0 | 1> {
  const { values, positionals } = parseArgs({
    options: { ids: { type: "boolean", default: false }, help: { type: "boolean" } },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const folder = resolve(positionals[0] ?? join(import.meta.dirname, "../../shared/corpus/compat/cases"));
  const exceptions = readExceptions(join(import.meta.dirname, "../fixtures/corpus/exceptions.yaml"));
  const agreements = compareWithExpected(await runCorpus(folder), exceptions);
  process.stdout.write(renderAgreements(agreements, values));
  return agreements.faults.length > 0 ? 1 : 0;
}
