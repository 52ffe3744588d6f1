import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { compile } from "../openapi/compile.ts";
import type { Contract, Location } from "../model/contract.ts";
import type { Draft } from "../openapi/draft.ts";
import { locateInFile } from "../parsing/origins.ts";

/** What is known of a contract before its document is read. */
type Entry = Omit<Contract, "document" | "origins" | "operations" | "webhooks">;

/** Documents that were compiled before. */
export interface Compiled {
  /** The platform's as contracts, each of which reads its document when it is first asked for more than its index entry. */
  contracts(): Contract[];
  /** The platform's as documents, all of them read. */
  drafts(): Draft[];
  /** That of the mock's control API, read as the others are. */
  control(): Contract;
}

/** The name of the mock's control API, which is no part of the platform. */
const CONTROL = "control";

/** Below it there is a folder for each state of the sources, so that who runs keeps what it began with. */
const FOLDER = "compiled";
/** What is known of all contracts; each has a file of its own beside it. */
const INDEX = "index.json";
/** So long, in milliseconds, those who began with an earlier state may still want to read it. */
const KEPT = 60 * 60 * 1000;

/**
 * The documents of a contracts folder as they were compiled; nothing where its sources have changed
 * since, or nothing was compiled yet.
 */
export function readCompiled(folder: string): Compiled | undefined {
  const home = join(folder, FOLDER, digestOf(folder));
  if (!existsSync(join(home, INDEX))) return undefined;
  const entries = read(INDEX) as readonly Entry[];
  const platform = entries.filter(({ api }) => api !== CONTROL);
  return {
    contracts: () => platform.map(contractAt),
    drafts: () => platform.map(draftOf),
    control: () => contractAt(entries.find(({ api }) => api === CONTROL) as Entry),
  };

  function contractAt(entry: Entry): Contract {
    return contractOf(located(entry, folder), () => draftOf(entry));
  }

  function draftOf({ api }: Entry): Draft {
    return placed(read(`${api}.json`) as Draft, (file) => join(folder, file));
  }

  function read(name: string): unknown {
    return JSON.parse(readFileSync(join(home, name), "utf8"));
  }
}

/** What was compiled just now, as if it had been read. */
export function inMemory(drafts: readonly Draft[]): Compiled {
  const platform = drafts.filter(({ api }) => api !== CONTROL);
  return {
    contracts: () => platform.map(compile),
    drafts: () => platform,
    control: () => compile(drafts.find(({ api }) => api === CONTROL) as Draft),
  };
}

/** Keeps documents beside their sources, compiled; a folder that cannot be written costs the next start its time. */
export function writeCompiled(folder: string, drafts: readonly Draft[]): void {
  const temporary = join(folder, FOLDER, randomUUID());
  try {
    mkdirSync(temporary, { recursive: true });
    for (const [name, text] of Object.entries(compiledFiles(folder, drafts)))
      writeFileSync(join(temporary, name), text);
    renameSync(temporary, join(folder, FOLDER, digestOf(folder)));
    forget(join(folder, FOLDER), Date.now() - KEPT);
  } catch {
    // Another process was faster, or the folder cannot be written.
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Removes what was compiled before a time. */
function forget(folder: string, before: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < before) rmSync(path, { recursive: true, force: true });
  }
}

/** The files of a compiled folder: their text, by name. */
function compiledFiles(folder: string, drafts: readonly Draft[]): Record<string, string> {
  const shorten = (file: string): string => relative(folder, resolve(file)).split(sep).join("/");
  const entries = drafts.map((draft): Entry => {
    const { kind, api, title, version, file, isOverlaid, basePaths, routes, removed, problems } = compile(draft);
    const short = <T extends { readonly at: Location }>(part: T): T => ({
      ...part,
      at: { file: shorten(part.at.file), pointer: part.at.pointer },
    });
    return {
      kind,
      api,
      title,
      version,
      file: shorten(file),
      isOverlaid,
      basePaths,
      routes: routes.map(({ id, name, method, path, basis }) => ({ api, id, name, method, path, basis })),
      removed: removed.map(short),
      problems: problems.map(short),
    };
  });
  return {
    [INDEX]: JSON.stringify(entries),
    ...Object.fromEntries(drafts.map((draft) => [`${draft.api}.json`, JSON.stringify(placed(draft, shorten))])),
  };
}

/** An entry with its places as a contract has them: files absolute, lines found when they are asked for. */
function located(entry: Entry, folder: string): Entry {
  const place = <T extends { readonly at: Location }>(part: T): T => {
    const file = join(folder, part.at.file);
    return { ...part, at: locateInFile({ file, parts: {} }, file, part.at.pointer) };
  };
  return {
    ...entry,
    file: join(folder, entry.file),
    removed: entry.removed.map(place),
    problems: entry.problems.map(place),
  };
}

function contractOf(entry: Entry, draft: () => Draft): Contract {
  let whole: Contract | undefined;
  const contract = (): Contract => (whole ??= compile(draft()));
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

/** A draft whose files are said otherwise. */
function placed(draft: Draft, rename: (file: string) => string): Draft {
  const { origins } = draft;
  const parts = Object.entries(origins.parts).map(([pointer, origin]) => [
    pointer,
    { file: rename(origin.file), pointer: origin.pointer },
  ]);
  return {
    ...draft,
    file: rename(draft.file),
    origins: {
      file: rename(origins.file),
      parts: Object.fromEntries(parts) as Draft["origins"]["parts"],
      ...(origins.examples && { examples: origins.examples }),
    },
  };
}

/** Changes with every change of a source, or of what compiles them. */
function digestOf(folder: string): string {
  const hash = createHash("sha256");
  for (const part of ["apis", "control", "shared", "model"]) {
    for (const name of readdirSync(join(folder, part), { recursive: true, encoding: "utf8" }).toSorted()) {
      if (!/\.(ya?ml|json|graphql|ts|js)$/.test(name) || /\.(test|d)\.ts$/.test(name)) continue;
      hash.update(`${part}/${name}\0`).update(readFileSync(join(folder, part, name)));
    }
  }
  return hash.digest("hex");
}
