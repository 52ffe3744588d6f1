import { statSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
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
  readEntries,
  updateChangelog,
} from "../compat/index.ts";
import { type Contract, ToolError, inputsIn, isDate } from "../contracts/index.ts";
import { maskUrl } from "../contracts/secrets/index.ts";
import { entriesSinceTags } from "./changelog/since-tags.ts";
import type { Command, ExitCode, Io } from "./command.ts";
import { counted } from "./counted.ts";
import { judgingOf, judgingOptions, settingsHelp, sourcesHelp } from "./compat/policy-options.ts";
import { profileFor, profileOf, profileOption } from "./compat/profile.ts";
import { configuredProfile } from "./configured-profile.ts";
import { profileNameOf } from "./profile-name.ts";
import { checkInterrupted, interruptible } from "./interruptible.ts";
import { inputOptions, inputOptionsHelp, loadBoth } from "./load-both.ts";
import { makeFolder } from "./files/make-folder.ts";
import { parse, usage, wholeNumber } from "./parse.ts";
import { refuseInput, writeWhole } from "./files/write-whole.ts";

const help = `Usage: concord changelog BASE REVISION --out DIR [options]
       concord changelog PATH --since-tags PATTERN --out DIR [options]
       concord changelog --out DIR [options]

Publishes the changes between two versions of a contract (BASE and REVISION are inputs such
as "concord compat" takes), or between all tags of a git
repository. Without documents it renders anew what is there, and reminds of sunsets.
Writes to DIR:
  entries/*.yaml   one entry each, yours to edit: an entry that is there is never written again
  CHANGELOG.md     for people; what stands outside of its two marks is kept
  index.html       all entries on one page, with filters
  changelog.xml, changelog.atom.xml, changelog.feed.json
                   the newest 100 as RSS 2.0, Atom and JSON Feed
  feeds/           the same for what breaks, and for each API
What is there under one of these names and is no page or feed of a changelog is refused.

A file of an entry that is removed comes back; "hidden: true" in it takes the entry away
for good. "covers: [ID, …]" lets an entry stand for other changes, too. A changelog.json
of an earlier version is turned into entries, once.

Options:
  --out DIR             where to write (made if it does not exist)
  --since-tags PATTERN  compare each tag that matches, such as 'v*', with the highest version
                        in its history; PATH is the documents' file or folder in the
                        repository, whatever it was called before. Entries get the tag's day
  --date YYYY-MM-DD     the day of new entries (default: today)
  --today YYYY-MM-DD    the day that reminders are counted from (default: --date, or the clock)
  --remind DAYS         so many days before a sunset an entry reminds of it: numbers with
                        commas, or none (default: 90,30)
  --link URL            where the changelog can be read: its folder, with or without a slash at
                        the end, or a page beside the feeds
                        (default: https://changelog.platform.example/)
  --title TEXT          the changelog's title (default: API changelog)
${inputOptionsHelp}
Verdicts, and what allows a breaking change on the day of its entry, which the entry notes:
${settingsHelp}
${sourcesHelp}

Exit code: 0 written, 2 could not run.

Examples, in a checkout of Concord:
  concord changelog fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --out changelog
  concord changelog fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --out changelog --date 2026-01-31
  concord changelog --out changelog --today 2026-06-30 --remind 90,30,7
`;

/** What Ctrl-C ends before anything of it is done. */
const writing = "write the changelog";

/** `concord changelog`: entries of the changes, CHANGELOG.md, a page and feeds. */
export const command: Command = {
  help,
  run: (argv, io) => run(argv, io, new Date()),
};

/** The command with its clock as an argument. */
export async function run(argv: readonly string[], io: Io, now: Date): Promise<ExitCode> {
  const { values, positionals } = parse(
    "changelog",
    argv,
    {
      out: { type: "string" },
      "since-tags": { type: "string" },
      date: { type: "string" },
      today: { type: "string" },
      remind: { type: "string", default: "90,30" },
      link: { type: "string", default: "https://changelog.platform.example/" },
      title: { type: "string", default: "API changelog" },
      ...inputOptions,
      ...judgingOptions,
      ...profileOption,
    },
    { positionals: [0, 2] },
  );
  const { out, link, title, "since-tags": pattern } = values;
  const today = values.today ?? values.date ?? now.toISOString().slice(0, 10);
  const date = values.date ?? today;
  if (out === undefined) throw usage("changelog", "--out DIR is missing");
  for (const name of ["date", "today"] as const) {
    const day = values[name];
    if (day !== undefined && !isDate(day))
      throw usage("changelog", `--${name} takes a day such as 2026-01-31, not "${day}"`);
  }
  if (!isWebAddress(link))
    throw usage(
      "changelog",
      `--link takes an http or https URL without credentials, not "${maskUrl(link, undefined)}"`,
    );
  const remind = daysOf(values.remind);
  if (pattern !== undefined && positionals.length !== 1)
    throw usage("changelog", `with --since-tags it takes PATH, not ${positionals.length} arguments`);
  if (pattern === undefined && positionals.length === 1)
    throw usage("changelog", "it takes BASE and REVISION, or PATH with --since-tags");

  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() === false)
    throw usage("changelog", `--out takes a folder, and "${out}" is none`);
  const inputs = positionals.flatMap(inputsIn);
  for (const name of ["CHANGELOG.md", "changelog.json"]) refuseInput(join(out, name), inputs);
  // What a person wrote is read first: where it has a mistake, nothing is touched.
  const existing = {
    entries: await readEntries(join(out, "entries")),
    markdown: await readIfThere(join(out, "CHANGELOG.md")),
    record: await readIfThere(join(out, "changelog.json")),
  };
  const {
    published,
    read,
    profile = profileOfEntries(existing.entries, values.profile),
  } = await entriesFor(positionals, {
    pattern,
    date,
    io,
    values,
  });
  const options = { published, isHistory: pattern !== undefined, today, remind, link, title, profile };
  const { files, added, hadEdits } = await updateChangelog(existing, options);
  for (const name of Object.keys(files)) {
    refuseInput(join(out, name), [...inputs, ...read]);
    if (name !== "CHANGELOG.md") await refuseForeign(join(out, name));
  }
  await checkInterrupted(writing, io);
  for (const [name, text] of Object.entries(files)) {
    const file = join(out, name);
    await makeFolder(dirname(file));
    await writeWhole(file, text);
  }
  if (existing.record !== undefined) {
    await rm(join(out, "changelog.json"));
    io.err(`${join(out, "changelog.json")} was turned into ${join(out, "entries")}\n`);
  }
  if (hadEdits)
    io.err(`${join(out, "CHANGELOG.md")} was edited between its marks, which is gone: edit ${join(out, "entries")}\n`);
  const isNew = existing.entries.length === 0 && existing.markdown === undefined && existing.record === undefined;
  if (isNew)
    io.err(`There was no changelog in ${out}: a new one was begun, of ${counted(added.length, "entry", "entries")}\n`);
  io.out(summaryOf(out, added, published));
  return 0;
}

async function entriesFor(
  [first, second]: readonly string[],
  { pattern, date, io, values }: Entered,
): Promise<Published> {
  if (first === undefined) return { published: [], read: [] };
  // A mistake in these files is reported before a long history is read.
  await judgingOf(values, { profile: defaultProfile, io });
  const configured = await configuredProfile("compat", profileNameOf("changelog", values.profile), io);
  const known = new Map<CompatProfile, Awaited<ReturnType<typeof judgingOf>>>();
  let latest: CompatProfile | undefined;
  const judged = async (both: Both, today: string, notRead: readonly UnreadDocument[] = []): Promise<CompatReport> => {
    const profile = (latest = profileOf(configured, both.flat()));
    const judging = known.get(profile) ?? (await judgingOf(values, { profile, io }));
    known.set(profile, judging);
    const compare = (): CompatReport =>
      judgeInTime(checkCompat(...both, { ...judging.settings, profile, notRead }), both, { ...judging, today });
    return interruptible("compare the contracts", compare, io);
  };
  if (pattern !== undefined) {
    const published = await entriesSinceTags(pattern, first, { api: values.api, judged, io });
    return { published, read: [], ...(latest && { profile: latest }) };
  }
  const { both, notRead } = await loadBoth([first, second as string], values, io);
  const report = await judged(both, date, notRead);
  return {
    published: await interruptible(writing, () => entriesOf(report, { date, keys: apiKeysOf(...both) }), io),
    read: both.flat().map(({ file }) => file),
    ...(latest && { profile: latest }),
  };
}

/** Entries, and the documents that they were made of. */
interface Published {
  readonly published: Entry[];
  readonly read: readonly string[];
  /** The policy that judged last; absent where nothing was compared. */
  readonly profile?: CompatProfile;
}

type Both = readonly [base: readonly Contract[], revision: readonly Contract[]];

/** What is asked for. */
interface Entered {
  readonly pattern: string | undefined;
  readonly date: string;
  readonly io: Io;
  readonly values: Parameters<typeof judgingOf>[0] &
    Parameters<typeof loadBoth>[1] & { readonly profile?: string | undefined };
}

/** The policy of a changelog that nothing is added to: entries that cite a clause are those of the platform. */
function profileOfEntries(entries: readonly Entry[], named: string | undefined): CompatProfile {
  const isCited = entries.some(({ section }) => section !== undefined);
  return profileFor("changelog", named ?? (isCited ? "platform" : undefined));
}

function summaryOf(out: string, added: readonly Entry[], published: readonly Entry[]): string {
  const reminders = added.filter(({ reminds }) => reminds !== undefined).length;
  const fresh = added.filter(({ reminds }) => reminds === undefined);
  const changes = (entries: readonly Entry[]): number =>
    entries.map(({ covers }) => 1 + covers.length).reduce((sum, count) => sum + count, 0);
  const breaking = changes(fresh.filter(({ compatibility }) => compatibility === "breaking"));
  const reminded = reminders === 0 ? "" : `, and ${counted(reminders, "reminder")}`;
  return `${out}: ${changes(fresh)} new of ${counted(published.length, "change")}, ${breaking} of the new ones breaking${reminded}\n`;
}

function daysOf(text: string): number[] {
  if (text === "none") return [];
  return text.split(",").map((part) => wholeNumber("changelog", "remind", part.trim()));
}

/**
 * Keeps what was not made here.
 * @throws ToolError "unwritable-output".
 */
async function refuseForeign(file: string): Promise<void> {
  const text = await readIfThere(file);
  if (text === undefined || isRendered(text)) return;
  const reason = "it is there, and no page or feed of a changelog: move it away, or give another folder with --out";
  throw new ToolError("unwritable-output", `Cannot write "${file}": ${reason}`, { at: { file } });
}

async function readIfThere(file: string): Promise<string | undefined> {
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

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
