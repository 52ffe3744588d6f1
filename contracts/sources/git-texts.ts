import type { PlainFile } from "../parsing/plain.ts";
import { createGitFiles } from "./git-files.ts";
import type { GitOptions } from "./git-objects.ts";

/**
 * Returns the file that "git:REF:PATH" names, or all files of the folder. Returns none if the commit has neither.
 * @throws ToolError "unreadable-document" if there is no such commit; "interrupted".
 */
export async function readGitTexts(input: string, options: GitOptions): Promise<readonly PlainFile[]> {
  const commits = createGitFiles(options);
  try {
    const { ref, path } = await commits.resolveInput(input);
    const paths = (await commits.listPaths(ref)).filter((each) => each === path || each.startsWith(`${path}/`));
    return await Promise.all(
      paths.toSorted().map(async (each) => {
        const name = `git:${ref}:${each}`;
        return { name, text: new TextDecoder().decode(await commits.read(name, commits.defaultRoot(name))) };
      }),
    );
  } finally {
    commits.close();
  }
}
