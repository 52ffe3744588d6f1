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

/** Of the tags that are known, the highest version in a tag's own history, itself left out. */
export async function nearestBefore(
  { name }: Pick<Tag, "name">,
  known: Iterable<string>,
  { repository, pattern }: { readonly repository: Repository; readonly pattern: string },
): Promise<string | undefined> {
  const before = await repository.merged(`refs/tags/${name}`, pattern);
  return highestOf([...known].filter((one) => one !== name && before.has(one)));
}

/** Of the names of versions, the highest. */
export function highestOf(names: readonly string[]): string | undefined {
  return names.toSorted(compareVersions).at(-1);
}

export function unusableTags({ root }: Repository, pattern: string, reason: string): ToolError {
  return new ToolError("unusable-repository", `Cannot use the tags that match "${pattern}": ${reason}`, {
    at: { file: root },
    hint: "In CI, fetch the whole history with its tags",
  });
}
