import { type ExecFileException, execFile } from "node:child_process";
import { ToolError } from "../../contracts/index.ts";

const MAX_BYTES = 512 * 1024 * 1024;

/** A tag of a repository. */
export interface Tag {
  readonly name: string;
  /** The tag's day in UTC, or its commit's where the tag has none: YYYY-MM-DD. */
  readonly date: string;
}

/** A file as a commit has it. */
export interface Blob {
  readonly path: string;
  readonly oid: string;
}

/** A repository that is only read. */
export interface Repository {
  readonly root: string;
  /** The folder that was given, seen from the root: "" or "docs/". */
  readonly prefix: string;
  /** Tags whose name matches a pattern such as "v*", in git's order. */
  tags(pattern: string): Promise<Tag[]>;
  /** The names of the tags that match a pattern and that a tag's history holds, its own among them. */
  merged(tag: string, pattern: string): Promise<ReadonlySet<string>>;
  /** Files of a tag, links and submodules left out. */
  blobs(tag: string): Promise<Blob[]>;
  contents(blobs: readonly Blob[]): Promise<Buffer[]>;
}

/**
 * Opens the repository that a folder is in.
 * @throws ToolError "unusable-repository" where there is none, or no git.
 */
export async function openRepository(folder: string, signal: AbortSignal): Promise<Repository> {
  const [root = "", prefix = ""] = (await run(folder, ["rev-parse", "--show-toplevel", "--show-prefix"]))
    .toString("utf8")
    .split(/\r?\n/);

  return {
    root,
    prefix,

    async tags(pattern) {
      const format = "--format=%(refname:strip=2)%00%(creatordate:unix)";
      const lines = (await run(root, ["tag", "--list", "--no-column", format, "--", pattern])).toString("utf8");
      return lines
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => {
          const [name = "", seconds] = line.split("\0");
          return { name, date: new Date(Number(seconds) * 1000).toISOString().slice(0, 10) };
        });
    },

    async merged(tag, pattern) {
      const argv = ["tag", "--list", "--no-column", `--merged=refs/tags/${tag}`, "--format=%(refname:strip=2)"];
      const lines = (await run(root, [...argv, "--", pattern])).toString("utf8");
      return new Set(lines.split("\n").filter((line) => line !== ""));
    },

    async blobs(tag) {
      const listed = (await run(root, ["ls-tree", "-r", "-z", "--full-tree", `refs/tags/${tag}`])).toString("utf8");
      return [...listed.matchAll(/100\d{3} blob ([0-9a-f]+)\t([^\0]+)\0/g)].map(([, oid = "", path = ""]) => ({
        oid,
        path,
      }));
    },

    async contents(blobs) {
      const output = await run(root, ["cat-file", "--batch"], blobs.map(({ oid }) => `${oid}\n`).join(""));
      let at = 0;
      return blobs.map(() => {
        const head = output.indexOf("\n", at);
        const size = Number(output.toString("utf8", at, head).split(" ")[2]);
        at = head + 1 + size + 1;
        return output.subarray(head + 1, head + 1 + size);
      });
    },
  };

  function run(cwd: string, argv: readonly string[], input = ""): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const options = { cwd, signal, encoding: "buffer", maxBuffer: MAX_BYTES } as const;
      const child = execFile("git", argv, options, (error, stdout, stderr) =>
        error ? reject(unusable(cwd, error, stderr.toString("utf8"))) : resolve(stdout),
      );
      // A git that ends early says why by itself.
      child.stdin?.on("error", () => undefined).end(input);
    });
  }
}

function unusable(folder: string, error: ExecFileException, said: string): ToolError {
  const [first = ""] = said.trim().split("\n");
  const reason =
    error.name === "AbortError"
      ? "it was interrupted"
      : error.code === "ENOENT"
        ? "git cannot be found, or there is no such folder"
        : first.replace(/^(fatal|error): /, "") || error.message;
  return new ToolError("unusable-repository", `Cannot read the git repository of "${folder}": ${reason}`, {
    at: { file: folder },
    hint: "--since-tags reads the tags of the repository that PATH is in; in CI, fetch the whole history with its tags",
    cause: error,
  });
}
