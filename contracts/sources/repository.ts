import { ToolError } from "../model/error.ts";
import { runGit } from "./git-objects.ts";

export interface GitTag {
  readonly name: string;
  /** Date (YYYY-MM-DD, UTC) of the tag, or of its commit if the tag has no date. */
  readonly date: string;
}

/** File of a commit. */
interface GitBlob {
  readonly path: string;
  readonly oid: string;
}

/** Git repository, opened for reading. */
export interface Repository {
  readonly root: string;
  /** Path of the opened folder from the root: "" or "docs/". */
  readonly prefix: string;
  /**
   * Returns the tags whose name matches a pattern such as "v*", in git's order.
   * @throws ToolError "unusable-repository" for a shallow clone, which may lack tags.
   */
  tags(pattern: string): Promise<GitTag[]>;
  /** Returns the names of the matching tags in the history of a commit, including tags of the commit itself. */
  merged(commit: string, pattern: string): Promise<ReadonlySet<string>>;
  /** Returns the former names of a renamed file, the latest first. Returns none if the commit has no such file. */
  formerNames(commit: string, path: string): Promise<readonly string[]>;
  /** Returns the new names of files that were renamed from a former folder, in the history of a commit. */
  renamedFrom(commit: string, former: string): Promise<readonly string[]>;
  /** Returns the files of a commit without links and submodules. */
  blobs(commit: string): Promise<GitBlob[]>;
}

/**
 * Opens the repository that contains a folder.
 * @throws ToolError "unusable-repository" if there is no repository or no git. All methods can throw "interrupted".
 */
export async function openRepository(folder: string, signal: AbortSignal): Promise<Repository> {
  const top = await gitOutput(folder, ["rev-parse", "--show-toplevel", "--show-prefix"]);
  const [root = "", prefix = ""] = top.split(/\r?\n/);

  return {
    root,
    prefix,

    async tags(pattern) {
      if ((await gitOutput(root, ["rev-parse", "--is-shallow-repository"])).trim() === "true")
        throw shallowCloneError(root);
      const format = "--format=%(refname:strip=2)%00%(creatordate:unix)";
      const lines = await gitOutput(root, ["tag", "--list", "--no-column", format, "--", pattern]);
      return lines
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => {
          const [name = "", seconds] = line.split("\0");
          return { name, date: new Date(Number(seconds) * 1000).toISOString().slice(0, 10) };
        });
    },

    async merged(commit, pattern) {
      const argv = ["tag", "--list", "--no-column", `--merged=${commit}`, "--format=%(refname:strip=2)"];
      const lines = await gitOutput(root, [...argv, "--", pattern]);
      return new Set(lines.split("\n").filter((line) => line !== ""));
    },

    async formerNames(commit, path) {
      const names: string[] = [];
      for (const { before, after } of await renames(["--follow"], [commit, "--", path]))
        if (after === (names.at(-1) ?? path)) names.push(before);
      return names;
    },

    async renamedFrom(commit, former) {
      const allRenames = await renames(["--find-renames"], [commit]);
      return allRenames.filter(({ before }) => before.startsWith(`${former}/`)).map(({ after }) => after);
    },

    async blobs(commit) {
      const output = await gitOutput(root, ["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit]);
      return [...output.matchAll(/100\d{3} blob ([0-9a-f]+)\t([^\0]+)\0/g)].map(([, oid = "", path = ""]) => ({
        oid,
        path,
      }));
    },
  };

  async function renames(
    options: readonly string[],
    of: readonly string[],
  ): Promise<{ before: string; after: string }[]> {
    const argv = ["--literal-pathspecs", "log", ...options, "--diff-filter=R", "--name-status", "-z", "--format="];
    const output = await gitOutput(root, [...argv, "--no-show-signature", "--end-of-options", ...of]);
    return [...output.matchAll(/R\d+\0([^\0]+)\0([^\0]+)\0/g)].map(([, before = "", after = ""]) => ({
      before,
      after,
    }));
  }

  async function gitOutput(cwd: string, args: readonly string[]): Promise<string> {
    try {
      return await runGit(args, { cwd, signal });
    } catch (cause) {
      if (cause instanceof ToolError) throw cause;
      throw unusableRepositoryError(cwd, cause as Error);
    }
  }
}

function shallowCloneError(root: string): ToolError {
  const reason = "the clone is shallow, and lacks tags and their history";
  return new ToolError("unusable-repository", `Cannot use the tags of "${root}": ${reason}`, {
    at: { file: root },
    hint: "Fetch the rest: git fetch --unshallow --tags (actions/checkout: fetch-depth: 0; GitLab: GIT_DEPTH: 0)",
  });
}

function unusableRepositoryError(folder: string, cause: Error): ToolError {
  return new ToolError("unusable-repository", `Cannot read the git repository of "${folder}": ${cause.message}`, {
    at: { file: folder },
    hint: "Tags are read from the repository that the documents are in; in CI, fetch the whole history with its tags",
    cause,
  });
}
