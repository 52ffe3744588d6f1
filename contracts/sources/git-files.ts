import { MAX_BYTES, tooLargeMessage } from "../parsing/read-bounded.ts";
import { posix, relative } from "node:path";
import { ToolError } from "../model/error.ts";
import type { Files } from "./files.ts";
import { resolveFile } from "./reference.ts";
import { type GitObjects, type GitOptions, createGitObjects, runGit } from "./git-objects.ts";

/** Files of git commits. Their name is "git:REF:PATH", with the path from the top of the repository. */
export interface GitFiles extends Files {
  /** Returns the paths of all files of a commit, from the top of the repository. */
  listPaths(ref: string): Promise<readonly string[]>;
  /** Resolves "git:REF:PATH" from user input to the commit and the path from the top of the repository. */
  resolveInput(input: string): Promise<{ readonly ref: string; readonly path: string }>;
  /** Resolves a file or folder of the working tree, or "git:REF:PATH", to its path from the top of the repository. */
  pathOf(input: string): Promise<string>;
  /**
   * Former path of a file that a later version has at a path, or of one below it. Undefined if it is new there. The later
   * version is an input, such as `openapi.yaml` or "git:REF:PATH".
   */
  formerPath(ref: string, path: string, later: string): Promise<string | undefined>;
  close(): void;
}

interface TreeEntry {
  readonly id: string;
  readonly size: number;
  readonly isLink: boolean;
}

const MAX_LINKS = 10;

/** Maximum length of a link target: PATH_MAX of Linux. Git stores links of any length. */
const MAX_LINK_BYTES = 4096;

const outsideRepository = "it lies outside of the repository";

/** Splits "git:REF:PATH". The path is empty if it is missing. */
function splitGitName(name: string): { readonly ref: string; readonly path: string } {
  const [, ref = "", path = ""] = /^git:([^:]*):?(.*)$/s.exec(name) ?? [];
  return { ref, path };
}

/** Creates a source of files from the commits of the repository that contains a folder. */
export function createGitFiles(options: GitOptions = {}): GitFiles {
  const trees = new Map<string, Promise<ReadonlyMap<string, TreeEntry>>>();
  const bytesByName = new Map<string, Uint8Array>();
  const objects: GitObjects = createGitObjects(options);
  return {
    canonicalName: (path) => path,
    defaultRoot: () => "",
    resolveFile: (reference, from) => {
      const { ref, path } = splitGitName(from);
      const file = resolveFile(reference, `/git/${path}`);
      if (file === undefined) return undefined;
      return `git:${ref}:${file.startsWith("/git/") ? file.slice("/git/".length) : `..${file}`}`;
    },
    read: readGitFile,
    textOf: (file) => {
      const bytes = bytesByName.get(file);
      return bytes && new TextDecoder().decode(bytes);
    },
    pathOf: resolveGitPath,
    formerPath,
    resolveInput,
    listPaths: async (ref) => [...(await loadTree(ref)).keys()],
    close: () => objects.close(),
  };

  async function resolveInput(input: string): Promise<{ readonly ref: string; readonly path: string }> {
    const { ref, path } = splitGitName(input);
    const isBelow = /^\.\.?(\/|$)/.test(path);
    const from = isBelow ? await folderInRepository(input) : "";
    const repositoryPath = posix.join(from, path).replace(/\/$/, "");
    if (repositoryPath === ".") return { ref, path: "" };
    const tree = await loadTree(ref);
    const target = await resolveLinks(tree, repositoryPath).catch(() => repositoryPath);
    // The path of a link to a file stays, because references in the file are relative to it.
    return { ref, path: tree.has(repositoryPath) && tree.has(target) ? repositoryPath : target };
  }

  /** Path of the working directory from the top of the repository. */
  async function folderInRepository(input: string): Promise<string> {
    return (await runNamedGit(input, ["rev-parse", "--show-prefix"], options)).trim();
  }

  async function resolveGitPath(input: string): Promise<string> {
    if (input.startsWith("git:")) return (await resolveInput(input)).path;
    const fromHere = relative(options.cwd ?? ".", input).replaceAll("\\", "/");
    return posix.join(await folderInRepository(input), fromHere).replace(/\/$/, "");
  }

  async function formerPath(ref: string, path: string, later: string): Promise<string | undefined> {
    const versions = later.startsWith("git:") ? [ref, splitGitName(later).ref] : [ref];
    const argv = [
      "diff",
      "--no-ext-diff",
      "--name-status",
      "-z",
      "--find-renames",
      "--diff-filter=R",
      ...versions,
      "--",
    ];
    const moves = (await runNamedGit(`git:${ref}`, argv, options)).split("\0");
    const target = moves.findIndex((each, index) => index % 3 === 2 && (each === path || each.startsWith(`${path}/`)));
    if (target === -1) return undefined;
    return moves[target - 1];
  }

  async function readGitFile(name: string): Promise<Uint8Array> {
    const cached = bytesByName.get(name);
    if (cached) return cached;
    const { ref, path } = splitGitName(name);
    const blob = await findTreeEntry(await loadTree(ref), path);
    if (blob.size > MAX_BYTES) throw new Error(tooLargeMessage);
    const bytes = await objects.read(blob.id);
    bytesByName.set(name, bytes);
    return bytes;
  }

  async function findTreeEntry(tree: ReadonlyMap<string, TreeEntry>, path: string): Promise<TreeEntry> {
    const blob = tree.get(await resolveLinks(tree, path));
    if (!blob) throw new Error("there is no such file");
    return blob;
  }

  /** Resolves all symbolic links in a path. They must stay in the repository. */
  async function resolveLinks(tree: ReadonlyMap<string, TreeEntry>, start: string): Promise<string> {
    let path = start;
    for (let links = 0; links <= MAX_LINKS; links++) {
      if (path.startsWith("../") || path.startsWith("/")) throw new Error(outsideRepository);
      const link = path
        .split("/")
        .map((_, index, parts) => parts.slice(0, index + 1).join("/"))
        .find((part) => tree.get(part)?.isLink);
      if (link === undefined) return path;
      const { id, size } = tree.get(link) as TreeEntry;
      if (size > MAX_LINK_BYTES) throw new Error("it is a link of more bytes than a path has");
      const target = new TextDecoder().decode(await objects.read(id));
      const from = posix.isAbsolute(target) ? target : posix.join(posix.dirname(link), target);
      path = posix.join(from, path.slice(link.length));
    }
    throw new Error("it is a link that leads back to itself");
  }

  function loadTree(ref: string): Promise<ReadonlyMap<string, TreeEntry>> {
    let tree = trees.get(ref);
    if (!tree) trees.set(ref, (tree = readTree(ref, options)));
    return tree;
  }
}

async function readTree(ref: string, options: GitOptions): Promise<ReadonlyMap<string, TreeEntry>> {
  const name = `git:${ref}`;
  // git would read a revision that begins with a dash as an option.
  const tree = await runNamedGit(
    name,
    ["rev-parse", "--verify", "--quiet", `${ref.replace(/^-.*/, "")}^{tree}`],
    options,
  );
  const treeOutput = await runNamedGit(name, ["ls-tree", "-r", "-l", "-z", "--full-tree", tree.trim()], options);
  return new Map(treeOutput.split("\0").flatMap(parseTreeLine));
}

async function runNamedGit(name: string, args: readonly string[], options: GitOptions): Promise<string> {
  try {
    return await runGit(args, options);
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    throw new ToolError("unreadable-document", `Cannot read "${name}": ${revisionErrorReason(cause as Error)}`, {
      at: { file: name },
      hint: "REF is a branch, tag or commit of the repository that contains the working directory; in CI, fetch it first (git fetch origin REF)",
      cause,
    });
  }
}

/** Parses a line of `git ls-tree`: "mode type id size<tab>path". */
function parseTreeLine(line: string): [string, TreeEntry][] {
  const [, mode, id = "", size, path = ""] = /^(\d+) blob (\w+) +(\d+)\t(.*)$/s.exec(line) ?? [];
  if (mode === undefined) return [];
  return [[path, { id, size: Number(size), isLink: mode === "120000" }]];
}

/** Returns the reason of a failure. With --quiet, git prints nothing about an unknown revision. */
function revisionErrorReason({ message }: Error): string {
  if (message.startsWith("Command failed")) return "there is no such commit, branch or tag";
  return message;
}
