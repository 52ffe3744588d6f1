import { realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { EarlierVersion, Version } from "../../compat/index.ts";
import { ToolError } from "../../contracts/index.ts";
import { type TagFiles, documentsAt, filesAt, passOver, rootIn } from "../changelog/documents-at.ts";
import { type Repository, type Tag, openRepository } from "../changelog/git.ts";
import type { Io } from "../command.ts";
import { createProgressBar } from "../progress.ts";

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
      const files = await filesAt(repository, name);
      const root = rootIn(join(folder, String(index)));
      // What tags have in common is read once.
      const known = read.get(files.digest) ?? contractsIn(repository, files, { root, inside, name });
      read.set(files.digest, known);
      try {
        versions.push({ name, date, ...(await known) });
      } catch (error) {
        passOver(error, { name, root, io });
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
  files: TagFiles,
  { root, inside, name }: { readonly root: string; readonly inside: string; readonly name: string },
): Promise<Pick<EarlierVersion, "contracts" | "shown">> {
  const contracts = await documentsAt(repository, files, { root, inside });
  return { contracts, shown: (file) => `${name}:${relative(root, resolve(file)).split(sep).join("/")}` };
}
