import { MAX_BYTES, tooLargeMessage } from "../parsing/read-bounded.ts";
import { posix } from "node:path";
import { ToolError } from "../model/error.ts";
import type { Files } from "./files.ts";
import { fileOf } from "./reference.ts";
import { type GitObjects, type GitOptions, createGitObjects, git } from "./git-objects.ts";

/** Files of commits. They go by "git:REF:PATH", the path from the top of the repository. */
export interface GitFiles extends Files {
  /** All files of a commit, by path from the top of the repository. */
  pathsAt(ref: string): Promise<readonly string[]>;
  /** The commit and the path from the top of the repository that a person means by "git:REF:PATH". */
  resolve(input: string): Promise<{ readonly ref: string; readonly path: string }>;
  close(): void;
}

interface Blob {
  readonly id: string;
  readonly size: number;
  readonly isLink: boolean;
}

const MAX_LINKS = 10;

/** PATH_MAX of Linux. Git itself stores links of any size. */
const MAX_LINK_BYTES = 4096;

const outside = "it lies outside of the repository";

/** The two parts of "git:REF:PATH"; the path is empty where there is none. */
function splitGit(name: string): { readonly ref: string; readonly path: string } {
  const [, ref = "", path = ""] = /^git:([^:]*):?(.*)$/s.exec(name) ?? [];
  return { ref, path };
}

/** The commits of the repository that a folder is in. */
export function createGitFiles(options: GitOptions = {}): GitFiles {
  const trees = new Map<string, Promise<ReadonlyMap<string, Blob>>>();
  const texts = new Map<string, Uint8Array>();
  const objects: GitObjects = createGitObjects(options);
  return {
    nameOf: (path) => path,
    rootOf: () => "",
    fileOf: (reference, from) => {
      const { ref, path } = splitGit(from);
      const found = fileOf(reference, `/git/${path}`);
      if (found === undefined) return undefined;
      return `git:${ref}:${found.startsWith("/git/") ? found.slice("/git/".length) : `..${found}`}`;
    },
    read,
    textOf: (file) => {
      const bytes = texts.get(file);
      return bytes && new TextDecoder().decode(bytes);
    },
    resolve: async (input) => {
      const { ref, path } = splitGit(input);
      const isBelow = /^\.\.?(\/|$)/.test(path);
      const from = isBelow ? (await gitOr(input, ["rev-parse", "--show-prefix"], options)).trim() : "";
      const whole = posix.join(from, path).replace(/\/$/, "");
      if (whole === ".") return { ref, path: "" };
      const tree = await treeAt(ref);
      const target = await followed(tree, whole).catch(() => whole);
      // A file keeps its name, as other files may refer to it.
      return { ref, path: tree.has(whole) && tree.has(target) ? whole : target };
    },
    pathsAt: async (ref) => [...(await treeAt(ref)).keys()],
    close: () => objects.close(),
  };

  async function read(name: string): Promise<Uint8Array> {
    const known = texts.get(name);
    if (known) return known;
    const { ref, path } = splitGit(name);
    const blob = await blobAt(await treeAt(ref), path);
    if (blob.size > MAX_BYTES) throw new Error(tooLargeMessage);
    const bytes = await objects.read(blob.id);
    texts.set(name, bytes);
    return bytes;
  }

  async function blobAt(tree: ReadonlyMap<string, Blob>, path: string): Promise<Blob> {
    const blob = tree.get(await followed(tree, path));
    if (!blob) throw new Error("there is no such file");
    return blob;
  }

  /** Where a path leads when the links to files and folders on its way are followed, which must stay in the tree. */
  async function followed(tree: ReadonlyMap<string, Blob>, start: string): Promise<string> {
    let path = start;
    for (let links = 0; links <= MAX_LINKS; links++) {
      if (path.startsWith("../") || path.startsWith("/")) throw new Error(outside);
      const link = path
        .split("/")
        .map((_, index, parts) => parts.slice(0, index + 1).join("/"))
        .find((part) => tree.get(part)?.isLink);
      if (link === undefined) return path;
      const { id, size } = tree.get(link) as Blob;
      if (size > MAX_LINK_BYTES) throw new Error("it is a link of more bytes than a path has");
      const target = new TextDecoder().decode(await objects.read(id));
      const from = posix.isAbsolute(target) ? target : posix.join(posix.dirname(link), target);
      path = posix.join(from, path.slice(link.length));
    }
    throw new Error("it is a link that leads back to itself");
  }

  function treeAt(ref: string): Promise<ReadonlyMap<string, Blob>> {
    let tree = trees.get(ref);
    if (!tree) trees.set(ref, (tree = readTree(ref, options)));
    return tree;
  }
}

async function readTree(ref: string, options: GitOptions): Promise<ReadonlyMap<string, Blob>> {
  const name = `git:${ref}`;
  // What begins with a dash would be an option.
  const tree = await gitOr(name, ["rev-parse", "--verify", "--quiet", `${ref.replace(/^-.*/, "")}^{tree}`], options);
  const listed = await gitOr(name, ["ls-tree", "-r", "-l", "-z", "--full-tree", tree.trim()], options);
  return new Map(listed.split("\0").flatMap(entryOf));
}

async function gitOr(name: string, args: readonly string[], options: GitOptions): Promise<string> {
  try {
    return await git(args, options);
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    throw new ToolError("unreadable-document", `Cannot read "${name}": ${reasonOf(cause as Error)}`, {
      at: { file: name },
      hint: "git:REF:PATH takes a branch, a tag or a commit of the repository that the working directory is in; in CI it may have to be fetched first (git fetch origin REF)",
      cause,
    });
  }
}

/** A line of git ls-tree: "mode type id size<tab>path". */
function entryOf(line: string): [string, Blob][] {
  const [, mode, id = "", size, path = ""] = /^(\d+) blob (\w+) +(\d+)\t(.*)$/s.exec(line) ?? [];
  return mode === undefined ? [] : [[path, { id, size: Number(size), isLink: mode === "120000" }]];
}

/** Where it was asked to be quiet, git says nothing of what is not there. */
function reasonOf({ message }: Error): string {
  return message.startsWith("Command failed") ? "there is no such commit, branch or tag" : message;
}
