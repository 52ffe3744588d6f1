import type { GitFiles } from "../sources/git-files.ts";
import { isWebUrl } from "../sources/web-files.ts";
import { createAbsentError } from "./input-errors.ts";

/** Characters by which an input is a pattern of paths. */
export const globCharacters = /[*?[\]{}]/;

/**
 * True for a `git:` input that its commit does not have, and that a later input names by the same path.
 * @throws ToolError "unreadable-document" if it had another path in the commit.
 */
export async function isNewInput(later: readonly string[], input: string, commits: GitFiles): Promise<boolean> {
  if (later.length === 0 || !input.startsWith("git:")) return false;
  const { ref, path } = await commits.resolveInput(input);
  if (path === "" || globCharacters.test(path)) return false;
  const paths = await commits.listPaths(ref);
  if (paths.some((each) => each === path || each.startsWith(`${path}/`))) return false;
  for (const each of later) {
    if (isWebUrl(each) || (await commits.pathOf(each)) !== path) continue;
    const former = await commits.formerPath(ref, path, each);
    if (former === undefined) return true;
    throw createAbsentError(input, `That commit has it at another path: git:${ref}:${former}`);
  }
  return false;
}
