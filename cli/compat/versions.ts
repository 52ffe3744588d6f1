import { realpathSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { EarlierVersion, Version } from "../../compat/index.ts";
import { ToolError, loadContracts } from "../../contracts/index.ts";
import { type Blob, type Repository, type Tag, openRepository } from "../changelog/git.ts";
import type { Io } from "../command.ts";
import { createProgressBar } from "../progress.ts";

/** What documents may refer to. */
const readable = /\.(ya?ml|json|graphqls?|gql)$/i;

const byName = new Intl.Collator("en", { numeric: true });

/**
 * The tags of the repository that a path is in, the earliest first; of one day, by number.
 * @throws ToolError "unusable-repository" where there is no repository, or no such tag.
 */
export async function tagsOf(path: string, pattern: string, io: Io): Promise<Tag[]> {
  const repository = await openRepository(dirname(resolve(path)), io.signal);
  const tags = await repository.tags(pattern);
  if (tags.length === 0) {
    throw new ToolError("unusable-repository", `Cannot find a tag that matches "${pattern}": there is none`, {
      at: { file: repository.root },
      hint: "In CI, fetch the whole history with its tags",
    });
  }
  return tags.toSorted((one, other) =>
    one.date === other.date ? byName.compare(one.name, other.name) : one.date < other.date ? -1 : 1,
  );
}

/** Versions whose files are there until they are let go. */
export interface Versions extends AsyncDisposable {
  readonly versions: readonly EarlierVersion[];
}

/** The documents at a path as some tags have them; a tag that has none that can be read is passed over, and said. */
export async function versionsAt(path: string, tags: readonly Version[], io: Io): Promise<Versions> {
  const repository = await openRepository(dirname(resolve(path)), io.signal);
  const whole = join(realpathSync(dirname(resolve(path))), basename(resolve(path)));
  const inside = relative(repository.root, whole);
  const folder = realpathSync(await mkdtemp(join(tmpdir(), "concord-tags-")));
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const progress = createProgressBar(io);
  try {
    const versions: EarlierVersion[] = [];
    const read = new Map<string, Promise<Pick<EarlierVersion, "contracts" | "shown">>>();
    for (const [index, { name, date }] of tags.entries()) {
      progress.show(index, tags.length, name);
      const blobs = (await repository.blobs(name)).filter((blob) => readable.test(blob.path));
      const digest = blobs.map(({ path: file, oid }) => `${oid} ${file}`).join("\n");
      // A name without letters or digits: no API is called by it.
      const root = join(folder, String(index), "-");
      // What tags have in common is read once.
      if (!read.has(digest)) read.set(digest, contractsIn(repository, blobs, { root, inside, name }));
      try {
        versions.push({ name, date, ...(await (read.get(digest) as NonNullable<ReturnType<typeof read.get>>)) });
      } catch (error) {
        if (!(error instanceof ToolError) || io.signal.aborted) throw error;
        io.err(`${name} is passed over: ${error.message.replaceAll(root + sep, "")}\n`);
      }
    }
    return { versions, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  } finally {
    progress.clear();
  }
}

async function contractsIn(
  repository: Repository,
  blobs: readonly Blob[],
  { root, inside, name }: { readonly root: string; readonly inside: string; readonly name: string },
): Promise<Pick<EarlierVersion, "contracts" | "shown">> {
  await copyOut(repository, blobs, root);
  const contracts = await loadContracts([join(root, inside)]);
  return { contracts, shown: (file) => `${name}:${relative(root, resolve(file)).split(sep).join("/")}` };
}

/** Writes files below a folder, which counts as the checkout that no reference may leave. */
async function copyOut(repository: Repository, blobs: readonly Blob[], root: string): Promise<void> {
  await mkdir(join(root, ".git"), { recursive: true });
  const contents = await repository.contents(blobs);
  for (const [index, { path }] of blobs.entries()) {
    const file = join(root, path);
    if (!file.startsWith(root + sep)) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents[index] as Buffer);
  }
}
