import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  type CompatProfile,
  type CompatReport,
  type Entry,
  type UnreadDocument,
  apiKeysOf,
  checkCompat,
  defaultProfile,
  entriesOf,
  isRendered,
  judgeInTime,
  readChangelog,
  updateChangelog,
} from "../compat/index.ts";
import { type Contract, ToolError, splitInputs, omitUndefined } from "../contracts/index.ts";
import { maskUrl } from "../contracts/secrets/index.ts";
import { entriesSinceTags } from "./changelog/entries-since-tags.ts";
import type { Command, ExitCode, Io } from "./command.ts";
import { counted } from "./counted.ts";
import { readJudging, judgingOptions } from "./compat/policy-options.ts";
import { type PolicyChoice, chosenProfile, policyChoiceOptions, policyChooser } from "./compat/profile.ts";
import { compatProfiles } from "../profiles/compat-profiles.ts";
import { checkInterrupted, interruptible } from "./interruptible.ts";
import { inputOptions, loadBoth } from "./arguments/load-both.ts";
import { makeFolder } from "./files/make-folder.ts";
import { type Options, describeOptions, helpOption } from "./arguments/options.ts";
import { parseArgv, createUsageError } from "./arguments/parse.ts";
import { day, whole } from "./arguments/readers.ts";
import { refuseInput, writeFileAtomically } from "./files/write-file-atomically.ts";

const ownOptions = {
  out: { form: "DIR", help: "folder to write to (created if it does not exist)" },
  "since-tags": {
    form: "PATTERN",
    help: "compare each tag that matches, such as 'v*', with the highest version in its history. PATH is the file or folder of the documents in the repository; renames in its history are followed. Entries get the date of the tag",
  },
  date: { form: "YYYY-MM-DD", read: day, help: "date of new entries (default: today)" },
  today: { form: "YYYY-MM-DD", read: day, help: "date for reminders (default: --date, or today)" },
  remind: {
    form: "DAYS",
    default: "90,30",
    read: readReminders,
    help: "days before a sunset on which an entry reminds of it: numbers separated by commas, or none",
  },
  link: {
    form: "URL",
    read: readLink,
    help: "public URL of the changelog: its folder, or a page in it (default: that of the run before; without one, no feeds are written)",
  },
  title: {
    form: "TEXT",
    help: 'title of the changelog (default: the name of the API and "changelog", or "API changelog" for several APIs)',
  },
  ...inputOptions,
} as const satisfies Options;

const policyOptions = { ...policyChoiceOptions, ...judgingOptions };

const help = `Publishes the changes between two versions of a contract, or between all tags of a repository.

Usage: concord changelog BASE REVISION --out DIR [options]
       concord changelog PATH --since-tags PATTERN --out DIR [options]
       concord changelog --out DIR [options]

BASE and REVISION are inputs as for "concord compat". Without documents, the command renders the
existing entries again and adds reminders of sunsets. It writes to DIR:
  entries/*.yaml   one file per entry, which you may edit; an existing file is never overwritten
  CHANGELOG.md     for readers; text outside of its two marks is kept
  index.html       all entries on one page, with filters
  changelog.xml, changelog.atom.xml, changelog.feed.json
                   the latest 100 entries as RSS 2.0, Atom and JSON Feed
  feeds/           feeds of the breaking changes, and of each API
The command refuses to overwrite a file with one of these names that is not part of a changelog.

A deleted entry file is created again. To remove an entry for good, write "hidden: true" into its
file. With "covers: [ID, …]" an entry describes other changes, too. A changelog.json of an earlier
version is converted to entries once.

Options:
${describeOptions({ ...ownOptions, ...helpOption })}

Policy. An entry notes which waiver or announcement allows a breaking change on its date:
${describeOptions(policyOptions)}

Examples, in a checkout of Concord:
  concord changelog fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --out changelog
  concord changelog fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --out changelog --date 2026-01-31
  concord changelog --out changelog --today 2026-06-30 --remind 90,30,7

Exit codes: 0 written, 2 could not run.
`;

const readDays = whole();

/** Action in the error message of an interruption. */
const writing = "write the changelog";

/** `concord changelog`: publishes changes as entries, CHANGELOG.md, a page and feeds. */
export const command: Command = {
  help,
  run: (argv, io) => runChangelog(argv, io, new Date()),
};

/** The command, with the current time as an argument. */
export async function runChangelog(argv: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const options = { ...ownOptions, ...policyOptions };
  const { values, positionals } = parseArgv("changelog", argv, options, "[BASE] [REVISION]");
  const { out, link, title, remind, "since-tags": pattern } = values;
  const today = values.today ?? values.date ?? now.toISOString().slice(0, 10);
  const date = values.date ?? today;
  if (out === undefined) throw createUsageError("changelog", "--out DIR is missing");
  if (pattern !== undefined && positionals.length !== 1)
    throw createUsageError("changelog", `--since-tags needs exactly one argument, PATH, not ${positionals.length}`);
  if (pattern === undefined && positionals.length === 1)
    throw createUsageError("changelog", "REVISION is missing; one argument alone is PATH and needs --since-tags");

  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() === false)
    throw createUsageError("changelog", `--out must be a folder, and "${out}" is not`);
  const inputs = positionals.flatMap(splitInputs);
  refuseInput(join(out, "CHANGELOG.md"), inputs);
  // Reads the files that people edit first: a mistake in them must not leave half a changelog.
  const existing = {
    entries: await readChangelog(join(out, "entries")),
    markdown: await readIfExists(join(out, "CHANGELOG.md")),
    page: await readIfExists(join(out, "index.html")),
  };
  const {
    published,
    read,
    off,
    profile = await profileOfEntries(existing.entries, values, io),
  } = await prepareEntries(positionals, {
    pattern,
    date,
    io,
    values,
  });
  const publication = { published, isHistory: pattern !== undefined, today, remind, link, title, profile };
  const { files, added, hadEdits, lacksLink } = await updateChangelog(existing, publication);
  for (const name of Object.keys(files)) {
    refuseInput(join(out, name), [...inputs, ...read]);
    if (name !== "CHANGELOG.md") await refuseForeignFile(join(out, name));
  }
  await checkInterrupted(writing, io);
  for (const [name, text] of Object.entries(files)) {
    const file = join(out, name);
    await makeFolder(dirname(file));
    await writeFileAtomically(file, text);
  }
  if (hadEdits)
    io.err(`Edits between the marks of ${join(out, "CHANGELOG.md")} were overwritten: edit ${join(out, "entries")}\n`);
  if (off > 0) io.err(`Not in the changelog: ${counted(off, "change")} of rules that the policy switches off\n`);
  if (lacksLink) io.err("No feeds are written: they need the public URL of the changelog (--link URL)\n");
  const isNew = existing.entries.length === 0 && existing.markdown === undefined;
  if (isNew) io.err(`Created a new changelog in ${out}, with ${counted(added.length, "entry", "entries")}\n`);
  io.out(summarizeEntries(out, added, published));
  return 0;
}

async function prepareEntries(
  [first, second]: readonly string[],
  { pattern, date, io, values }: EntrySettings,
): Promise<Published> {
  if (first === undefined) return { published: [], read: [], off: 0 };
  // A mistake in these files is reported before a long history is read.
  await readJudging(values, { profile: defaultProfile, io });
  const choose = await policyChooser("changelog", values, io);
  const known = new Map<CompatProfile, Awaited<ReturnType<typeof readJudging>>>();
  let latest: CompatProfile | undefined;
  let off = 0;
  const compareDocuments = async (
    both: Both,
    today: string,
    notRead: readonly UnreadDocument[] = [],
  ): Promise<CompatReport> => {
    const profile = (latest = choose(both.flat()));
    const judging = known.get(profile) ?? (await readJudging(values, { profile, io }));
    known.set(profile, judging);
    const judgeDocuments = (): CompatReport =>
      judgeInTime(checkCompat(...both, { ...judging.settings, profile, notRead }), both, { ...judging, today });
    const report = await interruptible("compare the contracts", judgeDocuments, io);
    off += report.off?.length ?? 0;
    return report;
  };
  if (pattern !== undefined) {
    const published = await entriesSinceTags(pattern, first, { api: values.api, compare: compareDocuments, io });
    return omitUndefined({ published, read: [], off, profile: latest });
  }
  const { both, notRead } = await loadBoth([first, second as string], values, io);
  const report = await compareDocuments(both, date, notRead);
  return omitUndefined({
    published: await interruptible(writing, () => entriesOf(report, { date, keys: apiKeysOf(...both) }), io),
    read: both.flat().map(({ file }) => file),
    off,
    profile: latest,
  });
}

/** Entries, and the documents that they describe. */
interface Published {
  readonly published: Entry[];
  readonly read: readonly string[];
  /** Number of changes that the policy switches off. */
  readonly off: number;
  /** Profile of the latest comparison. Undefined if nothing was compared. */
  readonly profile?: CompatProfile;
}

type Both = readonly [base: readonly Contract[], revision: readonly Contract[]];

/** Settings of the entries to create. */
interface EntrySettings {
  readonly pattern: string | undefined;
  readonly date: string;
  readonly io: Io;
  readonly values: Parameters<typeof readJudging>[0] & Parameters<typeof loadBoth>[1] & PolicyChoice;
}

/** Policy of a changelog without new entries: the chosen one, or platform if an entry cites a clause. */
async function profileOfEntries(
  entries: readonly Entry[],
  choice: PolicyChoice,
  io: Pick<Io, "err">,
): Promise<CompatProfile> {
  const chosen = await chosenProfile("changelog", choice, { contracts: [], io });
  const isCited = entries.some(({ section }) => section !== undefined);
  if (chosen === defaultProfile && choice.profile === undefined && isCited) return compatProfiles.platform;
  return chosen;
}

function summarizeEntries(out: string, added: readonly Entry[], published: readonly Entry[]): string {
  const reminders = added.filter(({ reminds }) => reminds !== undefined).length;
  const fresh = added.filter(({ reminds }) => reminds === undefined);
  const changes = (entries: readonly Entry[]): number =>
    entries.map(({ covers }) => 1 + covers.length).reduce((sum, count) => sum + count, 0);
  const breaking = changes(fresh.filter(({ compatibility }) => compatibility === "breaking"));
  const reminded = reminders === 0 ? "" : `, and ${counted(reminders, "reminder")}`;
  return `${out}: ${changes(fresh)} new of ${counted(published.length, "change")}, ${breaking} of the new ones breaking${reminded}\n`;
}

function readReminders(text: string, name: string): readonly number[] {
  if (text === "none") return [];
  return text.split(",").map((part) => readDays(part.trim(), name));
}

/**
 * Refuses to overwrite a file that is not part of a changelog.
 * @throws ToolError "unwritable-output".
 */
async function refuseForeignFile(file: string): Promise<void> {
  const text = await readIfExists(file);
  if (text === undefined || isRendered(text)) return;
  const reason = "it exists and is not part of a changelog";
  const hint = "Move the file, or choose another folder with --out";
  throw new ToolError("unwritable-output", `Cannot write "${file}": ${reason}`, { at: { file }, hint });
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    if (code === "ENOTDIR")
      throw new ToolError("unwritable-output", `Cannot write "${file}": it is not in a folder`, { at: { file } });
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError("unreadable-changelog", `Cannot read "${file}": ${reason}`, { at: { file }, cause: error });
  }
}

/** Reads --link. The message does not repeat credentials. */
function readLink(text: string, name: string): string {
  const url = URL.parse(text);
  if (url && /^https?:\/\//i.test(text) && url.username === "" && url.password === "") return text;
  throw new RangeError(`${name} must be an http or https URL without credentials, not "${maskUrl(text, undefined)}"`);
}
