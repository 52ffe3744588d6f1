import { existsSync, readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import type { Location, Origin, Origins } from "../model/contract.ts";
import { createGraphqlLineFinder } from "./graphql-lines.ts";
import { createJsonLineFinder } from "./json-lines.ts";
import { tokensOf } from "../model/pointer.ts";
import { createYamlLineFinder } from "./yaml-lines.ts";

/** Origins while a document is put together. */
export interface GrowingOrigins extends Origins {
  readonly parts: Record<string, Origin>;
  examples?: string[];
}

const ofExamples = new WeakMap<Origins, ReadonlySet<string>>();
const inExamples = "/examples/0";

const lineFinders = new WeakMap<Origins, Map<string, LineFinder>>();

/** The location of a pointer of the bundle. */
export function locateIn(origins: Origins, pointer: string): Location {
  const origin = originIn(origins, pointer);
  return placeIn(origins, origin.file, origin.pointer);
}

/** The same, found when it is first looked at: most parts of a document are never told of. */
export function locateLater(origins: Origins, pointer: string): Location {
  let found: Location | undefined;
  return {
    get file() {
      return (found ??= locateIn(origins, pointer)).file;
    },
    get pointer() {
      return (found ??= locateIn(origins, pointer)).pointer;
    },
    get line() {
      return (found ??= locateIn(origins, pointer)).line;
    },
  };
}

/** The file and the pointer inside of it where a pointer of the bundle was written. */
export function originIn(origins: Origins, pointer: string): Origin {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    const around = pointer.slice(0, end);
    if (around.endsWith(inExamples) && isOnlyExample(origins, around))
      return originIn(origins, `${around.slice(0, -inExamples.length)}/example${pointer.slice(end)}`);
    const origin = origins.parts[around];
    if (origin) return { file: origin.file, pointer: origin.pointer + pointer.slice(end) };
  }
  return { file: origins.file, pointer };
}

/** Whether what stands there was written as the only example of a schema, and by nobody else since. */
function isOnlyExample(origins: Origins, pointer: string): boolean {
  const { examples, parts } = origins;
  if (!examples || parts[pointer]) return false;
  let known = ofExamples.get(origins);
  if (known?.size !== examples.length) ofExamples.set(origins, (known = new Set(examples)));
  return known.has(pointer.slice(0, -inExamples.length));
}

/** The location of a pointer inside a source file. The line is found when it is first asked for. */
export function placeIn(origins: Origins, file: string, pointer: string): Location {
  let line: number | undefined;
  return {
    file: shown(file),
    pointer,
    get line() {
      return (line ??= lineFinderOf(origins, file)(tokensOf(pointer)));
    },
  };
}

/** For the tokens of a pointer, the line of its key, or of the nearest part of it that exists. */
export type LineFinder = (tokens: readonly string[]) => number;

/** Lets lines be found by what is known of files already. */
export function keepLineFinders(origins: Origins, finders: ReadonlyMap<string, LineFinder>): void {
  lineFinders.set(origins, new Map(finders));
}

function lineFinderOf(origins: Origins, file: string): LineFinder {
  let finders = lineFinders.get(origins);
  if (!finders) lineFinders.set(origins, (finders = new Map()));
  let finder = finders.get(file);
  if (!finder) finders.set(file, (finder = createLineFinder(file, origins.textOf?.(file))));
  return finder;
}

/** A file may be gone when somebody asks, or not come with a contract that was compiled elsewhere. */
function createLineFinder(file: string, kept: string | undefined): LineFinder {
  if (kept === undefined && !existsSync(file)) return () => 1;
  const text = kept ?? readFileSync(file, "utf8");
  if (isGraphql(file)) return createGraphqlLineFinder(text);
  return isJsonText(text) ? createJsonLineFinder(text) : createYamlLineFinder(text);
}

/** Whether a file holds a GraphQL schema, by its name. */
export function isGraphql(file: string): boolean {
  return /\.(graphqls?|gql)$/.test(file);
}

/** Whether a file is none of this machine's: one of a commit, or of the web. */
export function isElsewhere(file: string): boolean {
  return /^(git:|https?:\/\/)/.test(file);
}

/** By its content: what a .json file holds may be read as YAML, and a .yaml file may hold JSON. */
function isJsonText(text: string): boolean {
  if (!/^\uFEFF?\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return true;
  } catch {
    return false;
  }
}

/** Paths below the working directory are shown from there. */
function shown(file: string): string {
  if (isElsewhere(file)) return file;
  const short = relative(process.cwd(), file);
  return short.startsWith("..") ? file : short.split(sep).join("/");
}
