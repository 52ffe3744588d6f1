import { compareVersions } from "../../compat/index.ts";
import { type Repository, type GitTag, ToolError } from "../../contracts/index.ts";

/**
 * Tags of a repository that match a pattern, ordered by date, then by version.
 * @throws ToolError "unusable-repository" if there is none.
 */
export async function listTags(repository: Repository, pattern: string): Promise<readonly GitTag[]> {
  const tags = await repository.tags(pattern);
  if (tags.length === 0) throw unusableTagsError(repository, pattern, "no tag matches");
  return tags.toSorted((one, other) => {
    if (one.date === other.date) return compareVersions(one.name, other.name);
    if (one.date < other.date) return -1;
    return 1;
  });
}

/** A tag, and the names of the tags in its history, itself included. */
export interface TagInHistory extends GitTag {
  readonly history: ReadonlySet<string>;
}

/**
 * Tags ordered by history, because dates of tags can be wrong. Tags of different branches are ordered by date and version.
 * @throws ToolError "unusable-repository" if there is none.
 */
export async function tagsInHistory(repository: Repository, pattern: string): Promise<readonly TagInHistory[]> {
  const tags = new Map<string, TagInHistory>();
  for (const tag of await listTags(repository, pattern))
    tags.set(tag.name, { ...tag, history: await repository.merged(`refs/tags/${tag.name}`, pattern) });
  const inOrder = new Set<TagInHistory>();
  for (const tag of tags.values()) {
    const before = [...tags.values()].filter(({ name }) => tag.history.has(name));
    // On one branch, a later tag has more tags in its history.
    for (const one of before.toSorted((left, right) => left.history.size - right.history.size)) inOrder.add(one);
  }
  return [...inOrder];
}

/** Highest of the known versions in the history of a tag, without the tag itself. */
export async function nearestBefore(
  { name }: Pick<GitTag, "name">,
  known: Iterable<string>,
  { repository, pattern }: { readonly repository: Repository; readonly pattern: string },
): Promise<string | undefined> {
  return findNearestTag({ name, history: await repository.merged(`refs/tags/${name}`, pattern) }, known);
}

/** Highest of the known versions in the loaded history of a tag, without the tag itself. */
export function findNearestTag(
  { name, history }: Pick<TagInHistory, "name" | "history">,
  known: Iterable<string>,
): string | undefined {
  return findHighestTag([...known].filter((one) => one !== name && history.has(one)));
}

/** Highest of some versions. */
export function findHighestTag(names: readonly string[]): string | undefined {
  return names.toSorted(compareVersions).at(-1);
}

/** Error for tags that cannot be used. */
export function unusableTagsError(
  { root }: Repository,
  pattern: string,
  reason: string,
  hint = "In CI, fetch the whole history with its tags",
): ToolError {
  return new ToolError("unusable-repository", `Cannot use the tags that match "${pattern}": ${reason}`, {
    at: { file: root },
    hint,
  });
}

/** Error for tags that do not have the documents at a path. */
export function noDocumentsError(repository: Repository, pattern: string, path: string): ToolError {
  return unusableTagsError(
    repository,
    pattern,
    `none has readable documents at "${path}"`,
    "Give the path that the tags have. A renamed path is found after the rename is committed",
  );
}
