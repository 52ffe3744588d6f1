import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { type Repository, ToolError, inputsIn, openRepository } from "../../contracts/index.ts";
import type { Io } from "../command.ts";

/** Where documents stand in a git repository, so that its tags can be asked for them. */
export interface Traced {
  readonly repository: Repository;
  /** Files, folders and globs, from the top of the repository; "" is all of it. */
  readonly places: readonly string[];
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
  return { repository: first.repository, places: found.map(({ place }) => place) };
}

interface Found {
  readonly repository: Repository;
  readonly place: string;
}

async function placeOf(input: string, { signal }: Pick<Io, "signal">): Promise<Found> {
  if (/^https?:\/\//i.test(input))
    throw new ToolError("unusable-repository", `Cannot look for tags of "${input}": a URL is in no repository`, {
      hint: "Name earlier versions by hand: --earlier DAY=INPUT",
    });
  const [isOfCommit, path = ""] = /^git:[^:]*:?(.*)$/s.exec(input) ?? [];
  if (isOfCommit !== undefined) {
    const repository = await openRepository(".", signal);
    return { repository, place: tidy(/^\.\.?(\/|$)/.test(path) ? posix.join(repository.prefix, path) : path) };
  }
  const folder = folderOf(input);
  const repository = await openRepository(folder, signal);
  const inside = join(realpathSync(folder), relative(folder, resolve(input)));
  return { repository, place: tidy(relative(repository.root, inside).split(sep).join("/")) };
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
