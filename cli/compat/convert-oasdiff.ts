import { existsSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Change,
  type CompatProfile,
  type OasdiffLine,
  type UnconvertedLine,
  areLevels,
  checkCompat,
  convertIgnores,
  convertLevels,
  defaultProfile,
  extendProfile,
  isBlocking,
  splitOasdiffLines,
  printableText,
} from "../../compat/index.ts";
import { type Json, ToolError, toPlainYaml, readBounded } from "../../contracts/index.ts";
import { inputOptions, loadBoth } from "../arguments/load-both.ts";
import { type Options, type Values, describeOptions, helpOption } from "../arguments/options.ts";
import { parseArgv, createUsageError } from "../arguments/parse.ts";
import { day } from "../arguments/readers.ts";
import type { Command, ExitCode, Io } from "../command.ts";
import { counted } from "../counted.ts";
import { makeFolder } from "../files/make-folder.ts";
import { writeFileAtomically } from "../files/write-file-atomically.ts";

const policyFile = "compat/policy.yaml";
const waiversFile = "compat/waivers.yaml";

const options = {
  base: { form: "BASE", help: "with ignore files: published version, an input as for concord compat" },
  revision: { form: "REVISION", help: "with ignore files: proposed version" },
  by: { form: "NAME", help: "with ignore files: who accepts the changes" },
  expires: { form: "YYYY-MM-DD", read: day, help: "with ignore files: last day of the waivers" },
  reason: { form: "TEXT", default: "accepted in oasdiff", help: "reason of the waivers" },
  policy: { form: "FILE", default: policyFile, help: "file to write" },
  waivers: { form: "FILE", default: waiversFile, help: "file to write" },
  ...inputOptions,
} as const satisfies Options;

const help = `Converts files of oasdiff to a policy and waivers.

Usage: concord compat convert-oasdiff FILE... [options]

FILE is a file for --severity-levels, --err-ignore or --warn-ignore of oasdiff. Its content decides.
A level (lines of an id and err, warn, info or none) becomes a severity in ${policyFile}, under the
key oasdiff. A line of an ignore file (method, path and description) becomes a waiver in
${waiversFile}. A waiver names a change, so ignore files need the documents that --base
and --revision name. Existing files are not overwritten.

Lines without an equivalent are listed with their numbers. An ignored change that does not fail in
Concord needs no waiver.

Options:
${describeOptions({ ...options, ...helpOption })}

Examples, in a checkout of Concord:
  concord compat convert-oasdiff fixtures/oasdiff/levels.txt --policy policy.yaml
  concord compat convert-oasdiff fixtures/oasdiff/err-ignore.txt --base fixtures/changelog/base.yaml --revision fixtures/changelog/revision.yaml --by ann --expires 2026-12-31 --waivers waivers.yaml

Exit codes: 0 all lines converted, 1 some lines are not, 2 could not run.
`;

/** `concord compat convert-oasdiff`: converts files of oasdiff to a policy and waivers. */
export const command: Command = { help, run: runConvertOasdiff };

async function runConvertOasdiff(argv: readonly string[], io: Io): Promise<ExitCode> {
  const { values, positionals } = parseArgv("compat convert-oasdiff", argv, options, "FILE...");
  const files = positionals.map((file) => splitOasdiffLines(file, readOasdiffFile(file)));
  const levels = files.filter(areLevels).flat();
  const ignores = files.filter((lines) => !areLevels(lines)).flat();
  const unconverted: UnconvertedLine[] = [];
  const results: (readonly [file: string, text: string, summary: string])[] = [];
  const { severities, unconverted: otherLevels } = convertLevels(levels);
  unconverted.push(...otherLevels);
  if (levels.length > 0) {
    const count = Object.keys(severities).length;
    if (count > 0)
      results.push([
        values.policy,
        await toPlainYaml({ oasdiff: severities }),
        counted(count, "severity", "severities"),
      ]);
  }
  if (ignores.length > 0) {
    const { waivers, rest, remarks } = await convertToWaivers(ignores, values, { severities, io });
    unconverted.push(...rest);
    for (const remark of remarks) io.err(`${printableText(remark)}\n`);
    if (waivers.length > 0)
      results.push([values.waivers, await toPlainYaml([...waivers]), counted(waivers.length, "waiver")]);
  }
  const existing = results.find(([file]) => existsSync(file));
  if (existing) {
    const option = existing[0] === values.policy ? "--policy" : "--waivers";
    throw new ToolError("unwritable-output", `Cannot write "${existing[0]}": it exists`, {
      at: { file: existing[0] },
      hint: `Choose another file with ${option}, and copy its content`,
    });
  }
  for (const [file, text, summary] of results) {
    await makeFolder(dirname(file));
    await writeFileAtomically(file, text);
    io.out(`${file}: ${summary}\n`);
  }
  if (unconverted.length > 0) {
    io.out(`Not converted: ${counted(unconverted.length, "line")}\n`);
    const order = ({ file, line }: UnconvertedLine): number => positionals.indexOf(file) * 1e7 + line;
    for (const { file, line, text, reason } of unconverted.toSorted((one, other) => order(one) - order(other)))
      io.out(`  ${printableText(`${file}:${line}`)}: ${printableText(reason)}\n      ${printableText(text)}\n`);
  }
  return unconverted.length > 0 ? 1 : 0;
}

interface ConvertedWaivers {
  readonly waivers: readonly Json[];
  readonly rest: readonly UnconvertedLine[];
  /** Lines that need no waiver. */
  readonly remarks: readonly string[];
}

/** Waivers for ignored changes that fail with the severities. */
async function convertToWaivers(
  lines: readonly OasdiffLine[],
  values: Values<typeof options>,
  { severities, io }: { readonly severities: NonNullable<CompatProfile["oasdiff"]>; readonly io: Io },
): Promise<ConvertedWaivers> {
  const { base, revision, by, expires, reason } = values;
  if (base === undefined || revision === undefined || by === undefined || expires === undefined) {
    const missing = (["base", "revision", "by", "expires"] as const).filter((name) => values[name] === undefined);
    const file = lines[0]?.file ?? "";
    throw createUsageError(
      "compat convert-oasdiff",
      `"${file}" is an ignore file, which needs ${missing.map((name) => `--${name}`).join(", ")}`,
    );
  }
  const profile = extendProfile(defaultProfile, { oasdiff: severities });
  const { both } = await loadBoth([base, revision], values, io);
  const { ignored, unconverted, prose } = convertIgnores(lines, checkCompat(...both, { profile }).changes);
  const byChange = new Map<string, Json>();
  const remarks: string[] = prose === 0 ? [] : [`${counted(prose, "line")} of text without an operation`];
  for (const { line, changes } of ignored) {
    for (const change of changes) {
      if (isBlocking(change)) byChange.set(change.id, { change: change.id, reason, by, expires, note: line.text });
      else remarks.push(`${line.file}:${line.line}: ${unneededText(change)}`);
    }
  }
  return { waivers: [...byChange.values()], rest: unconverted, remarks };
}

function unneededText({ id, rule, verdict }: Change): string {
  return `no waiver is needed, because ${rule} (${id}) is ${verdict}`;
}

/** @throws ToolError "unreadable-policy" for a file that cannot be read. */
function readOasdiffFile(file: string): string {
  try {
    return readBounded(file).toString();
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const reason = isMissing ? "there is no such file" : cause instanceof Error ? cause.message : String(cause);
    throw new ToolError("unreadable-policy", `Cannot read "${file}": ${reason}`, { at: { file }, cause });
  }
}
