import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { type Repository, ToolError, inputsIn, openRepository } from "../../contracts/index.ts";
import type { Io } from "../command.ts";

/** Where documents stand in a git repository, so that its tags can be asked for them. */
export interface Traced {
  readonly repository: Repository;
  /** Files, folders and globs, from the top of the repository; "" is all of it. */
  readonly places: readonly string[];
  /** The commits whose documents they are; of what stands in the working tree, HEAD. */
  readonly commits: readonly string[];
}

/**
 * Finds the repository that an argument such as BASE names documents of: files, folders, globs and commits.
 * @throws ToolError "unusable-repository" where there is none, or more than one.
 */
export async function traced(argument: string, io: Pick<Io, "signal">): Promise<Traced> {
  const found = await Promise.all(inputsIn(argument).map((input) => placeOf(input, io)));
  const [first] = found;
  const roots = new Set(found.map(({ repository }) => repository.root));
  if (!first || roots.size > 1)
    throw new ToolError("unusable-repository", `Cannot look for tags of "${argument}": it is of several repositories`, {
      hint: "Name earlier versions by hand: --earlier DAY=INPUT",
    });
  return {
    repository: first.repository,
    places: found.map(({ place }) => place),
    commits: found.map(({ commit }) => commit),
  };
}

/** The commits that an argument such as BASE names of a repository; none where it names no commits of it. */
export async function commitsOf(argument: string, { root }: Repository, io: Pick<Io, "signal">): Promise<string[]> {
  const commits = inputsIn(argument).flatMap((input) => gitInput.exec(input)?.[1] ?? []);
  if (commits.length === 0) return [];
  return (await openRepository(".", io.signal)).root === root ? commits : [];
}

const gitInput = /^git:([^:]*):?(.*)$/s;

interface Found {
  readonly repository: Repository;
  readonly place: string;
  readonly commit: string;
}

async function placeOf(input: string, { signal }: Pick<Io, "signal">): Promise<Found> {
  if (/^https?:\/\//i.test(input))
    throw new ToolError("unusable-repository", `Cannot look for tags of "${input}": a URL is in no repository`, {
      hint: "Name earlier versions by hand: --earlier DAY=INPUT",
    });
  const [, commit, path = ""] = gitInput.exec(input) ?? [];
  if (commit !== undefined) {
    const repository = await openRepository(".", signal);
    return { repository, place: tidy(/^\.\.?(\/|$)/.test(path) ? posix.join(repository.prefix, path) : path), commit };
  }
  const folder = folderOf(input);
  const repository = await openRepository(folder, signal);
  const inside = join(realpathSync(folder), relative(folder, resolve(input)));
  return { repository, place: tidy(relative(repository.root, inside).split(sep).join("/")), commit: "HEAD" };
}

/** The nearest folder that is one, and no part of a glob. */
function folderOf(input: string): string {
  let folder = resolve(input);
  while (!existsSync(folder) && /[*?[\]{}]/.test(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : dirname(folder);
}

function tidy(place: string): string {
  const path = posix.join(place, ".").replace(/\/$/, "");
  return path === "." ? "" : path;
}
