import { existsSync } from "node:fs";
import { isAbsolute, join, posix, relative, resolve, sep } from "node:path";
import { type Announcement, type Ledger, selectAnnouncements, readChangelog, readLedger } from "../../compat/index.ts";
import { type PlainFile, ToolError, splitInputs, openRepository, readGitTexts } from "../../contracts/index.ts";
import type { Option } from "../arguments/options.ts";
import type { Io } from "../command.ts";

/** Default file of the ledger. */
export const ledgerFile = "compat/ledger.yaml";

/** Option for a ledger that is read. */
export const ledgerOption = {
  form: "FILE",
  help: `dates of publication and deprecation, for documents without dates (default: ${ledgerFile}, if it exists)`,
} as const satisfies Option;

/** Context of a command that reads dates. */
export interface DatesContext {
  /** BASE of a comparison. Ledger and changelog are read at its commit, so that a revision cannot add dates for itself. */
  readonly base?: string | undefined;
  readonly io: Pick<Io, "err" | "signal">;
}

/**
 * Reads the ledger from a file, or from the default file if it exists. If BASE is a commit, reads it at that commit.
 * @throws ToolError "unreadable-ledger".
 */
export async function readGivenLedger(given: string | undefined, context: DatesContext): Promise<Ledger | undefined> {
  const { io } = context;
  const file = given ?? ledgerFile;
  const commit = await inputAtBase(file, context);
  if (commit === undefined) {
    if (given === undefined && !existsSync(file)) return undefined;
    if (context.base !== undefined) io.err(`The ledger is ${file}\n`);
    return readLedger(file);
  }
  const [found] = await readGitTexts(commit, io);
  if (found) {
    io.err(`The ledger is ${found.name}\n`);
    return readLedger(found);
  }
  if (existsSync(file)) io.err(`No ledger is used: there is no ${commit} yet\n`);
  else if (given !== undefined)
    throw new ToolError("unreadable-ledger", `Cannot read "${commit}": there is no such file`, {
      hint: "Create one with concord compat ledger --from-tags PATH --out FILE. If BASE is a commit, it is read at that commit",
    });
  return undefined;
}

/**
 * Reads the announcements of the changelog in a folder. If BASE is a commit, reads them at that commit.
 * @throws ToolError "unreadable-changelog" if there is no changelog.
 */
export async function readAnnouncements(
  folder: string | undefined,
  context: DatesContext,
): Promise<readonly Announcement[] | undefined> {
  if (folder === undefined) return undefined;
  const { io } = context;
  const exists = ["entries", "CHANGELOG.md"].some((name) => existsSync(join(folder, name)));
  const commit = await inputAtBase(folder, context);
  if (commit === undefined && exists) {
    if (context.base !== undefined) io.err(`The changelog is ${folder}\n`);
    return selectAnnouncements(await readChangelog(join(folder, "entries")));
  }
  const found = commit === undefined ? [] : await readGitTexts(commit, io);
  if (found.length > 0) {
    io.err(`The changelog is ${commit}\n`);
    return selectAnnouncements(await readChangelog(found.filter(isEntry)));
  }
  if (exists) {
    io.err(`No announcements are used: there is no ${commit} yet\n`);
    return [];
  }
  throw new ToolError("unreadable-changelog", `Cannot read the changelog in "${commit ?? folder}": there is none`, {
    at: { file: folder },
    hint: "Set --changelog to the folder that concord changelog --out writes to",
  });
}

function isEntry({ name }: PlainFile): boolean {
  return /[:/]entries\/[^/]+\.ya?ml$/.test(name);
}

/** Input for a file at the commit of BASE. Undefined if the file is read from disk. */
async function inputAtBase(file: string, { base, io }: DatesContext): Promise<string | undefined> {
  if (file.startsWith("git:")) return file;
  const [commit] = (base === undefined ? [] : splitInputs(base)).flatMap((input) => /^git:[^:]*/.exec(input) ?? []);
  if (commit === undefined) return undefined;
  const { prefix } = await openRepository(".", io.signal);
  const path = posix.join(prefix, relative("", resolve(file)).split(sep).join("/"));
  if (path.startsWith("../") || isAbsolute(path)) return undefined;
  return `${commit}:${path}`;
}
