import type { EarlierVersion, Version } from "../../compat/index.ts";
import { type TagFiles, asInput, documentsAt, filesAt, passOver } from "../changelog/documents-at.ts";
import type { Io } from "../command.ts";
import { createProgressBar } from "../progress.ts";
import { formerPlaces } from "../changelog/former-places.ts";
import type { Traced } from "../changelog/traced.ts";

/**
 * Documents as some tags have them, under whatever names they had then; a tag that has none that can be read is passed over,
 * and said.
 */
export async function versionsAt(source: Traced, tags: readonly Version[], io: Io): Promise<EarlierVersion[]> {
  const { repository } = source;
  const placesIn = formerPlaces(source, io);
  const progress = createProgressBar(io);
  const versions: EarlierVersion[] = [];
  const read = new Map<string, Promise<EarlierVersion["contracts"]>>();
  try {
    for (const [index, { name, date }] of tags.entries()) {
      progress.show(index, tags.length, name);
      const files = await filesAt(repository, name);
      // What tags have in common is read once.
      const known = read.get(files.digest) ?? readAt(files);
      read.set(files.digest, known);
      try {
        versions.push({ name, date, contracts: await known, shown: (file) => asInput(file, name) });
      } catch (error) {
        passOver(error, name, io);
      }
    }
  } finally {
    progress.clear();
  }
  return versions;

  async function readAt(files: TagFiles): Promise<EarlierVersion["contracts"]> {
    return documentsAt(repository, files, { places: await placesIn(files), io });
  }
}
