import { existsSync } from "node:fs";
import { isAbsolute, join, posix, relative, resolve, sep } from "node:path";
import { type Announcement, type Ledger, announcementsIn, readEntries, readLedger } from "../../compat/index.ts";
import { type PlainFile, ToolError, inputsIn, openRepository, textsAt } from "../../contracts/index.ts";
import type { Io } from "../command.ts";

/** Where the ledger is, if not said. */
export const ledgerFile = "compat/ledger.yaml";

/** Who asks for what is known of dates. */
export interface Asked {
  /** What is compared with, where something is: what decides on a change is read there, as it must not come with it. */
  readonly base?: string | undefined;
  readonly io: Pick<Io, "err" | "signal">;
}

/**
 * The ledger of a file; of the usual one, where there is one. Where BASE is of a commit it is the one of that commit,
 * so that no change brings the dates that allow it.
 * @throws ToolError "unreadable-ledger".
 */
export async function ledgerAt(given: string | undefined, asked: Asked): Promise<Ledger | undefined> {
  const { io } = asked;
  const file = given ?? ledgerFile;
  const commit = await committed(file, asked);
  if (commit === undefined) {
    if (given === undefined && !existsSync(file)) return undefined;
    if (asked.base !== undefined) io.err(`The ledger is ${file}\n`);
    return readLedger(file);
  }
  const [found] = await textsAt(commit, io);
  if (found) {
    io.err(`The ledger is ${found.name}\n`);
    return readLedger(found);
  }
  if (existsSync(file)) io.err(`No ledger counts: there is no ${commit} yet\n`);
  else if (given !== undefined)
    throw new ToolError("unreadable-ledger", `Cannot read "${commit}": there is no such file`, {
      hint: "concord compat ledger --from-tags PATH --out FILE makes one; where BASE is of a commit, it is read there",
    });
  return undefined;
}

/**
 * What the changelog in a folder announced: of the folder as BASE has it, where that is of a commit.
 * @throws ToolError "unreadable-changelog" where there is none: nothing would be announced.
 */
export async function announcementsAt(
  folder: string | undefined,
  asked: Asked,
): Promise<readonly Announcement[] | undefined> {
  if (folder === undefined) return undefined;
  const { io } = asked;
  const isThere = ["entries", "CHANGELOG.md"].some((name) => existsSync(join(folder, name)));
  const commit = await committed(folder, asked);
  if (commit === undefined && isThere) {
    if (asked.base !== undefined) io.err(`The changelog is ${folder}\n`);
    return announcementsIn(await readEntries(join(folder, "entries")));
  }
  const found = commit === undefined ? [] : await textsAt(commit, io);
  if (found.length > 0) {
    io.err(`The changelog is ${commit}\n`);
    return announcementsIn(await readEntries(found.filter(isEntry)));
  }
  if (isThere) {
    io.err(`Nothing counts as announced: there is no ${commit} yet\n`);
    return [];
  }
  throw new ToolError("unreadable-changelog", `Cannot read the changelog in "${commit ?? folder}": there is none`, {
    at: { file: folder },
    hint: "--changelog takes the folder that concord changelog --out writes to",
  });
}

function isEntry({ name }: PlainFile): boolean {
  return /[:/]entries\/[^/]+\.ya?ml$/.test(name);
}

/** What a file of this repository is called at the commit that BASE is of; undefined for one that is read where it stands. */
async function committed(file: string, { base, io }: Asked): Promise<string | undefined> {
  if (file.startsWith("git:")) return file;
  const [commit] = (base === undefined ? [] : inputsIn(base)).flatMap((input) => /^git:[^:]*/.exec(input) ?? []);
  if (commit === undefined) return undefined;
  const { prefix } = await openRepository(".", io.signal);
  const path = posix.join(prefix, relative("", resolve(file)).split(sep).join("/"));
  return path.startsWith("../") || isAbsolute(path) ? undefined : `${commit}:${path}`;
}
