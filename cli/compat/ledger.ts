import { existsSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Ledger,
  apisWithout,
  compareVersions,
  emptyLedger,
  grownLedger,
  isThere,
  joinedLedger,
  readLedger,
  renderLedger,
} from "../../compat/index.ts";
import type { Command, ExitCode, Io } from "../command.ts";
import { counted } from "../counted.ts";
import { loadAll } from "../load-both.ts";
import { makeFolder } from "../files/make-folder.ts";
import { parse, usage } from "../parse.ts";
import { writeWhole } from "../files/write-whole.ts";
import { ledgerFile } from "./known-dates.ts";
import { configuredProfileFor, profileHelp, profileOption } from "./profile.ts";
import { dayOf } from "./policy-options.ts";
import { traced } from "../changelog/traced.ts";
import { tellLeftOut } from "../changelog/documents-at.ts";
import { highestOf, nearestBefore, tagsIn, withoutDocuments } from "../changelog/tags.ts";
import { versionsAt } from "./versions.ts";

const help = `Usage: concord compat ledger --from-tags [PATTERN] PATH [--out FILE]
       concord compat ledger --update PATH [options]

Keeps a ledger: when each operation was first published, and since when what is deprecated,
with which version; what several operations have, in each of them. It serves documents that
carry no dates. Commit it; it is YAML, and may be corrected by hand.

--from-tags  makes it anew of the tags of the git repository that PATH, a document or a folder
             of them, is in; of those that match PATTERN, such as 'v*'
--update     adds what PATH has now to the ledger: run it with each publication

Each version counts on from the highest in its own history, so that a branch that is maintained
puts no date off. What is gone stays in the ledger for the time of support of the profile (24
months for platform, forever for default), as --transitive may ask for it of a version that has it. Of a document's own dates and those of the versions, the later one counts;
of the first version, the document's own.

Options:
${profileHelp}  --out FILE          where the ledger of --from-tags is written (default: ${ledgerFile})
  --ledger FILE       the ledger that --update adds to (default: ${ledgerFile})
  --version NAME      with --update: what is published now is called so (default: the day)
  --today YYYY-MM-DD  with --update: the day of its publication (default: today)

Exit code: 0 written, 2 could not run.
`;

/** `concord compat ledger`: remembers when what was published and announced. */
export const command: Command = { help, run: (argv, io) => run(argv, io, new Date()) };

/** The command with its clock as an argument. */
export async function run(argv: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const { values, positionals } = parse(
    "compat ledger",
    argv,
    {
      "from-tags": { type: "boolean" },
      update: { type: "boolean" },
      out: { type: "string" },
      ledger: { type: "string" },
      version: { type: "string" },
      today: { type: "string" },
      ...profileOption,
    },
    { positionals: [1, 2] },
  );
  if (Boolean(values["from-tags"]) === Boolean(values.update))
    throw usage("compat ledger", "it takes either --from-tags or --update");
  const stray = (values.update ? (["out"] as const) : (["ledger", "version", "today"] as const)).find(
    (name) => values[name] !== undefined,
  );
  if (stray !== undefined)
    throw usage("compat ledger", `--${stray} says nothing with ${values.update ? "--update" : "--from-tags"}`);
  if (values.update && positionals.length === 2) throw usage("compat ledger", "--update takes 1 argument, not 2");

  const path = positionals.at(-1) as string;
  const file = (values.update ? values.ledger : values.out) ?? ledgerFile;
  if (file.startsWith("git:")) throw usage("compat ledger", `it writes to a file, and no commit: "${file}"`);
  const ledger = values.update
    ? await updated(path, file, {
        date: dayOf("compat ledger", values.today, now),
        name: values.version,
        profile: values.profile,
        io,
      })
    : await fromTags(positionals.length === 2 ? (positionals[0] as string) : "*", path, {
        profile: values.profile,
        io,
      });
  await makeFolder(dirname(file));
  await writeWhole(file, await renderLedger(ledger));
  io.out(`${file}: ${summaryOf(ledger)}\n`);
  return 0;
}

/** A version that is published now. */
interface Publishing extends Asked {
  readonly date: string;
  readonly name: string | undefined;
}

/** The profile that is asked for, and where messages go. */
interface Asked {
  readonly profile: string | undefined;
  readonly io: Io;
}

async function updated(path: string, file: string, { date, name = date, profile, io }: Publishing): Promise<Ledger> {
  const ledger = existsSync(file) ? await readLedger(file) : emptyLedger;
  const latest = ledger.versions.find((version) => version.date > date && version.name !== name);
  if (latest)
    throw usage(
      "compat ledger",
      `--update adds the latest version, and the ledger knows "${latest.name}" of ${latest.date}, after ${date}`,
    );
  const contracts = await loadAll([path], {}, io);
  const lost = apisWithout(ledger, contracts);
  if (lost.length > 0) io.err(`Gone from ${date}, as "${path}" has nothing of them: ${lost.join(", ")} (${remedy})\n`);
  const policy = await configuredProfileFor("compat ledger", profile, contracts, io);
  return grownLedger(ledger, { name, date, contracts }, policy);
}

const remedy =
  "where they are not, take the ledger back and name all that it is of: their folder, or each, with commas between them";

/**
 * The ledger of a history: a version counts on from the highest in its own history; where that holds none, from the
 * highest that is lower. What lines end with is joined, the highest version deciding.
 * @throws ToolError "unusable-repository" where no tag has documents: a ledger that is there would be lost.
 */
async function fromTags(pattern: string, path: string, { profile: named, io }: Asked): Promise<Ledger> {
  const { repository, ...source } = await traced(path, io);
  const versions = await versionsAt({ repository, ...source }, await tagsIn(repository, pattern), io);
  const latest = versions.at(-1);
  if (!latest) throw withoutDocuments(repository, pattern, path);
  await tellLeftOut(repository, latest.name, { ...source, io });
  const profile = await configuredProfileFor("compat ledger", named, latest.contracts, io);
  const ledgers = new Map<string, Ledger>();
  const continued = new Set<string>();
  for (const version of versions) {
    const known = [...ledgers.keys()];
    const before =
      (await nearestBefore(version, known, { repository, pattern })) ??
      highestOf(known.filter((name) => compareVersions(name, version.name) < 0));
    if (before !== undefined) continued.add(before);
    const ledger = before === undefined ? undefined : ledgers.get(before);
    ledgers.set(version.name, grownLedger(ledger ?? emptyLedger, version, profile));
  }
  const ends = [...ledgers].filter(([name]) => !continued.has(name));
  return joinedLedger(
    ends.toSorted(([one], [other]) => compareVersions(other, one)).map(([, ledger]) => ledger),
    versions.map(({ name, date }) => ({ name, date })),
    profile,
  );
}

function summaryOf({ versions, apis }: Ledger): string {
  const every = Object.values(apis).flatMap((api) => Object.values(api.operations));
  const all = every.filter(isThere);
  const fields = all.flatMap((operation) => Object.values(operation.fields ?? {})).filter(isThere);
  // What GraphQL deprecates is no operation: nothing tells when it was published.
  const operations = all.filter(({ published }) => published !== undefined);
  const deprecated = [...all, ...fields].filter((one) => one.deprecated !== undefined);
  return `${counted(operations.length, "operation")} of ${counted(versions.length, "version")}, ${counted(deprecated.length, "deprecated part")}`;
}
