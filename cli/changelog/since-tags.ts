import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type Entry, checkCompat, compareVersions, entriesOf } from "../../compat/index.ts";
import { type Contract, ToolError } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { createProgressBar } from "../progress.ts";
import { documentsAt, filesAt, passOver, rootIn } from "./documents-at.ts";
import { type Repository, type Tag, openRepository } from "./git.ts";

/**
 * The entries of a history: what changed in the documents at a path from each tag's nearest tagged ancestor, that of the
 * highest version, to the tag, on the tag's day; so a branch that is maintained tells of its own line only. The first tag
 * has nothing to compare. What comes again has an id of its own, counted by day, so that later tags do not change it.
 * @throws ToolError "unusable-repository" where there are no such tags.
 */
export async function entriesSinceTags(pattern: string, path: string, io: Io): Promise<Entry[]> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const repository = await openRepository(isFolder ? path : dirname(path), io.signal);
  const inside = repository.prefix + (isFolder ? "" : basename(path));
  const tags = (await repository.tags(pattern)).toSorted(
    (one, other) => compareText(one.date, other.date) || compareVersions(one.name, other.name),
  );
  if (tags.length === 0) throw unusable("there is none");
  const progress = createProgressBar(io);
  const times = new Map<string, number>();
  const entries: Entry[] = [];
  const snapshots = new Map<string, Snapshot>();
  let last: Snapshot | undefined;
  try {
    for (const [index, tag] of tags.entries()) {
      progress.show(index, tags.length, tag.name);
      const revision = await snapshotOf(repository, tag, { inside, base: last, io });
      if (!revision) continue;
      const before = await repository.merged(tag.name, pattern);
      const [nearest = ""] = [...snapshots.keys()]
        .filter((name) => before.has(name))
        .toSorted(compareVersions)
        .toReversed();
      const base = snapshots.get(nearest);
      if (base && base.contracts !== revision.contracts) {
        const report = checkCompat(base.contracts, revision.contracts);
        entries.push(...entriesOf(report, { date: tag.date, version: tag.name }).map(numbered));
      }
      snapshots.set(tag.name, revision);
      last = revision;
    }
  } finally {
    progress.clear();
  }
  if (!last) throw unusable("none has documents that can be read");
  return entries;

  function unusable(reason: string): ToolError {
    return new ToolError("unusable-repository", `Cannot use the tags that match "${pattern}": ${reason}`, {
      at: { file: repository.root },
      hint: "In CI, fetch the whole history with its tags",
    });
  }

  function numbered(entry: Entry): Entry {
    const time = (times.get(entry.id) ?? 0) + 1;
    times.set(entry.id, time);
    return time === 1 ? entry : { ...entry, id: `${entry.id}-${time}` };
  }
}

/** The documents of a tag. */
interface Snapshot {
  /** By which two tags with the same files are known. */
  readonly digest: string;
  readonly contracts: readonly Contract[];
}

/** The documents at a path in a tag; undefined, and said, where the tag has none that can be read. */
async function snapshotOf(
  repository: Repository,
  tag: Tag,
  { inside, base, io }: { readonly inside: string; readonly base: Snapshot | undefined; readonly io: Io },
): Promise<Snapshot | undefined> {
  const files = await filesAt(repository, tag.name);
  if (base?.digest === files.digest) return base;
  const folder = await mkdtemp(join(tmpdir(), "concord-tag-"));
  const root = rootIn(folder);
  try {
    return { digest: files.digest, contracts: await documentsAt(repository, files, { root, inside }) };
  } catch (error) {
    passOver(error, { name: tag.name, root, io });
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
