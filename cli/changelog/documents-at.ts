import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { type Contract, type GitBlob, type Repository, ToolError, openInputs } from "../../contracts/index.ts";
import type { Io } from "../command.ts";

/** What documents may refer to. */
const readable = /\.(ya?ml|json|graphqls?|gql)$/i;

const isGlob = /[*?[\]{}]/;

/** The files of a tag that a document may be, or refer to. */
export interface TagFiles {
  readonly blobs: readonly GitBlob[];
  /** By which two tags with the same files are known. */
  readonly digest: string;
}

export async function filesAt(repository: Repository, tag: string): Promise<TagFiles> {
  const blobs = (await repository.blobs(tag)).filter(({ path }) => readable.test(path));
  return { blobs, digest: blobs.map(({ path, oid }) => `${oid} ${path}`).join("\n") };
}

/** Where the files of a tag are written below a folder: a name without letters or digits, so that no API is called by it. */
export function rootIn(folder: string): string {
  return join(folder, "-");
}

/**
 * The documents of a tag, whose files are written below a folder that counts as their checkout. Of several places, those
 * that it does not have yet are left out.
 */
export async function documentsAt(
  repository: Repository,
  { blobs }: TagFiles,
  { root, places }: { readonly root: string; readonly places: readonly string[] },
): Promise<Contract[]> {
  await mkdir(join(root, ".git"), { recursive: true });
  const contents = await repository.contents(blobs);
  for (const [index, { path }] of blobs.entries()) {
    const file = join(root, path);
    if (!file.startsWith(root + sep)) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents[index] as Uint8Array);
  }
  const inputs = places.map((place) => join(root, place));
  const there = inputs.filter((input) => existsSync(input) || isGlob.test(input));
  const opened = openInputs();
  try {
    return (await opened.load(there.length > 0 ? there : inputs)).contracts;
  } finally {
    opened.close();
  }
}

/** Says that a tag has no documents that can be read; whatever else went wrong is thrown on. */
export function passOver(
  error: unknown,
  { name, root, io }: { readonly name: string; readonly root: string; readonly io: Io },
) {
  if (!(error instanceof ToolError) || io.signal.aborted) throw error;
  io.err(`${name} is passed over: ${error.message.replaceAll(root + sep, "")}\n`);
}
