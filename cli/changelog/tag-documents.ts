import { matchesGlob } from "node:path";
import { printableText } from "../../compat/index.ts";
import { type Contract, type LoadedInputs, type Repository, ToolError } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { leftOutLines, openInterruptible } from "../arguments/load-both.ts";

/** File names of documents, and of files that they can refer to. */
const documentName = /\.(ya?ml|json|graphqls?|gql)$/i;

/** Files of a tag that may be documents or referenced by them. */
export interface TagFiles {
  readonly tag: string;
  readonly paths: readonly string[];
  /** Equal for two tags with the same files. */
  readonly digest: string;
}

/** Lists the files of a tag without reading them. */
export async function listTagFiles(repository: Repository, tag: string): Promise<TagFiles> {
  const blobs = (await repository.blobs(`refs/tags/${tag}`)).filter(({ path }) => documentName.test(path));
  return {
    tag,
    paths: blobs.map(({ path }) => path),
    digest: blobs.map(({ path, oid }) => `${oid} ${path}`).join("\n"),
  };
}

/** Documents of a tag. Skips places that the tag does not have. */
export function loadTagDocuments(
  repository: Repository,
  files: TagFiles,
  { places, io }: DocumentPlaces,
): Promise<Contract[]> {
  return loadDocuments(repository, listTagInputs(files, places), { io, use: async ({ contracts }) => contracts });
}

/** Files of the documents that a commit has at a place. Empty if they cannot be read. */
export async function listDocumentFiles(
  repository: Repository,
  { commit, place, io }: { readonly commit: string; readonly place: string; readonly io: Pick<Io, "signal"> },
): Promise<readonly string[]> {
  const inCommit = `git:${commit}:`;
  try {
    const contracts = await loadDocuments(repository, [inCommit + place], {
      io,
      use: async (found) => found.contracts,
    });
    return contracts.map(({ file }) => file.slice(inCommit.length));
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return [];
  }
}

/** Reports the documents of a tag that are left out, because others in their folder take precedence. */
export async function reportLeftOut(
  repository: Repository,
  tag: string,
  { places, io }: DocumentPlaces,
): Promise<void> {
  const files = await listTagFiles(repository, tag);
  // Only folders and globs leave documents out.
  if (places.every((place) => files.paths.includes(place) || !matchesPlace(files.paths, place))) return;
  const leftOut = await loadDocuments(repository, listTagInputs(files, places), {
    io,
    use: (found) => found.leftOut(),
  });
  for (const line of leftOutLines(leftOut.map((file) => asInput(file, tag)))) io.err(`${printableText(line)}\n`);
}

/** Places of documents in a repository. */
interface DocumentPlaces {
  readonly places: readonly string[];
  readonly io: Pick<Io, "err" | "signal">;
}

function listTagInputs({ tag, paths }: TagFiles, places: readonly string[]): string[] {
  const existing = places.filter((place) => matchesPlace(paths, place));
  return (existing.length > 0 ? existing : places).map((place) => `${toTagRef(tag)}:${place}`);
}

async function loadDocuments<T>(
  { root }: Repository,
  inputs: readonly string[],
  { io, use }: { readonly io: Pick<Io, "signal">; readonly use: (loadDocuments: LoadedInputs) => Promise<T> },
): Promise<T> {
  const opened = openInterruptible({ cwd: root }, io);
  try {
    return await use(await opened.load(inputs));
  } finally {
    opened.close();
  }
}

/** True if a file, folder or glob matches one of the paths. */
export function matchesPlace(paths: readonly string[], place: string): boolean {
  const folder = place.replace(/\/?$/, "/");
  return place === "" || paths.some((path) => path === place || path.startsWith(folder) || matchesGlob(path, place));
}

/**
 * Replaces internal names of files of a tag ("git:refs/tags/v1:a.yaml") by names that --help documents ("git:v1:a.yaml").
 * `tag` replaces other tags with the same files, too.
 */
export function asInput(text: string, tag: string): string {
  return text.replaceAll(/git:refs\/tags\/[^:\s]+:/g, () => `git:${tag}:`);
}

/** Full name of a tag, because a branch may have the same short name. */
function toTagRef(tag: string): string {
  return `git:refs/tags/${tag}`;
}

/** Reports that a tag is skipped because its documents cannot be read. Throws all other errors again. */
export function reportSkippedTag(error: unknown, tag: string, io: Pick<Io, "err">): void {
  if (!isUnreadable(error)) throw error;
  io.err(`${tag} is skipped: ${asInput(error.message, tag)}\n`);
}

function isUnreadable(error: unknown): error is ToolError {
  return error instanceof ToolError && error.code !== "interrupted";
}
