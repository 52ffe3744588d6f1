import { existsSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Ledger,
  apisWithout,
  compareVersions,
  emptyLedger,
  addVersionToLedger,
  isInLatestVersion,
  mergeLedgers,
  readLedger,
  renderLedger,
} from "../../compat/index.ts";
import type { Command, ExitCode, Io } from "../command.ts";
import { counted } from "../counted.ts";
import { loadAll } from "../arguments/load-both.ts";
import { makeFolder } from "../files/make-folder.ts";
import { type Options, describeOptions, helpOption } from "../arguments/options.ts";
import { parseArgv, createUsageError } from "../arguments/parse.ts";
import { day } from "../arguments/readers.ts";
import { writeFileAtomically } from "../files/write-file-atomically.ts";
import { ledgerFile } from "./read-dates.ts";
import { type PolicyChoice, chosenProfile, policyChoiceOptions } from "./profile.ts";
import { locateDocuments } from "../changelog/locate-documents.ts";
import { reportLeftOut } from "../changelog/tag-documents.ts";
import { findHighestTag, nearestBefore, listTags, noDocumentsError } from "../changelog/tags.ts";
import { loadVersions } from "./versions.ts";

const options = {
  "from-tags": {
    help: "create the ledger from the tags of the git repository that contains PATH, a document or a folder of documents; with PATTERN, only from matching tags, such as 'v*'",
  },
  update: { help: "add the current documents of PATH to the ledger; run it with each publication" },
  ...policyChoiceOptions,
  out: { form: "FILE", help: `with --from-tags: file to write (default: ${ledgerFile})` },
  ledger: { form: "FILE", help: `with --update: ledger to extend (default: ${ledgerFile})` },
  version: { form: "NAME", help: "with --update: name of the published version (default: the date)" },
  today: { form: "YYYY-MM-DD", read: day, help: "with --update: date of the publication (default: today)" },
} as const satisfies Options;

const help = `Records when each operation was published and deprecated, in a ledger file.

Usage: concord compat ledger --from-tags [PATTERN] PATH [--out FILE]
       concord compat ledger --update PATH [options]

The ledger is for documents without dates of their own (x-published, x-deprecated). It has the
version and the date of each publication and deprecation. Commit it. It is YAML, and you may correct
it by hand.

Each version continues from the highest version in its own history, so that a maintenance branch
does not postpone dates. A removed operation stays in the ledger for the support period of the
profile (24 months for platform, forever for default), because --transitive may need it. If a
document has a date of its own, the later of the two dates applies; for the first version, the
document's own date.

Options:
${describeOptions({ ...options, ...helpOption })}

Examples, in a checkout of Concord:
  concord compat ledger --update contracts/apis/entity --ledger ledger.yaml

Exit codes: 0 written, 2 could not run.
`;

/** `concord compat ledger`: records dates of publication and deprecation. */
export const command: Command = { help, run: (argv, io) => runLedger(argv, io, new Date()) };

/** The command, with the current time as an argument. */
export async function runLedger(argv: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const { values, positionals } = parseArgv("compat ledger", argv, options, "[PATTERN] PATH");
  if (values["from-tags"] === values.update)
    throw createUsageError("compat ledger", "give either --from-tags or --update");
  const misplaced = (values.update ? (["out"] as const) : (["ledger", "version", "today"] as const)).find(
    (name) => values[name] !== undefined,
  );
  if (misplaced !== undefined)
    throw createUsageError(
      "compat ledger",
      `--${misplaced} has no effect with ${values.update ? "--update" : "--from-tags"}`,
    );
  if (values.update && positionals.length === 2)
    throw createUsageError("compat ledger", "--update needs 1 argument, not 2");

  const path = positionals.at(-1) as string;
  const file = (values.update ? values.ledger : values.out) ?? ledgerFile;
  if (file.startsWith("git:"))
    throw createUsageError("compat ledger", `the ledger must be a file, not a commit: "${file}"`);
  const ledger = values.update
    ? await updatedLedger(path, file, {
        date: values.today ?? now.toISOString().slice(0, 10),
        name: values.version,
        choice: values,
        io,
      })
    : await ledgerFromTags(positionals.length === 2 ? (positionals[0] as string) : "*", path, {
        choice: values,
        io,
      });
  await makeFolder(dirname(file));
  await writeFileAtomically(file, await renderLedger(ledger));
  io.out(`${file}: ${summarizeLedger(ledger)}\n`);
  return 0;
}

/** Version that is published now. */
interface Publication extends LedgerContext {
  readonly date: string;
  readonly name: string | undefined;
}

/** Options that select a policy, and output. */
interface LedgerContext {
  readonly choice: PolicyChoice;
  readonly io: Io;
}

async function updatedLedger(
  path: string,
  file: string,
  { date, name = date, choice, io }: Publication,
): Promise<Ledger> {
  const ledger = existsSync(file) ? await readLedger(file) : emptyLedger;
  const latest = ledger.versions.find((version) => version.date > date && version.name !== name);
  if (latest)
    throw createUsageError(
      "compat ledger",
      `--update adds the latest version, but the ledger has "${latest.name}" of ${latest.date}, after ${date}`,
    );
  const contracts = await loadAll([path], {}, io);
  const lost = apisWithout(ledger, contracts);
  if (lost.length > 0)
    io.err(`Removed on ${date}, because "${path}" does not contain them: ${lost.join(", ")} (${remedy})\n`);
  const profile = await chosenProfile("compat ledger", choice, { contracts, io });
  return addVersionToLedger(ledger, { name, date, contracts }, profile);
}

const remedy =
  "if they still exist, restore the ledger and name all its documents: their folder, or a list separated by commas";

/**
 * Ledger of a history. A version continues the ledger of the highest version in its own history, or else of the highest
 * lower version. The ledgers of all branches are joined; the highest version takes precedence.
 * @throws ToolError "unusable-repository" if no tag has documents. An existing ledger is not overwritten.
 */
async function ledgerFromTags(pattern: string, path: string, { choice, io }: LedgerContext): Promise<Ledger> {
  const { repository, ...source } = await locateDocuments(path, io);
  const versions = await loadVersions({ repository, ...source }, await listTags(repository, pattern), io);
  const latest = versions.at(-1);
  if (!latest) throw noDocumentsError(repository, pattern, path);
  await reportLeftOut(repository, latest.name, { ...source, io });
  const profile = await chosenProfile("compat ledger", choice, { contracts: latest.contracts, io });
  const ledgers = new Map<string, Ledger>();
  const continued = new Set<string>();
  for (const version of versions) {
    const known = [...ledgers.keys()];
    const before =
      (await nearestBefore(version, known, { repository, pattern })) ??
      findHighestTag(known.filter((name) => compareVersions(name, version.name) < 0));
    if (before !== undefined) continued.add(before);
    const ledger = before === undefined ? undefined : ledgers.get(before);
    ledgers.set(version.name, addVersionToLedger(ledger ?? emptyLedger, version, profile));
  }
  const ends = [...ledgers].filter(([name]) => !continued.has(name));
  return mergeLedgers(
    ends.toSorted(([one], [other]) => compareVersions(other, one)).map(([, ledger]) => ledger),
    versions.map(({ name, date }) => ({ name, date })),
    profile,
  );
}

function summarizeLedger({ versions, apis }: Ledger): string {
  const all = Object.values(apis).flatMap((api) => Object.values(api.operations).filter(isInLatestVersion));
  const fields = all.flatMap((operation) => Object.values(operation.fields ?? {})).filter(isInLatestVersion);
  // Deprecated parts of a GraphQL schema have entries, but are not operations and have no date of publication.
  const operations = all.filter(({ published }) => published !== undefined);
  const deprecated = [...all, ...fields].filter((one) => one.deprecated !== undefined);
  return `${counted(operations.length, "operation")} of ${counted(versions.length, "version")}, ${counted(deprecated.length, "deprecated part")}`;
}
