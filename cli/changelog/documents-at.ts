import { matchesGlob } from "node:path";
import { plain } from "../../compat/index.ts";
import { type Contract, type Loaded, type Repository, ToolError } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { leftOutLines, openInterruptible } from "../load-both.ts";

/** What documents may refer to. */
const readable = /\.(ya?ml|json|graphqls?|gql)$/i;

/** The files of a tag that a document may be, or refer to. */
export interface TagFiles {
  readonly tag: string;
  readonly paths: readonly string[];
  /** By which two tags with the same files are known. */
  readonly digest: string;
}

/** Lists them; they are read when their documents are. */
export async function filesAt(repository: Repository, tag: string): Promise<TagFiles> {
  const blobs = (await repository.blobs(`refs/tags/${tag}`)).filter(({ path }) => readable.test(path));
  return {
    tag,
    paths: blobs.map(({ path }) => path),
    digest: blobs.map(({ path, oid }) => `${oid} ${path}`).join("\n"),
  };
}

/** The documents of a tag. Of several places, those that it does not have yet are left out. */
export function documentsAt(repository: Repository, files: TagFiles, { places, io }: Asked): Promise<Contract[]> {
  return loaded(repository, inputsAt(files, places), { io, use: async ({ contracts }) => contracts });
}

/** The files of the documents that a commit has at a place; none where they cannot be read. */
export async function documentFilesAt(
  repository: Repository,
  { commit, place, io }: { readonly commit: string; readonly place: string; readonly io: Pick<Io, "signal"> },
): Promise<readonly string[]> {
  const inCommit = `git:${commit}:`;
  try {
    const contracts = await loaded(repository, [inCommit + place], { io, use: async (found) => found.contracts });
    return contracts.map(({ file }) => file.slice(inCommit.length));
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return [];
  }
}

/** Says which documents of a tag are left out, as others of their folder go first. */
export async function tellLeftOut(repository: Repository, tag: string, { places, io }: Asked): Promise<void> {
  const files = await filesAt(repository, tag);
  // A file leaves nothing out, and neither does what was elsewhere then.
  if (places.every((place) => files.paths.includes(place) || !isPlaceOf(files.paths, place))) return;
  const leftOut = await loaded(repository, inputsAt(files, places), { io, use: (found) => found.leftOut() });
  for (const line of leftOutLines(leftOut.map((file) => asInput(file, tag)))) io.err(`${plain(line)}\n`);
}

/** Where documents are in a repository, and who asks for them. */
interface Asked {
  readonly places: readonly string[];
  readonly io: Pick<Io, "err" | "signal">;
}

function inputsAt({ tag, paths }: TagFiles, places: readonly string[]): string[] {
  const there = places.filter((place) => isPlaceOf(paths, place));
  return (there.length > 0 ? there : places).map((place) => `${commitOf(tag)}:${place}`);
}

async function loaded<T>(
  { root }: Repository,
  inputs: readonly string[],
  { io, use }: { readonly io: Pick<Io, "signal">; readonly use: (loaded: Loaded) => Promise<T> },
): Promise<T> {
  const opened = openInterruptible({ cwd: root }, io);
  try {
    return await use(await opened.load(inputs));
  } finally {
    opened.close();
  }
}

/** Whether a file, folder or glob names any of some paths. */
export function isPlaceOf(paths: readonly string[], place: string): boolean {
  const folder = place.replace(/\/?$/, "/");
  return place === "" || paths.some((path) => path === place || path.startsWith(folder) || matchesGlob(path, place));
}

/**
 * A file of a tag, or a text that names some, with each as a person may name it: what other tags have as well is read there.
 */
export function asInput(text: string, tag: string): string {
  return text.replaceAll(/git:refs\/tags\/[^:\s]+:/g, () => `git:${tag}:`);
}

/** By its whole name: a branch may be called like a tag. */
function commitOf(tag: string): string {
  return `git:refs/tags/${tag}`;
}

/** Says that a tag has no documents that can be read; whatever else went wrong is thrown on. */
export function passOver(error: unknown, tag: string, io: Pick<Io, "err">): void {
  if (!isUnreadable(error)) throw error;
  io.err(`${tag} is passed over: ${asInput(error.message, tag)}\n`);
}

function isUnreadable(error: unknown): error is ToolError {
  return error instanceof ToolError && error.code !== "interrupted";
}
