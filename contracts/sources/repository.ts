import { ToolError } from "../model/error.ts";
import { git } from "./git-objects.ts";

/** A tag of a repository. */
export interface Tag {
  readonly name: string;
  /** The tag's day in UTC, or its commit's where the tag has none: YYYY-MM-DD. */
  readonly date: string;
}

/** A file as a commit has it. */
interface GitBlob {
  readonly path: string;
  readonly oid: string;
}

/** A repository that is only read. */
export interface Repository {
  readonly root: string;
  /** The folder that was given, seen from the root: "" or "docs/". */
  readonly prefix: string;
  /**
   * Tags whose name matches a pattern such as "v*", in git's order.
   * @throws ToolError "unusable-repository" where the clone is shallow: which tags it lacks, nobody knows.
   */
  tags(pattern: string): Promise<Tag[]>;
  /** The names of the tags that match a pattern and that a commit's history holds, its own among them. */
  merged(commit: string, pattern: string): Promise<ReadonlySet<string>>;
  /** What a file of a commit was called before it was renamed, the latest name first; none of what is no file there. */
  formerNames(commit: string, path: string): Promise<readonly string[]>;
  /** What files of a former folder were called once they were renamed, wherever they went, in the history of a commit. */
  renamedFrom(commit: string, former: string): Promise<readonly string[]>;
  /** Files of a commit, links and submodules left out. */
  blobs(commit: string): Promise<GitBlob[]>;
}

/**
 * Opens the repository that a folder is in.
 * @throws ToolError "unusable-repository" where there is none, or no git; "interrupted", here and in all it is asked.
 */
export async function openRepository(folder: string, signal: AbortSignal): Promise<Repository> {
  const top = await answer(folder, ["rev-parse", "--show-toplevel", "--show-prefix"]);
  const [root = "", prefix = ""] = top.split(/\r?\n/);

  return {
    root,
    prefix,

    async tags(pattern) {
      if ((await answer(root, ["rev-parse", "--is-shallow-repository"])).trim() === "true") throw shallow(root);
      const format = "--format=%(refname:strip=2)%00%(creatordate:unix)";
      const lines = await answer(root, ["tag", "--list", "--no-column", format, "--", pattern]);
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
      const lines = await answer(root, [...argv, "--", pattern]);
      return new Set(lines.split("\n").filter((line) => line !== ""));
    },

    async formerNames(commit, path) {
      const names: string[] = [];
      for (const { before, after } of await renames(["--follow"], [commit, "--", path]))
        if (after === (names.at(-1) ?? path)) names.push(before);
      return names;
    },

    async renamedFrom(commit, former) {
      const all = await renames(["--find-renames"], [commit]);
      return all.filter(({ before }) => before.startsWith(`${former}/`)).map(({ after }) => after);
    },

    async blobs(commit) {
      const listed = await answer(root, ["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit]);
      return [...listed.matchAll(/100\d{3} blob ([0-9a-f]+)\t([^\0]+)\0/g)].map(([, oid = "", path = ""]) => ({
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
    const listed = await answer(root, [...argv, "--no-show-signature", "--end-of-options", ...of]);
    return [...listed.matchAll(/R\d+\0([^\0]+)\0([^\0]+)\0/g)].map(([, before = "", after = ""]) => ({
      before,
      after,
    }));
  }

  async function answer(cwd: string, args: readonly string[]): Promise<string> {
    try {
      return await git(args, { cwd, signal });
    } catch (cause) {
      if (cause instanceof ToolError) throw cause;
      throw unusable(cwd, cause as Error);
    }
  }
}

function shallow(root: string): ToolError {
  const reason = "the clone is shallow, and lacks tags and their history";
  return new ToolError("unusable-repository", `Cannot use the tags of "${root}": ${reason}`, {
    at: { file: root },
    hint: "Fetch the rest: git fetch --unshallow --tags (actions/checkout: fetch-depth: 0; GitLab: GIT_DEPTH: 0)",
  });
}

function unusable(folder: string, cause: Error): ToolError {
  return new ToolError("unusable-repository", `Cannot read the git repository of "${folder}": ${cause.message}`, {
    at: { file: folder },
    hint: "Tags are read from the repository that the documents are in; in CI, fetch the whole history with its tags",
    cause,
  });
}
