import { existsSync, statSync } from "node:fs";
import { glob } from "node:fs/promises";
import { matchesGlob, relative, resolve, sep } from "node:path";
import type { Contract } from "../model/contract.ts";
import { documentsAmong, doubtOf, isDocumentName, isOpenApiText, isSchemaText } from "../sources/documents.ts";
import { ToolError } from "../model/error.ts";
import { type Files, createLocalFiles } from "../sources/files.ts";
import { type Compute, createLibrary } from "../sources/library.ts";
import { documentsOf, loadContract } from "./load.ts";
import { isRemoteFile, isGraphqlFile } from "../parsing/origins.ts";
import { walk } from "../sources/walk.ts";
import { maskUrl } from "../secrets/index.ts";
import { createGitFiles } from "../sources/git-files.ts";
import { createWebFiles, isWebUrl } from "../sources/web-files.ts";

export interface InputOptions {
  /** Hosts from which URLs may be fetched, those of `$ref`s too: "api.example.com", "localhost:8080". None by default. */
  readonly allowUrls?: readonly string[];
  /** A folder of the repository whose commits `git:` names; the working directory if none is given. */
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  /** How what takes long is run: by default at once. */
  readonly compute?: Compute;
}

/** Documents from files, folders, globs, commits and URLs; a file that several inputs name is one contract. */
export interface Inputs {
  load(inputs: readonly string[]): Promise<Loaded>;
  /** Ends what was started to read them. */
  close(): void;
}

export interface Loaded {
  readonly contracts: Contract[];
  /** Files that a glob names and that are no documents of OpenAPI or GraphQL. */
  readonly passedOver: readonly string[];
  /** Files passed over that may be meant as documents, and why they are not taken for such. */
  readonly doubtful: readonly Doubtful[];
  /** Documents in a folder that are not taken, as others in it go first, and that none of these refers to. */
  leftOut(): Promise<readonly string[]>;
}

interface Doubtful {
  readonly file: string;
  readonly reason: string;
}

/** What is not taken of the files that inputs name. */
interface Aside {
  readonly passedOver: string[];
  readonly doubtful: Doubtful[];
  /** Files of a folder that are not looked at, as others in it go first. */
  readonly beside: string[];
}

const isGlob = /[*?[\]{}]/;

/** The inputs that an argument names: they are parted by commas, where no file is called so as a whole. */
export function inputsIn(argument: string): readonly string[] {
  if (existsSync(argument)) return [argument];
  // The commas of a glob's braces part nothing.
  const parts = argument.match(/(?:\{[^{}]*\}|[^,])+/g) ?? [];
  return parts.length > 0 ? parts : [argument];
}

/** Opens what documents are read from. */
export function openInputs({ allowUrls = [], cwd, signal, compute }: InputOptions = {}): Inputs {
  const commits = createGitFiles({ signal, ...(cwd !== undefined && { cwd }) });
  const web = createWebFiles(allowUrls, signal);
  const local = createLocalFiles();
  const homeOf = (name: string): Files => (isWebUrl(name) ? web : name.startsWith("git:") ? commits : local);
  const files: Files = {
    nameOf: (path) => homeOf(path).nameOf(path),
    fileOf: (reference, from) => (isWebUrl(reference) ? web : homeOf(from)).fileOf(reference, from),
    refusalOf: (reference) =>
      isWebUrl(reference) && !web.isAllowed(reference)
        ? `URLs are fetched from hosts that are named: --allow-url ${new URL(reference).host}`
        : undefined,
    rootOf: (file) => homeOf(file).rootOf(file),
    read: (file, root) => homeOf(file).read(file, root),
    textOf: (file) => homeOf(file).textOf?.(file),
  };
  const library = createLibrary(files, compute);
  const known = new Map<string, Promise<Contract>>();
  return { load, close: () => commits.close() };

  async function load(inputs: readonly string[]): Promise<Loaded> {
    const aside: Aside = { passedOver: [], doubtful: [], beside: [] };
    const contracts = new Set<Contract>();
    for (const input of inputs) {
      // One after the other: what was read of a large one is gone before the next is read.
      for (const path of await documentsIn(input, aside)) contracts.add(supported(await contractOf(path, input)));
    }
    const { passedOver, doubtful, beside } = aside;
    return { contracts: [...contracts], passedOver, doubtful, leftOut: () => documentsBeside(beside, [...contracts]) };
  }

  async function documentsBeside(beside: readonly string[], contracts: readonly Contract[]): Promise<string[]> {
    const wanted = new Set(contracts.flatMap(({ origins }) => [origins.file, ...(origins.files ?? [])]));
    const found: string[] = [];
    for (const path of beside.filter((each) => !wanted.has(files.nameOf(each)))) {
      const read = await attempt(() => textOf(path));
      if ("text" in read && (isGraphqlFile(path) ? isSchemaText : isOpenApiText)(read.text)) found.push(path);
    }
    return found;
  }

  function contractOf(path: string, input: string): Promise<Contract> {
    const name = files.nameOf(path);
    const root = rootOf(name, input);
    const key = `${root}\n${name}`;
    let contract = known.get(key);
    if (!contract) known.set(key, (contract = loadContract(isRemoteFile(name) ? name : path, { library, root })));
    return contract;
  }

  /** Who names a folder means all that is in it. */
  function rootOf(name: string, input: string): string {
    const own = files.rootOf(name);
    const folder = resolve(input);
    return !isRemoteFile(name) && existsSync(folder) && own.startsWith(folder + sep) ? folder : own;
  }

  function documentsIn(input: string, aside: Aside): Promise<readonly string[]> {
    if (isWebUrl(input)) return Promise.resolve([allowed(input)]);
    if (/^[a-z][a-z\d+.-]+:\/\//i.test(input)) throw unread(input);
    if (input.startsWith("git:")) return ofCommit(input, aside);
    if (!existsSync(input)) return isGlob.test(input) ? ofGlob(input, aside) : Promise.resolve(documentsOf(input));
    return statSync(input).isDirectory() ? ofFolder(input, aside) : Promise.resolve([input]);
  }

  function allowed(url: string): string {
    if (web.isAllowed(url)) return url;
    throw new ToolError("url-not-allowed", `Cannot read "${web.nameOf(url)}": its host is not allowed`, {
      hint: `URLs are fetched from hosts that are named: --allow-url ${new URL(url).host}`,
    });
  }

  async function ofGlob(pattern: string, aside: Aside): Promise<readonly string[]> {
    const matches: string[] = [];
    for await (const match of glob(pattern)) {
      if (!isHidden(match)) matches.push(match);
    }
    const documents = await Promise.all(
      matches.toSorted().map(async (match): Promise<readonly string[]> => {
        if (statSync(match, { throwIfNoEntry: false })?.isDirectory()) return ofFolder(match, aside);
        return openApiAmong([match], aside);
      }),
    );
    if (documents.length === 0) nothing(pattern, "no file or folder is called so");
    return someOf(documents.flat(), pattern);
  }

  function ofFolder(folder: string, aside: Aside): Promise<readonly string[]> {
    const below = new Map(
      walk(folder)
        .files.toSorted()
        .map((file) => [relative(folder, file), file]),
    );
    return among([...below.keys()], (path) => below.get(path) as string, { folder, aside });
  }

  async function ofCommit(input: string, aside: Aside): Promise<readonly string[]> {
    const { ref, path } = await commits.resolve(input);
    const all = await commits.pathsAt(ref);
    const nameOf = (each: string): string => `git:${ref}:${each}`;
    if (all.includes(path)) return [nameOf(path)];
    const paths = all.filter((each) => !isHidden(each)).toSorted();
    if (isGlob.test(path)) {
      const matches = paths.filter((each) => matchesGlob(each, path));
      if (matches.length === 0) nothing(input, "no file is called so at that commit");
      return someOf(await openApiAmong(matches.map(nameOf), aside), input);
    }
    const from = path === "" ? "" : `${path}/`;
    const below = paths.filter((each) => each.startsWith(from));
    if (below.length > 0)
      return among(
        below.map((each) => each.slice(from.length)),
        (each) => nameOf(from + each),
        { folder: input, aside },
      );
    throw new ToolError(
      "unreadable-document",
      `Cannot read "${input}": there is no such file or folder at that commit`,
      {
        at: { file: input },
        hint: "Paths are taken from the top of the repository, and those that begin with ./ from the working directory",
      },
    );
  }

  /** Of the files below a folder those that are named as documents are; else what describes an API right in it, or below. */
  async function among(
    paths: readonly string[],
    nameOf: (path: string) => string,
    { folder, aside }: { readonly folder: string; readonly aside: Aside },
  ): Promise<readonly string[]> {
    const { named, right } = documentsAmong(paths);
    const all = paths.filter(isDocumentName);
    const leave = (taken: readonly string[]): void => {
      const those = new Set(taken);
      aside.beside.push(...all.filter((path) => !those.has(path)).map(nameOf));
    };
    if (named.length > 0) {
      leave(named);
      return named.map(nameOf);
    }
    for (const candidates of [right, all]) {
      const own: Aside = { passedOver: [], doubtful: [], beside: [] };
      const found = await openApiAmong(candidates.map(nameOf), own);
      if (found.length === 0) continue;
      aside.doubtful.push(...own.doubtful);
      leave(candidates);
      return found;
    }
    return nothing(folder, "it holds no document of OpenAPI or GraphQL");
  }

  async function openApiAmong(paths: readonly string[], aside: Aside): Promise<readonly string[]> {
    const found: string[] = [];
    for (const path of paths) {
      if (isGraphqlFile(path)) found.push(path);
      else if (!isDocumentName(path)) aside.passedOver.push(path);
      else {
        const read = await attempt(() => textOf(path));
        const reason = "reason" in read ? read.reason : doubtOf(read.text);
        if ("text" in read && isOpenApiText(read.text)) found.push(path);
        else if (reason === undefined) aside.passedOver.push(path);
        else aside.doubtful.push({ file: path, reason });
      }
    }
    return found;
  }

  async function textOf(path: string): Promise<string> {
    const name = files.nameOf(path);
    const bytes = await files.read(name, files.rootOf(name));
    return new TextDecoder().decode(bytes);
  }
}

/** A link that leads nowhere, say, in a folder of documents, keeps nobody from reading the others. */
async function attempt(read: () => Promise<string>): Promise<{ readonly text: string } | { readonly reason: string }> {
  try {
    return { text: await read() };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    return { reason: code === undefined ? message : `it cannot be read (${code})` };
  }
}

function unread(url: string): ToolError {
  return new ToolError(
    "unreadable-document",
    `Cannot read "${maskUrl(url, undefined)}": it is no URL of http or https`,
    {
      hint: "Other URLs are not read: fetch the document, and name its file",
    },
  );
}

/** A document of a later version may say with any of its members what this one does not know. */
function supported(contract: Contract): Contract {
  const unknown = contract.problems.find(({ code }) => code === "unknown-version");
  if (!unknown) return contract;
  const [version = ""] = /^OpenAPI \S+/.exec(unknown.message) ?? [];
  throw new ToolError("unsupported-version", `Cannot read "${unknown.at.file}": ${version} is not supported`, {
    at: unknown.at,
    hint: "Documents of OpenAPI 2.0, 3.0 and 3.1 can be read",
  });
}

/** Without any document there would be nothing to break. */
function someOf(documents: readonly string[], input: string): readonly string[] {
  return documents.length > 0 ? documents : nothing(input, "none of the files that are called so describes an API");
}

function nothing(input: string, reason: string): never {
  throw new ToolError("no-contracts", `Cannot find a contract in "${input}": ${reason}`, { at: { file: input } });
}

/** What is in hidden folders, or among packages. */
function isHidden(path: string): boolean {
  return /(^|[\\/])(\.[^.\\/]|node_modules[\\/])/.test(path);
}
