import { omitUndefined } from "../model/omit-undefined.ts";
import { globCharacters, isNewInput } from "./new-inputs.ts";
import {
  createAbsentError,
  requireSupportedVersion,
  requireDocuments,
  throwNoContracts,
  createUrlError,
} from "./input-errors.ts";
import { existsSync, statSync } from "node:fs";
import { glob } from "node:fs/promises";
import { matchesGlob, relative, resolve, sep } from "node:path";
import type { Contract } from "../model/contract.ts";
import {
  documentsAmong,
  nearMissReason,
  isDocumentName,
  isOpenApiText,
  isGraphqlSchemaText,
} from "../sources/document-detection.ts";
import { ToolError } from "../model/error.ts";
import { type Files, createLocalFiles } from "../sources/files.ts";
import { type RunComputation, createFileCache } from "../sources/file-cache.ts";
import type { Draft } from "../openapi/draft.ts";
import { compileDrafts, listDocuments, readDraft } from "./load.ts";
import { isRemoteFile, isGraphqlFile } from "../parsing/origins.ts";
import { listTree } from "../sources/list-tree.ts";
import { createGitFiles } from "../sources/git-files.ts";
import { createWebFiles, isWebUrl } from "../sources/web-files.ts";

/** Options of `openInputs()`. */
export interface InputOptions {
  /**
   * Hosts whose URLs may be fetched for `$ref`s, besides the hosts of inputs: "api.example.com", "localhost:8080". None by
   * default.
   */
  readonly allowUrls?: readonly string[];
  /** Headers of requests for inputs that are URLs, and for files of their origins. Other origins do not receive them. */
  readonly documentHeaders?: Readonly<Record<string, string>> | undefined;
  /** Folder in the repository that `git:` inputs refer to. Defaults to the working directory. */
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  /** Runs long computations. By default they run directly. */
  readonly compute?: RunComputation;
}

/** Loader of documents from files, folders, globs, commits and URLs. A file that several inputs name is one contract. */
export interface Inputs {
  load(inputs: readonly string[], options?: InputLoadOptions): Promise<LoadedInputs>;
  /** Stops processes that were started for reading. */
  close(): void;
}

interface InputLoadOptions {
  /** Files of OpenAPI Overlays, applied in order to the documents that they extend. */
  readonly overlays?: readonly string[];
  /** Accepts later versions of OpenAPI than the supported ones, with a problem. By default they are an error. */
  readonly acceptsLaterVersions?: boolean;
  /** Inputs of the later version. What they add to a commit is no error in `git:` inputs. */
  readonly later?: readonly string[];
}

/** Contracts of some inputs, and the files that were skipped. */
export interface LoadedInputs {
  readonly contracts: Contract[];
  /** Inputs of commits that do not have them, because they are new in the later version. */
  readonly absent: readonly string[];
  /** Files that match a glob and are not OpenAPI documents or GraphQL schemas. */
  readonly nonDocuments: readonly string[];
  /** Skipped files that look like API documents with a mistake, each with the mistake. */
  readonly doubtful: readonly DoubtfulFile[];
  /**
   * Returns the documents of folders that were not selected, because the folder has documents with a standard name, and
   * that no contract refers to.
   */
  leftOut(): Promise<readonly string[]>;
}

interface DoubtfulFile {
  readonly file: string;
  readonly reason: string;
}

/** Files that inputs name and that are not loaded. */
interface SkippedFiles {
  readonly nonDocuments: string[];
  readonly doubtful: DoubtfulFile[];
  /** Files of a folder that were not selected. */
  readonly unselected: string[];
}

/** Search for the documents of inputs. */
interface Search extends ReturnType<typeof createInputFiles> {
  readonly skipped: SkippedFiles;
}

/** Splits an argument at commas into inputs. An existing file with that name is one input. */
export function splitInputs(argument: string): readonly string[] {
  if (existsSync(argument)) return [argument];
  // Commas inside the braces of a glob do not separate inputs.
  const inputs = argument.match(/(?:\{[^{}]*\}|[^,])+/g) ?? [];
  return inputs.length > 0 ? inputs : [argument];
}

/** Creates a loader of documents. Close it when it is not needed any more. */
export function openInputs(options: InputOptions = {}): Inputs {
  const inputFiles = createInputFiles(options);
  const { files, commits } = inputFiles;
  const fileCache = createFileCache(files, options.compute);
  const draftsByFile = new Map<string, Promise<Draft>>();
  const contractsByDraft = new Map<Draft, Promise<Contract[]>>();
  return { load, close: () => commits.close() };

  async function load(
    inputs: readonly string[],
    { overlays = [], acceptsLaterVersions = false, later = [] }: InputLoadOptions = {},
  ): Promise<LoadedInputs> {
    const absent: string[] = [];
    const skipped: SkippedFiles = { nonDocuments: [], doubtful: [], unselected: [] };
    const drafts = new Set<Draft>();
    const contracts = new Set<Contract>();
    for (const input of inputs) {
      // Sequential, so that the memory of one large document is free before the next is read.
      if (await isNewInput(later, input, commits)) absent.push(input);
      else
        for (const path of await documentsOfInput({ ...inputFiles, skipped }, input)) {
          const draft = await readInput(path, input);
          drafts.add(draft);
          if (overlays.length === 0) for (const contract of await compiled(draft)) contracts.add(contract);
        }
    }
    if (overlays.length > 0)
      for (const contract of await compileDrafts([...drafts], { overlays, fileCache })) contracts.add(contract);
    if (!acceptsLaterVersions) for (const contract of contracts) requireSupportedVersion(contract);
    const { nonDocuments, doubtful, unselected } = skipped;
    return {
      contracts: [...contracts],
      absent,
      nonDocuments,
      doubtful,
      leftOut: () => unreferencedDocuments(unselected, [...contracts]),
    };
  }

  async function unreferencedDocuments(
    unselected: readonly string[],
    contracts: readonly Contract[],
  ): Promise<string[]> {
    const referencedFiles = new Set(contracts.flatMap(({ origins }) => [origins.file, ...(origins.files ?? [])]));
    const unreferenced: string[] = [];
    for (const path of unselected.filter((each) => !referencedFiles.has(files.canonicalName(each)))) {
      const result = await textOrReason(files, path);
      if ("text" in result && (isGraphqlFile(path) ? isGraphqlSchemaText : isOpenApiText)(result.text))
        unreferenced.push(path);
    }
    return unreferenced;
  }

  function readInput(path: string, input: string): Promise<Draft> {
    const name = files.canonicalName(path);
    const root = findRoot(name, input);
    const key = `${root}\n${name}`;
    let draft = draftsByFile.get(key);
    if (!draft) draftsByFile.set(key, (draft = readDraft(isRemoteFile(name) ? name : path, { fileCache, root })));
    return draft;
  }

  function compiled(draft: Draft): Promise<Contract[]> {
    let contracts = contractsByDraft.get(draft);
    if (!contracts) contractsByDraft.set(draft, (contracts = compileDrafts([draft], { fileCache })));
    return contracts;
  }

  /** Returns the root of a file. It is the input folder if the default root is inside that folder. */
  function findRoot(name: string, input: string): string {
    const fileRoot = files.defaultRoot(name);
    const folder = resolve(input);
    if (!isRemoteFile(name) && existsSync(folder) && fileRoot.startsWith(folder + sep)) return folder;
    return fileRoot;
  }
}

/** Files of all three kinds together, those of commits, and those of the web. */
function createInputFiles({ allowUrls = [], documentHeaders, cwd, signal }: InputOptions) {
  const commits = createGitFiles(omitUndefined({ signal, cwd }));
  const web = createWebFiles(allowUrls, { signal, headers: documentHeaders });
  const local = createLocalFiles();
  const chooseFiles = (name: string): Files => {
    if (isWebUrl(name)) return web;
    if (name.startsWith("git:")) return commits;
    return local;
  };
  const files: Files = {
    canonicalName: (path) => chooseFiles(path).canonicalName(path),
    resolveFile: (reference, from) => (isWebUrl(reference) ? web : chooseFiles(from)).resolveFile(reference, from),
    unresolvedReason: (reference) => {
      if (isWebUrl(reference) && !web.isAllowed(reference))
        return `URLs are fetched from hosts that are named: --allow-url ${new URL(reference).host}`;
      return undefined;
    },
    defaultRoot: (file) => chooseFiles(file).defaultRoot(file),
    read: (file, root) => chooseFiles(file).read(file, root),
    textOf: (file) => chooseFiles(file).textOf?.(file),
  };
  return { files, commits, web };
}

function documentsOfInput(search: Search, input: string): Promise<readonly string[]> {
  if (isWebUrl(input)) {
    search.web.allowHostOf(input);
    return Promise.resolve([input]);
  }
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(input)) throw createUrlError(input);
  if (input.startsWith("git:")) return documentsOfCommit(search, input);
  if (!existsSync(input)) {
    if (globCharacters.test(input)) return documentsOfGlob(search, input);
    return Promise.resolve(listDocuments(input));
  }
  if (statSync(input).isDirectory()) return documentsOfFolder(search, input);
  return Promise.resolve([input]);
}

async function documentsOfGlob(search: Search, pattern: string): Promise<readonly string[]> {
  const matches: string[] = [];
  for await (const match of glob(pattern)) {
    if (!isHiddenPath(match)) matches.push(match);
  }
  const documents = await Promise.all(
    matches.toSorted().map(async (match): Promise<readonly string[]> => {
      if (statSync(match, { throwIfNoEntry: false })?.isDirectory()) return documentsOfFolder(search, match);
      return filterApiDocuments(search, [match]);
    }),
  );
  if (documents.length === 0) throwNoContracts(pattern, "no file or folder matches");
  return requireDocuments(documents.flat(), pattern);
}

function documentsOfFolder(search: Search, folder: string): Promise<readonly string[]> {
  const pathsInFolder = new Map(
    listTree(folder)
      .files.toSorted()
      .map((file) => [relative(folder, file), file]),
  );
  return selectDocuments(search, folder, [...pathsInFolder.keys()], (path) => pathsInFolder.get(path) as string);
}

async function documentsOfCommit(search: Search, input: string): Promise<readonly string[]> {
  const { ref, path } = await search.commits.resolveInput(input);
  const allPaths = await search.commits.listPaths(ref);
  const gitName = (each: string): string => `git:${ref}:${each}`;
  if (allPaths.includes(path)) return [gitName(path)];
  const paths = allPaths.filter((each) => !isHiddenPath(each)).toSorted();
  if (globCharacters.test(path)) {
    const matches = paths.filter((each) => matchesGlob(each, path));
    if (matches.length === 0) throwNoContracts(input, "no file matches at that commit");
    return requireDocuments(await filterApiDocuments(search, matches.map(gitName)), input);
  }
  const from = path === "" ? "" : `${path}/`;
  const below = paths.filter((each) => each.startsWith(from));
  if (below.length > 0)
    return selectDocuments(
      search,
      input,
      below.map((each) => each.slice(from.length)),
      (each) => gitName(from + each),
    );
  throw createAbsentError(
    input,
    "Paths are relative to the top of the repository, and those that begin with ./ to the working directory",
  );
}

/** Selects the documents of a folder: files with a standard name, otherwise API documents directly in it, or below it. */
async function selectDocuments(
  search: Search,
  folder: string,
  paths: readonly string[],
  toName: (path: string) => string,
): Promise<readonly string[]> {
  const { named, topLevel } = documentsAmong(paths);
  const candidatesByName = paths.filter(isDocumentName);
  const markUnselected = (selection: readonly string[]): void => {
    const selected = new Set(selection);
    search.skipped.unselected.push(...candidatesByName.filter((path) => !selected.has(path)).map(toName));
  };
  if (named.length > 0) {
    markUnselected(named);
    return named.map(toName);
  }
  for (const candidates of [topLevel, candidatesByName]) {
    const skippedHere: SkippedFiles = { nonDocuments: [], doubtful: [], unselected: [] };
    const documents = await filterApiDocuments({ ...search, skipped: skippedHere }, candidates.map(toName));
    if (documents.length === 0) continue;
    search.skipped.doubtful.push(...skippedHere.doubtful);
    markUnselected(candidates);
    return documents;
  }
  return throwNoContracts(folder, "it contains no OpenAPI document or GraphQL schema");
}

async function filterApiDocuments(search: Search, paths: readonly string[]): Promise<readonly string[]> {
  const apiDocuments: string[] = [];
  for (const path of paths) {
    if (isGraphqlFile(path)) apiDocuments.push(path);
    else if (!isDocumentName(path)) search.skipped.nonDocuments.push(path);
    else {
      const result = await textOrReason(search.files, path);
      const reason = "reason" in result ? result.reason : nearMissReason(result.text);
      if ("text" in result && isOpenApiText(result.text)) apiDocuments.push(path);
      else if (reason === undefined) search.skipped.nonDocuments.push(path);
      else search.skipped.doubtful.push({ file: path, reason });
    }
  }
  return apiDocuments;
}

/** Returns the text of a file, or the reason why it cannot be read. An unreadable file must not stop the others. */
async function textOrReason(
  files: Files,
  path: string,
): Promise<{ readonly text: string } | { readonly reason: string }> {
  try {
    const name = files.canonicalName(path);
    const bytes = await files.read(name, files.defaultRoot(name));
    return { text: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    return { reason: code === undefined ? message : `it cannot be read (${code})` };
  }
}

/** Returns true for hidden files, and for files in hidden folders or node_modules. */
function isHiddenPath(path: string): boolean {
  return /(^|[\\/])(\.[^.\\/]|node_modules[\\/])/.test(path);
}
