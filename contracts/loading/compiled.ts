import { omitUndefined } from "../model/omit-undefined.ts";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { compileContract } from "../openapi/compile.ts";
import type { Contract, Location } from "../model/contract.ts";
import type { Draft } from "../openapi/draft.ts";
import { locateInFile } from "../parsing/origins.ts";

/** Fields of a contract that are known before its document is read. */
type IndexEntry = Omit<Contract, "document" | "origins" | "operations" | "webhooks">;

/** Contracts that were compiled by an earlier run. */
export interface CompiledContracts {
  /** Returns the contracts of the platform. Each reads its document on first use. */
  contracts(): Contract[];
  /** Returns the uncompiled documents of the platform. */
  drafts(): Draft[];
  /** Returns the contract of the mock's control API. */
  control(): Contract;
}

/** Name of the mock's control API, which does not belong to the platform. */
const CONTROL = "control";

/** Folder with one subfolder for each digest of the sources, so that running processes keep the state they started with. */
const FOLDER = "compiled";
/** File with the index entries of all contracts. Each contract has its own file in the same folder. */
const INDEX = "index.json";
/** Age in milliseconds after which outdated subfolders are removed. */
const MAX_AGE = 60 * 60 * 1000;

/** Reads the compiled contracts of a folder. Returns undefined if there are none for the current sources. */
export function readCompiled(folder: string): CompiledContracts | undefined {
  const digestFolder = join(folder, FOLDER, sourceDigest(folder));
  if (!existsSync(join(digestFolder, INDEX))) return undefined;
  const entries = readCompiledFile(INDEX) as readonly IndexEntry[];
  const platform = entries.filter(({ api }) => api !== CONTROL);
  return {
    contracts: () => platform.map(createLazyContract),
    drafts: () => platform.map(readDraftFile),
    control: () => createLazyContract(entries.find(({ api }) => api === CONTROL) as IndexEntry),
  };

  function createLazyContract(entry: IndexEntry): Contract {
    return lazyContract(withAbsoluteLocations(entry, folder), () => readDraftFile(entry));
  }

  function readDraftFile({ api }: IndexEntry): Draft {
    return withRenamedFiles(readCompiledFile(`${api}.json`) as Draft, (file) => join(folder, file));
  }

  function readCompiledFile(name: string): unknown {
    return JSON.parse(readFileSync(join(digestFolder, name), "utf8"));
  }
}

/** Returns compiled contracts from memory, for the case that they cannot be stored in files. */
export function compiledInMemory(drafts: readonly Draft[]): CompiledContracts {
  const platform = drafts.filter(({ api }) => api !== CONTROL);
  return {
    contracts: () => platform.map(compileContract),
    drafts: () => platform,
    control: () => compileContract(drafts.find(({ api }) => api === CONTROL) as Draft),
  };
}

/** Writes compiled contracts into the folder of their sources. Ignores failures, which only make the next start slower. */
export function writeCompiled(folder: string, drafts: readonly Draft[]): void {
  const temporary = join(folder, FOLDER, randomUUID());
  try {
    mkdirSync(temporary, { recursive: true });
    for (const [name, text] of Object.entries(compiledFiles(folder, drafts)))
      writeFileSync(join(temporary, name), text);
    renameSync(temporary, join(folder, FOLDER, sourceDigest(folder)));
    removeOlderThan(join(folder, FOLDER), Date.now() - MAX_AGE);
  } catch {
    // Another process has written the folder first, or the folder is not writable.
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Removes subfolders that were last modified before a time. */
function removeOlderThan(folder: string, before: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < before) rmSync(path, { recursive: true, force: true });
  }
}

/** Returns the text of the files of a compiled folder, by name. */
function compiledFiles(folder: string, drafts: readonly Draft[]): Record<string, string> {
  const relativeFile = (file: string): string => relative(folder, resolve(file)).split(sep).join("/");
  const entries = drafts.map((draft): IndexEntry => {
    const { kind, api, title, version, file, isOverlaid, basePaths, routes, removed, problems } =
      compileContract(draft);
    const withShortFile = <T extends { readonly at: Location }>(part: T): T => ({
      ...part,
      at: { file: relativeFile(part.at.file), pointer: part.at.pointer },
    });
    return {
      kind,
      api,
      title,
      version,
      file: relativeFile(file),
      isOverlaid,
      basePaths,
      routes: routes.map(({ id, name, method, path, basis }) => ({ api, id, name, method, path, basis })),
      removed: removed.map(withShortFile),
      problems: problems.map(withShortFile),
    };
  });
  return {
    [INDEX]: JSON.stringify(entries),
    ...Object.fromEntries(
      drafts.map((draft) => [`${draft.api}.json`, JSON.stringify(withRenamedFiles(draft, relativeFile))]),
    ),
  };
}

/** Returns an entry with absolute files, and with lines that are found on first access. */
function withAbsoluteLocations(entry: IndexEntry, folder: string): IndexEntry {
  const withLocation = <T extends { readonly at: Location }>(part: T): T => {
    const file = join(folder, part.at.file);
    return { ...part, at: locateInFile({ file, parts: {} }, file, part.at.pointer) };
  };
  return {
    ...entry,
    file: join(folder, entry.file),
    removed: entry.removed.map(withLocation),
    problems: entry.problems.map(withLocation),
  };
}

function lazyContract(entry: IndexEntry, draft: () => Draft): Contract {
  let compiled: Contract | undefined;
  const contract = (): Contract => (compiled ??= compileContract(draft()));
  return {
    ...entry,
    get document() {
      return contract().document;
    },
    get origins() {
      return contract().origins;
    },
    get operations() {
      return contract().operations;
    },
    get webhooks() {
      return contract().webhooks;
    },
  };
}

/** Returns a draft with renamed source files. */
function withRenamedFiles(draft: Draft, rename: (file: string) => string): Draft {
  const { origins } = draft;
  const renamedParts = Object.entries(origins.parts).map(([pointer, origin]) => [
    pointer,
    { file: rename(origin.file), pointer: origin.pointer },
  ]);
  return {
    ...draft,
    file: rename(draft.file),
    origins: omitUndefined({
      file: rename(origins.file),
      parts: Object.fromEntries(renamedParts) as Draft["origins"]["parts"],
      examples: origins.examples,
    }),
  };
}

/** Returns a digest of the sources and of the model that compiles them. */
function sourceDigest(folder: string): string {
  const hash = createHash("sha256");
  for (const sourceFolder of ["apis", "control", "shared", "model"]) {
    for (const name of readdirSync(join(folder, sourceFolder), { recursive: true, encoding: "utf8" }).toSorted()) {
      if (!/\.(ya?ml|json|graphql|ts|js)$/.test(name) || /\.(test|d)\.ts$/.test(name)) continue;
      hash.update(`${sourceFolder}/${name}\0`).update(readFileSync(join(folder, sourceFolder, name)));
    }
  }
  return hash.digest("hex");
}
