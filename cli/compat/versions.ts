import type { EarlierVersion, Version } from "../../compat/index.ts";
import {
  type TagFiles,
  asInput,
  loadTagDocuments,
  listTagFiles,
  reportSkippedTag,
} from "../changelog/tag-documents.ts";
import type { Io } from "../command.ts";
import { createProgressBar } from "../progress.ts";
import { formerPlaces } from "../changelog/former-places.ts";
import type { DocumentSource } from "../changelog/locate-documents.ts";

/**
 * Versions of documents at some tags. Follows renames. Skips tags without readable documents, with a message.
 */
export async function loadVersions(
  source: DocumentSource,
  tags: readonly Version[],
  io: Io,
): Promise<EarlierVersion[]> {
  const { repository } = source;
  const placesIn = formerPlaces(source, io);
  const progress = createProgressBar(io);
  const versions: EarlierVersion[] = [];
  const read = new Map<string, Promise<EarlierVersion["contracts"]>>();
  try {
    for (const [index, { name, date }] of tags.entries()) {
      progress.show(index, tags.length, name);
      const files = await listTagFiles(repository, name);
      // Tags with the same files are read once.
      const known = read.get(files.digest) ?? loadContractsAtTag(files);
      read.set(files.digest, known);
      try {
        versions.push({ name, date, contracts: await known, shown: (file) => asInput(file, name) });
      } catch (error) {
        reportSkippedTag(error, name, io);
      }
    }
  } finally {
    progress.clear();
  }
  return versions;

  async function loadContractsAtTag(files: TagFiles): Promise<EarlierVersion["contracts"]> {
    return loadTagDocuments(repository, files, { places: await placesIn(files), io });
  }
}
