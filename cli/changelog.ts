import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ChangelogFiles, checkCompat, updateChangelog } from "../compat/index.ts";
import { ToolError } from "../contracts/index.ts";
import type { Command, ExitCode, Io } from "./command.ts";
import { inputOptions, loadBoth } from "./load-both.ts";
import { makeFolder } from "./make-folder.ts";
import { parse, usage } from "./parse.ts";
import { writeWhole } from "./write-whole.ts";

const names = ["CHANGELOG.md", "changelog.xml", "changelog.json"] as const;

const help = `Usage: concord changelog BASE REVISION --out DIR [options]

Publishes the changes between two versions of a contract. BASE and REVISION are inputs such as
"concord compat" takes: see concord compat --help. Writes to DIR:
  CHANGELOG.md    for people; edits by hand are kept
  changelog.xml   the same as an RSS 2.0 feed
  changelog.json  the record of what was published: keep it, or readers see old entries again

Entries that are already there stay as they are; new ones are put on top.

Options:
  --out DIR          where to write (made if it does not exist)
  --date YYYY-MM-DD  the day of new entries (default: today)
  --link URL         where the changelog can be read (default: https://changelog.platform.example/)
  --title TEXT       the feed's title (default: API changelog)
  --allow-url HOST   fetch URLs from HOST; repeatable (default: none is fetched)

Exit code: 0 written, 2 could not run.

Examples, in a checkout of Concord:
  concord changelog fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --out changelog
  concord changelog fixtures/changelog/base.yaml fixtures/changelog/revision.yaml --out changelog --date 2026-01-31
`;

/** `concord changelog`: CHANGELOG.md and an RSS feed of the changes. */
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
      date: { type: "string", default: now.toISOString().slice(0, 10) },
      link: { type: "string", default: "https://changelog.platform.example/" },
      title: { type: "string", default: "API changelog" },
      ...inputOptions,
    },
    { positionals: [2, 2] },
  );
  const { out, date, link, title } = values;
  if (out === undefined) throw usage("changelog", "--out DIR is missing");
  if (!isDay(date)) throw usage("changelog", `--date takes a day such as 2026-01-31, not "${date}"`);
  if (!isWebAddress(link)) throw usage("changelog", `--link takes an http or https URL, not "${link}"`);

  const report = checkCompat(...(await loadBoth(positionals, values, io)));
  await makeFolder(out);
  const { files, added } = updateChangelog(await readFiles(out), report, { date, link, title });
  for (const name of names) await writeWhole(join(out, name), files[name]);
  const breaking = added.filter(({ verdict }) => verdict === "breaking").length;
  io.out(`${out}: ${added.length} new of ${report.changes.length} changes, ${breaking} of the new ones breaking\n`);
  return 0;
}

async function readFiles(folder: string): Promise<Partial<ChangelogFiles>> {
  const texts = await Promise.all(names.map(async (name) => [name, await readIfThere(join(folder, name))] as const));
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
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

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
