import { compareVersions } from "../../compat/index.ts";
import { type Repository, type Tag, ToolError } from "../../contracts/index.ts";

/**
 * The tags of a repository that match a pattern, the earliest first; of one day, by version.
 * @throws ToolError "unusable-repository" where there is none.
 */
export async function tagsIn(repository: Repository, pattern: string): Promise<readonly Tag[]> {
  const tags = await repository.tags(pattern);
  if (tags.length === 0) throw unusableTags(repository, pattern, "there is none");
  return tags.toSorted((one, other) =>
    one.date === other.date ? compareVersions(one.name, other.name) : one.date < other.date ? -1 : 1,
  );
}

/** A tag, and the names of those that its history holds, its own among them. */
export interface TagInHistory extends Tag {
  readonly history: ReadonlySet<string>;
}

/**
 * The same tags, each after all that its history holds: a tag may be made late, and a clock be wrong. What is of
 * different lines is in order of day and version.
 * @throws ToolError "unusable-repository" where there is none.
 */
export async function tagsInHistory(repository: Repository, pattern: string): Promise<readonly TagInHistory[]> {
  const tags = new Map<string, TagInHistory>();
  for (const tag of await tagsIn(repository, pattern))
    tags.set(tag.name, { ...tag, history: await repository.merged(`refs/tags/${tag.name}`, pattern) });
  const inOrder = new Set<TagInHistory>();
  for (const tag of tags.values()) {
    const before = [...tags.values()].filter(({ name }) => tag.history.has(name));
    // The more a history holds, the later it is on its line.
    for (const one of before.toSorted((left, right) => left.history.size - right.history.size)) inOrder.add(one);
  }
  return [...inOrder];
}

/** Of the tags that are known, the highest version in a tag's own history, itself left out. */
export async function nearestBefore(
  { name }: Pick<Tag, "name">,
  known: Iterable<string>,
  { repository, pattern }: { readonly repository: Repository; readonly pattern: string },
): Promise<string | undefined> {
  return nearestIn({ name, history: await repository.merged(`refs/tags/${name}`, pattern) }, known);
}

/** The same of a tag whose history was read. */
export function nearestIn(
  { name, history }: Pick<TagInHistory, "name" | "history">,
  known: Iterable<string>,
): string | undefined {
  return highestOf([...known].filter((one) => one !== name && history.has(one)));
}

/** Of the names of versions, the highest. */
export function highestOf(names: readonly string[]): string | undefined {
  return names.toSorted(compareVersions).at(-1);
}

export function unusableTags(
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

/** The same where no tag has the documents that are asked for: their place is wrong, or new. */
export function withoutDocuments(repository: Repository, pattern: string, path: string): ToolError {
  return unusableTags(
    repository,
    pattern,
    `none has documents of "${path}" that can be read`,
    "Name the file or folder that the tags have; commit what was renamed, and it is found by its new name",
  );
}
