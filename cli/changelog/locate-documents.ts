import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { type Repository, ToolError, splitInputs, openRepository } from "../../contracts/index.ts";
import type { Io } from "../command.ts";

/** Location of documents in a git repository, for reading them from its tags. */
export interface DocumentSource {
  readonly repository: Repository;
  /** Files, folders and globs, relative to the top of the repository; "" is the whole repository. */
  readonly places: readonly string[];
  /** Commit of each place. HEAD for the working tree. */
  readonly commits: readonly string[];
}

/**
 * Finds the repository of an argument such as BASE.
 * @throws ToolError "unusable-repository" if there is none, or more than one.
 */
export async function locateDocuments(argument: string, io: Pick<Io, "signal">): Promise<DocumentSource> {
  const found = await Promise.all(splitInputs(argument).map((input) => locateInput(input, io)));
  const [first] = found;
  const roots = new Set(found.map(({ repository }) => repository.root));
  if (!first || roots.size > 1)
    throw new ToolError(
      "unusable-repository",
      `Cannot find tags for "${argument}": it belongs to several repositories`,
      {
        hint: "Give earlier versions explicitly: --earlier DAY=INPUT",
      },
    );
  return {
    repository: first.repository,
    places: found.map(({ place }) => place),
    commits: found.map(({ commit }) => commit),
  };
}

/** Commits of a repository that an argument such as BASE names. */
export async function resolveCommits(
  argument: string,
  { root }: Repository,
  io: Pick<Io, "signal">,
): Promise<string[]> {
  const commits = splitInputs(argument).flatMap((input) => gitInput.exec(input)?.[1] ?? []);
  if (commits.length === 0) return [];
  if ((await openRepository(".", io.signal)).root === root) return commits;
  return [];
}

const gitInput = /^git:([^:]*):?(.*)$/s;

interface DocumentPlace {
  readonly repository: Repository;
  readonly place: string;
  readonly commit: string;
}

async function locateInput(input: string, { signal }: Pick<Io, "signal">): Promise<DocumentPlace> {
  if (/^https?:\/\//i.test(input))
    throw new ToolError(
      "unusable-repository",
      `Cannot find tags for "${input}": a URL does not belong to a repository`,
      {
        hint: "Give earlier versions explicitly: --earlier DAY=INPUT",
      },
    );
  const [, commit, path = ""] = gitInput.exec(input) ?? [];
  if (commit !== undefined) {
    const repository = await openRepository(".", signal);
    return {
      repository,
      place: normalizePlace(/^\.\.?(\/|$)/.test(path) ? posix.join(repository.prefix, path) : path),
      commit,
    };
  }
  const folder = findInputFolder(input);
  const repository = await openRepository(folder, signal);
  const inside = join(realpathSync(folder), relative(folder, resolve(input)));
  return { repository, place: normalizePlace(relative(repository.root, inside).split(sep).join("/")), commit: "HEAD" };
}

/** Nearest existing folder of a path or glob. */
function findInputFolder(input: string): string {
  let folder = resolve(input);
  while (!existsSync(folder) && /[*?[\]{}]/.test(folder) && dirname(folder) !== folder) folder = dirname(folder);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  return dirname(folder);
}

function normalizePlace(place: string): string {
  const path = posix.join(place, ".").replace(/\/$/, "");
  return path === "." ? "" : path;
}
