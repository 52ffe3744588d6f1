import { realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import type { EarlierVersion, Version } from "../../compat/index.ts";
import type { Repository } from "../../contracts/index.ts";
import { type TagFiles, documentsAt, filesAt, passOver, rootIn } from "../changelog/documents-at.ts";
import type { Io } from "../command.ts";
import { createProgressBar } from "../progress.ts";
import type { Traced } from "./traced.ts";

/** Versions whose files are there until they are let go. */
export interface Versions extends AsyncDisposable {
  readonly versions: readonly EarlierVersion[];
}

/** Documents as some tags have them; a tag that has none that can be read is passed over, and said. */
export async function versionsAt({ repository, places }: Traced, tags: readonly Version[], io: Io): Promise<Versions> {
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
      const known = read.get(files.digest) ?? contractsIn(repository, files, { root, places, name });
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
  { root, places, name }: { readonly root: string; readonly places: readonly string[]; readonly name: string },
): Promise<Pick<EarlierVersion, "contracts" | "shown">> {
  const contracts = await documentsAt(repository, files, { root, places });
  return { contracts, shown: (file) => `${name}:${relative(root, resolve(file)).split(sep).join("/")}` };
}
