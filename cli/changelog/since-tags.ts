import { type CompatReport, type Entry, apiKeysOf, entriesOf, firstKeysOf, isNotCompared } from "../../compat/index.ts";
import type { Contract, Repository, Tag } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { interruptible } from "../interruptible.ts";
import { namedAs } from "../load-both.ts";
import { createProgressBar } from "../progress.ts";
import { type TagFiles, documentsAt, filesAt, passOver, tellLeftOut } from "./documents-at.ts";
import { formerPlaces } from "./former-places.ts";
import { nearestIn, tagsInHistory, withoutDocuments } from "./tags.ts";
import { traced } from "./traced.ts";

/** How the versions of a history are compared. */
interface SinceTags {
  /** What a single document is called, whatever its file is. */
  readonly api?: string | undefined;
  /** What changed between two versions, judged on a day. */
  judged(both: readonly [base: readonly Contract[], revision: readonly Contract[]], day: string): Promise<CompatReport>;
  readonly io: Io;
}

/**
 * The entries of a history: what changed in the documents at a path from each tag's nearest tagged ancestor, that of the
 * highest version, to the tag, on the tag's day; so a branch that is maintained tells of its own line only. The first tag
 * has nothing to compare; where no other has documents, that is said. What comes again has an id of its own, counted
 * along the history, and an API has the feed of what it was called first, so that later tags change neither.
 * @throws ToolError "unusable-repository" where there are no such tags, or none has documents.
 */
export async function entriesSinceTags(
  pattern: string,
  path: string,
  { api, judged, io }: SinceTags,
): Promise<Entry[]> {
  const source = await traced(path, io);
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
      const found = await documentsOf(repository, tag, { placesIn, api, last, io });
      if (!found) continue;
      const nearest = nearestIn(tag, snapshots.keys());
      const base = nearest === undefined ? undefined : snapshots.get(nearest);
      const revision = { ...found, keys: firstKeysOf(base?.contracts ?? [], found.contracts, base?.keys) };
      if (base && base.contracts !== revision.contracts) {
        const report = await judged([base.contracts, revision.contracts], tag.date);
        const entriesIn = (): Entry[] => {
          const keys = apiKeysOf(base.contracts, revision.contracts, base.keys);
          return entriesOf(report, { date: tag.date, version: tag.name, keys });
        };
        const made = await interruptible("write the changelog", entriesIn, io);
        // A part that cannot be read is the same from tag to tag, and is published once.
        entries.push(...made.filter((entry) => !isNotCompared(entry) || !times.has(entry.id)).map(numbered));
      }
      snapshots.set(tag.name, revision);
      last = { ...revision, tag: tag.name };
    }
  } finally {
    progress.clear();
  }
  if (!last) throw withoutDocuments(repository, pattern, path);
  if (snapshots.size === 1)
    io.err(
      `Nothing was compared: of the tags that match "${pattern}", ${last.tag} alone has documents that can be read\n`,
    );
  await tellLeftOut(repository, last.tag, { places, io });
  return entries;

  function numbered(entry: Entry): Entry {
    const time = (times.get(entry.id) ?? 0) + 1;
    times.set(entry.id, time);
    return time === 1 ? entry : { ...entry, id: `${entry.id}-${time}` };
  }
}

/** The documents of a tag. */
interface Documents {
  /** By which two tags with the same files are known. */
  readonly digest: string;
  readonly contracts: readonly Contract[];
}

interface Snapshot extends Documents {
  /** What each API went by when it first came. */
  readonly keys: ReadonlyMap<Contract, string>;
}

/** The documents at a path in a tag; undefined, and said, where the tag has none that can be read. */
async function documentsOf(
  repository: Repository,
  tag: Tag,
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
  const files = await filesAt(repository, tag.name);
  if (last?.digest === files.digest) return last;
  try {
    const contracts = await documentsAt(repository, files, { places: await placesIn(files), io });
    return { digest: files.digest, contracts: namedAs(contracts, api) };
  } catch (error) {
    passOver(error, tag.name, io);
    return undefined;
  }
}
