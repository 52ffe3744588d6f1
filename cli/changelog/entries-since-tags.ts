import { type CompatReport, type Entry, apiKeysOf, entriesOf, firstKeysOf, isNotCompared } from "../../compat/index.ts";
import type { Contract, Repository, GitTag } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { interruptible } from "../interruptible.ts";
import { namedAs } from "../arguments/load-both.ts";
import { createProgressBar } from "../progress.ts";
import { type TagFiles, loadTagDocuments, listTagFiles, reportSkippedTag, reportLeftOut } from "./tag-documents.ts";
import { formerPlaces } from "./former-places.ts";
import { findNearestTag, tagsInHistory, noDocumentsError } from "./tags.ts";
import { locateDocuments } from "./locate-documents.ts";

/** Settings of the comparison of the versions of a history. */
interface SinceTags {
  /** Name of the API, for a single document. */
  readonly api?: string | undefined;
  /** Compares two versions, judged on a date. */
  compare(
    both: readonly [base: readonly Contract[], revision: readonly Contract[]],
    day: string,
  ): Promise<CompatReport>;
  readonly io: Io;
}

/**
 * Entries of a history. Compares each tag with the highest version in its own history, so that a maintenance branch has
 * the changes of that branch only. Entries have the date of the tag. Later tags never change existing entries: a change
 * that occurs again gets an id with a number, and an API keeps the feed of its first name.
 * @throws ToolError "unusable-repository" if no tag matches, or none has documents.
 */
export async function entriesSinceTags(
  pattern: string,
  path: string,
  { api, compare, io }: SinceTags,
): Promise<Entry[]> {
  const source = await locateDocuments(path, io);
  const { repository, places } = source;
  const placesIn = formerPlaces(source, io);
  const tags = await tagsInHistory(repository, pattern);
  const progress = createProgressBar(io);
  const times = new Map<string, number>();
  const entries: Entry[] = [];
  const snapshots = new Map<string, Snapshot>();
  let last: (Snapshot & { readonly tag: string }) | undefined;
  try {
    for (const [index, tag] of tags.entries()) {
      progress.show(index, tags.length, tag.name);
      const found = await tryLoadTag(repository, tag, { placesIn, api, last, io });
      if (!found) continue;
      const nearest = findNearestTag(tag, snapshots.keys());
      const base = nearest === undefined ? undefined : snapshots.get(nearest);
      const revision = { ...found, keys: firstKeysOf(base?.contracts ?? [], found.contracts, base?.keys) };
      if (base && base.contracts !== revision.contracts) {
        const report = await compare([base.contracts, revision.contracts], tag.date);
        const createEntries = (): Entry[] => {
          const keys = apiKeysOf(base.contracts, revision.contracts, base.keys);
          return entriesOf(report, { date: tag.date, version: tag.name, keys });
        };
        const created = await interruptible("write the changelog", createEntries, io);
        // A part that cannot be compared is the same in each tag, and is published once.
        entries.push(...created.filter((entry) => !isNotCompared(entry) || !times.has(entry.id)).map(withUniqueId));
      }
      snapshots.set(tag.name, revision);
      last = { ...revision, tag: tag.name };
    }
  } finally {
    progress.clear();
  }
  if (!last) throw noDocumentsError(repository, pattern, path);
  if (snapshots.size === 1)
    io.err(`Nothing was compared: only ${last.tag} of the tags that match "${pattern}" has readable documents\n`);
  await reportLeftOut(repository, last.tag, { places, io });
  return entries;

  function withUniqueId(entry: Entry): Entry {
    const time = (times.get(entry.id) ?? 0) + 1;
    times.set(entry.id, time);
    if (time === 1) return entry;
    return { ...entry, id: `${entry.id}-${time}` };
  }
}

/** Documents of a tag. */
interface Documents {
  /** Equal for two tags with the same files. */
  readonly digest: string;
  readonly contracts: readonly Contract[];
}

interface Snapshot extends Documents {
  /** First name of each API. */
  readonly keys: ReadonlyMap<Contract, string>;
}

/** Documents of a tag. Undefined, with a message, if the tag has no readable documents. */
async function tryLoadTag(
  repository: Repository,
  tag: GitTag,
  {
    placesIn,
    api,
    last,
    io,
  }: {
    placesIn(files: TagFiles): Promise<readonly string[]>;
    readonly api: string | undefined;
    readonly last: Documents | undefined;
    readonly io: Io;
  },
): Promise<Documents | undefined> {
  const files = await listTagFiles(repository, tag.name);
  if (last?.digest === files.digest) return last;
  try {
    const contracts = await loadTagDocuments(repository, files, { places: await placesIn(files), io });
    return { digest: files.digest, contracts: namedAs(contracts, api) };
  } catch (error) {
    reportSkippedTag(error, tag.name, io);
    return undefined;
  }
}
